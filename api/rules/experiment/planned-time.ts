import type { KeptSpec } from '../../contract/spec.ts';
import { assumedBeyondSeconds, plannedSeconds } from '../load/planned-seconds.ts';
import type { Attempt, Slot } from './slots.ts';

/** The run under way. */
export interface UnderWay {
  /** Since it left the queue. */
  elapsedUs: number;
  /** Its warm-ups, steps and pauses that are still ahead. */
  loadLeftUs: number;
}

/** Warm-ups, steps and pauses of one run; what its hosts need to prepare and to be put back is not among them. */
export function plannedRunUs({ load }: KeptSpec): number {
  const durations = load.steps.map(({ durationSeconds }) => durationSeconds);
  return Math.round(plannedSeconds(load, durations) * 1e6);
}

/**
 * What a run of each configuration takes, from the queue to its end: its load, and beyond it what finished runs of that
 * configuration took, else those of others. Tuning makes them differ.
 */
export function expectedRunsUs(slots: readonly Slot[], specs: readonly KeptSpec[]): number[] {
  const beyond = specs.map((spec, configuration) =>
    slots
      .filter((slot) => slot.configuration === configuration)
      .flatMap(({ attempts }) => attempts.flatMap((attempt) => beyondLoadUs(attempt, spec) ?? [])),
  );
  const ofAny = median(beyond.flat());
  return specs.map((spec, configuration) => {
    const own = median(beyond[configuration] ?? []) ?? ofAny;
    return plannedRunUs(spec) + (own ?? assumedBeyondSeconds(spec.load, spec.load.steps.length) * 1e6);
  });
}

/** Before the first run: what so many rounds of these take, from the first run's start to the last one's end. */
export const wholeExperimentUs = (rounds: number, specs: readonly KeptSpec[]): number =>
  rounds * expectedRunsUs([], specs).reduce((total, us) => total + us, 0);

/** Time that the runs still ahead will take. The run under way, by its id, has a part of its time behind it. */
export function remainingUs(
  slots: readonly Slot[],
  specs: readonly KeptSpec[],
  underWay: ReadonlyMap<string, UnderWay>,
): number {
  const expected = expectedRunsUs(slots, specs);
  return slots.reduce((total, slot) => {
    if (slot.counted) return total;
    const whole = expected[slot.configuration] ?? 0;
    const current = slot.attempts.flatMap(({ runId }) => underWay.get(runId) ?? [])[0];
    return total + (current ? Math.max(whole - current.elapsedUs, current.loadLeftUs, 0) : whole);
  }, 0);
}

/** Only of a run that was driven to its end. */
function beyondLoadUs({ state, startedAtUs, endedAtUs }: Attempt, spec: KeptSpec): number | null {
  if (state !== 'finished' || startedAtUs === null || endedAtUs === null) return null;
  return Math.max(0, endedAtUs - startedAtUs - plannedRunUs(spec));
}

/** One run that hung for a minute says nothing of the others. */
function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
