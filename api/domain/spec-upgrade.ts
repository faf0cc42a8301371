import { type RunSpec, runSpec } from '../contract/spec.ts';

/**
 * A stored spec in today's form. Each entry lifts a spec by one version; a spec is stored as it was asked and upgraded
 * whenever it is read.
 */
const upgraders: Record<number, (spec: unknown) => unknown> = {};

export function upgradeSpec(stored: unknown): RunSpec {
  let spec = stored;
  for (let upgrade = upgraders[versionOf(spec)]; upgrade; upgrade = upgraders[versionOf(spec)]) spec = upgrade(spec);
  return runSpec.parse(spec);
}

const versionOf = (spec: unknown): number => (spec as { specVersion?: number }).specVersion ?? 0;
