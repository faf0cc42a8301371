import type { LatencyMs, Point } from '../../contract/point.ts';
import type { RunStep } from '../../contract/step.ts';
import { SECONDS_LEAST } from './thresholds.ts';

/** What a figure can be judged by alone, without what its hosts did meanwhile. */
export type Figured = Pick<RunStep, 'spec'> & {
  point: Pick<
    Point,
    'requestsPerSecond' | 'requests' | 'durationUs' | 'errors' | 'streams' | 'connectionsEstablished'
  > & {
    latencyMs: Omit<LatencyMs, 'stddev' | 'max'>;
  };
};

/** How long was measured, in seconds: as the tool says, else as was asked; null where neither is known. */
export function measuredSeconds({
  spec,
  point,
}: Pick<Figured, 'spec'> & { point: Pick<Point, 'durationUs'> }): number | null {
  return point.durationUs === null ? spec.durationSeconds : point.durationUs / 1e6;
}

/** What a comparison of shorter steps is worth: said of a plan, of its result, and of any runs side by side. */
export const NOT_STEADY = `Under ${SECONDS_LEAST} s the figures are not steady enough to compare.`;

/** Measured for less than a steady figure takes. To a tenth of a second: tools end some milliseconds early or late. */
export function isShort(step: Parameters<typeof measuredSeconds>[0]): boolean {
  const seconds = measuredSeconds(step);
  return seconds !== null && Math.round(seconds * 10) < SECONDS_LEAST * 10;
}

/** The same of a step that is only planned. */
export const isPlannedShort = ({ durationSeconds }: { durationSeconds: number }): boolean =>
  durationSeconds < SECONDS_LEAST;
