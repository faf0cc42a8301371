import type { RunSpec } from '../../contract/spec.ts';
import { progressOf } from '../progress.ts';
import type { Attempt, Slot } from './slots.ts';

/** Warm-ups, steps and pauses of one run; what its hosts need to prepare and to be put back is not among them. */
export function plannedRunUs({ load }: RunSpec): number {
  const facts = { state: 'queued', stepIndex: null, startedAtUs: null, endedAtUs: null, enteredAtUs: 0 } as const;
  return progressOf({ ...load, searching: false }, facts, 0).remainingUs ?? 0;
}

/** Of the runs still ahead; `underWayUs` is what the one under way has left. */
export function remainingUs(
  slots: readonly Slot[],
  specs: readonly RunSpec[],
  underWayUs: Map<string, number>,
): number {
  return slots.reduce((total, slot) => {
    if (slot.counted) return total;
    const current = slot.attempts.find((attempt: Attempt) => underWayUs.has(attempt.runId));
    const spec = specs[slot.configuration];
    const planned = spec ? plannedRunUs(spec) : 0;
    return total + (current ? (underWayUs.get(current.runId) ?? 0) : planned);
  }, 0);
}
