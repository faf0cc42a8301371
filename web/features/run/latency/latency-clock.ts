import type { StepLatencyOverTime } from '@contract/latency-over-time';
import type { Run } from '@contract/run';
import { loadTimeOf } from '@rules/evidence/load-time';

/**
 * Latency over time by the clock of a host, as its strips are: intervals come by the clock of the API. The host saw the load
 * of a step, and its middle is that of the intervals. A step whose load it did not see is moved as the nearest one; where no
 * step tells, none is.
 */
export function onHostClock(
  run: Pick<Run, 'steps'>,
  hostId: string,
  steps: readonly StepLatencyOverTime[],
): StepLatencyOverTime[] {
  const known = steps.flatMap(({ stepIndex, overTime: { startedAtUs, durationUs } }) => {
    const load = loadTimeOf(run, hostId, stepIndex);
    return load ? [{ stepIndex, shiftUs: (load.fromUs + load.toUs) / 2 - (startedAtUs + durationUs / 2) }] : [];
  });
  const shiftOf = (stepIndex: number): number => {
    const away = (one: { stepIndex: number }): number => Math.abs(one.stepIndex - stepIndex);
    return known.reduce((best, one) => (away(one) < away(best) ? one : best), known[0] ?? NO_SHIFT).shiftUs;
  };
  return steps.map(({ overTime, ...step }) => ({
    ...step,
    overTime: { ...overTime, startedAtUs: overTime.startedAtUs + Math.round(shiftOf(step.stepIndex)) },
  }));
}

const NO_SHIFT = { stepIndex: 0, shiftUs: 0 };
