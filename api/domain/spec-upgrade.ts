import { type RunSpec, runSpec } from '../contract/spec.ts';

type Stored = Record<string, unknown>;

/**
 * A stored spec in today's form. Each entry lifts a spec by one version; a spec is stored as it was asked and upgraded
 * whenever it is read.
 */
const upgraders: Record<number, (spec: Stored) => Stored> = {
  // Version 1 knew one host for both sides, where the target listened on loopback.
  1: (spec) => ({ ...spec, specVersion: 2, server: { ...(spec.server as Stored), address: null } }),
};

export function upgradeSpec(stored: unknown): RunSpec {
  let spec = stored as Stored;
  for (let upgrade = upgraders[versionOf(spec)]; upgrade; upgrade = upgraders[versionOf(spec)]) spec = upgrade(spec);
  return runSpec.parse(spec);
}

const versionOf = (spec: Stored): number => (typeof spec.specVersion === 'number' ? spec.specVersion : 0);
