import type { LatencyMs, Point } from '../../contract/point.ts';
import type { RunStep } from '../../contract/step.ts';

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
