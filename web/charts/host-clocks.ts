import type { Run } from '@contract/run';
import { loadTimeOf } from '@rules/evidence/load-time';

/** What one host's clock reads beyond another's at some moment, and how far off that may be. */
export interface ClockShift {
  shiftUs: number;
  /** The true shift lies no further away than this. */
  withinUs: number;
  /** The step whose load tells it; null on one host. */
  stepIndex: number | null;
}

/**
 * Clocks of two hosts need not agree, but both saw the load of a step. Its middle is known on each as far as its window is longer
 * than the load: (the load's length − the time that was under load for certain) / 2. The step that is nearest tells.
 */
export function clockShift(
  { steps }: Pick<Run, 'steps'>,
  fromHostId: string,
  toHostId: string,
  atUs: number,
): ClockShift | null {
  if (fromHostId === toHostId) return { shiftUs: 0, withinUs: 0, stepIndex: null };
  let best: (ClockShift & { awayUs: number }) | null = null;
  for (const { index } of steps) {
    const [from, to] = [middleOf(steps, fromHostId, index), middleOf(steps, toHostId, index)];
    if (!from || !to) continue;
    const awayUs = Math.abs(from.atUs - atUs);
    if (best && best.awayUs <= awayUs) continue;
    best = { shiftUs: to.atUs - from.atUs, withinUs: from.withinUs + to.withinUs, stepIndex: index, awayUs };
  }
  return best && { shiftUs: best.shiftUs, withinUs: best.withinUs, stepIndex: best.stepIndex };
}

function middleOf(steps: Run['steps'], hostId: string, stepIndex: number): { atUs: number; withinUs: number } | null {
  const load = loadTimeOf({ steps }, hostId, stepIndex);
  const wholeUs = steps[stepIndex]?.point?.durationUs ?? null;
  if (!load || wholeUs === null) return null;
  return { atUs: (load.fromUs + load.toUs) / 2, withinUs: Math.max(0, (wholeUs - (load.toUs - load.fromUs)) / 2) };
}
