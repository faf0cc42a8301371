import { type KeptSpec, keptSpec } from '../../contract/spec.ts';
import { lift, type Stored, type Upgraders } from '../run/lift.ts';
import { NO_TUNING } from '../tuning/setting-words.ts';

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
};

function loadBeforeRates(load: Stored): Stored {
  const steps = (load.steps as Stored[]).map(liftStep);
  return { ...load, decompress: false, steps, search: null };
}

/** A step older than version 4. */
export const liftStep = (step: Stored): Stored => ({ ...step, toolWorkers: null, profiles: [] });

/** The steps alone, for a spec that stands in a document which is checked as a whole. */
export const liftSpec = (stored: unknown): Stored => lift(stored, 'specVersion', upgraders);

/** A setting that came later was not asked for. */
function withEverySetting(spec: Stored): Stored {
  const tuning = spec.tuning as Record<'server' | 'clients', Stored | null>;
  const whole = (host: Stored | null): Stored | null => host && { ...NO_TUNING, ...host };
  return { ...spec, tuning: { ...tuning, server: whole(tuning.server), clients: whole(tuning.clients) } };
}

/** A stored spec in today's form: it is stored as it was asked, and upgraded whenever it is read. */
export function upgradeSpec(stored: unknown): KeptSpec {
  return keptSpec.parse(withEverySetting(liftSpec(stored)));
}
