import { type RunSpec, runSpec } from '../contract/spec.ts';
import { lift, type Stored, type Upgraders } from './lift.ts';

const upgraders: Upgraders = {
  // Version 1 knew one host for both sides, where the target listened on loopback.
  1: (spec) => ({ ...spec, specVersion: 2, server: { ...(spec.server as Stored), address: null } }),
};

/** A stored spec in today's form: it is stored as it was asked, and upgraded whenever it is read. */
export function upgradeSpec(stored: unknown): RunSpec {
  return runSpec.parse(lift(stored, 'specVersion', upgraders));
}
