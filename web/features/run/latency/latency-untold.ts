import type { StepLatencyOverTime } from '@contract/latency-over-time';
import type { Run } from '@contract/run';
import { gaveNothing } from '@rules/load/failed-requests';
import { firstOf } from '@rules/words/text';

type Measured = Pick<Run, 'steps'>;

const NOT_MERGED = 'The agent or its clients reported none that can be merged';

const isTold = (steps: readonly StepLatencyOverTime[], index: number): boolean =>
  steps.some(
    ({ stepIndex, overTime }) => stepIndex === index && overTime.intervals.some(({ places }) => places.length > 0),
  );

/** Why there is nothing to draw of a run, or of that step of it. */
export function whyUntold({ steps }: Measured, stepIndex?: number): string {
  const points = steps.flatMap(({ index, point }) => (point && (stepIndex ?? index) === index ? [point] : []));
  const which = stepIndex === undefined ? 'this run' : `step ${stepIndex + 1}`;
  if (points.length === 0) return `${which} was not measured.`;
  if (points.every(gaveNothing))
    return `no request succeeded in ${stepIndex === undefined ? 'any measured step' : which}.`;
  return `${which} has none. ${NOT_MERGED}.`;
}

/** The measured steps that a picture of the whole run leaves out, and why; null where it has all. */
export function leftOut({ steps: all }: Measured, told: readonly StepLatencyOverTime[]): string | null {
  const out = all.flatMap(({ index, point }) => (point && !isTold(told, index) ? [{ index, point }] : []));
  const said = [
    { of: out.filter(({ point }) => gaveNothing(point)), why: 'no request succeeded' },
    { of: out.filter(({ point }) => !gaveNothing(point)), why: 'none reported that can be merged' },
  ].flatMap(({ of, why }) => (of.length === 0 ? [] : `${stepsText(of.map(({ index }) => index + 1))} (${why})`));
  return said.length === 0 ? null : `Left out: ${said.join(', ')}.`;
}

const stepsText = (places: number[]): string =>
  `${places.length === 1 ? 'step' : 'steps'} ${firstOf(places.map(String))}`;
