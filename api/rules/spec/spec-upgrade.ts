import { type KeptSpec, keptSpec } from '../../contract/spec.ts';
import { lift, type Stored, type Upgraders } from '../run/lift.ts';
import { withEverySetting, withLaterFields } from './later-fields.ts';

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
  // Version 3 knew the reference server in Fiber alone, and closed loops with a number of connections.
  3: (spec) => ({
    ...spec,
    specVersion: 4,
    target: { ...(spec.target as Stored), pick: 'local' },
    load: loadBeforeRates(spec.load as Stored),
  }),
  // Version 4 knew GETs of a path over HTTP/1.1 alone: what it lacks is filled in as every field that came later.
  4: (spec) => ({ ...spec, specVersion: 5 }),
};

function loadBeforeRates(load: Stored): Stored {
  const steps = (load.steps as Stored[]).map(liftStep);
  return { ...load, decompress: false, steps, search: null };
}

/** A step older than version 4. */
export const liftStep = (step: Stored): Stored => ({ ...step, toolWorkers: null, profiles: [] });

/** The steps alone, for a spec that stands in a document which is checked as a whole. */
export const liftSpec = (stored: unknown): Stored => lift(stored, 'specVersion', upgraders);

/** A stored spec in today's form: it is stored as it was asked, and upgraded whenever it is read. */
export function upgradeSpec(stored: unknown): KeptSpec {
  return keptSpec.parse(withEverySetting(withLaterFields(liftSpec(stored))));
}
