import { type RunSpec, runSpec } from '../contract/spec.ts';
import { lift, type Stored, type Upgraders } from './lift.ts';

const upgraders: Upgraders = {
  // Version 1 knew one host for both sides, where the target listened on loopback.
  1: (spec) => ({ ...spec, specVersion: 2, server: { ...(spec.server as Stored), address: null } }),
  // Version 2 could only keep the target to some CPUs, and took one frame a second.
  2: (spec) => ({
    ...spec,
    specVersion: 3,
    tuning: { ...(spec.tuning as Stored), server: null, clients: null },
    samplesPerSecond: 1,
  }),
};

/** The steps alone, for a spec that stands in a document which is checked as a whole. */
export const liftSpec = (stored: unknown): Stored => lift(stored, 'specVersion', upgraders);

/** A stored spec in today's form: it is stored as it was asked, and upgraded whenever it is read. */
export function upgradeSpec(stored: unknown): RunSpec {
  return runSpec.parse(liftSpec(stored));
}
