import type { FigureSort } from '../../contract/choices.ts';
import type { AskedStep, CeilingSearch } from '../../contract/load.ts';
import type { LatencyMs, Point } from '../../contract/point.ts';
import type { BestPoint, RunSummary } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { gaveNothing } from './failed-requests.ts';
import { boundText, brokenBound } from './search/search-bound.ts';

/** A repetition whose figures stand apart: profiling costs what is measured. */
export const isProfiled = ({ profiles }: Pick<AskedStep, 'profiles'>): boolean => profiles.length > 0;

type Ranked = Pick<
  Point,
  'requestsPerSecond' | 'requests' | 'errors' | 'serverCpuUsPerRequest' | 'clientCpuUsPerRequest' | 'latencyRangeMs'
> & { latencyMs: Pick<LatencyMs, 'p50' | 'p90' | 'p99' | 'p99_9' | 'loop' | 'resolutionUs'> };

type Step = Pick<RunStep, 'index' | 'spec' | 'verdict'> & { point: Ranked | null };

/**
 * The point with the most requests per second that may stand for its run: not profiled, not failed throughout, not
 * impossible. Of equal ones the earliest; null if there is none.
 */
export function bestOf(steps: readonly Step[], search: Pick<CeilingSearch, 'ceiling'> | null): RunSummary['best'] {
  const [best] = steps
    .flatMap(({ index, spec, point, verdict }) =>
      point && canStand({ spec, point, verdict }) ? [{ index, spec, point }] : [],
    )
    .sort((a, b) => b.point.requestsPerSecond - a.point.requestsPerSecond || a.index - b.index);
  if (!best) return null;
  const { point } = best;
  const broken = brokenBound(search, point);
  return {
    stepIndex: best.index,
    spec: best.spec,
    ...bestFigures(point),
    latencyResolutionUs: point.latencyMs.resolutionUs,
    clientCpuUsPerRequest: point.clientCpuUsPerRequest,
    ...(broken && { aboveBound: boundText(broken) }),
  };
}

/** What runs are sorted by. */
export const bestFigures = (
  point: Pick<Point, 'requestsPerSecond' | 'serverCpuUsPerRequest'> & { latencyMs: Pick<LatencyMs, 'p99'> },
): Pick<BestPoint, FigureSort> => ({
  requestsPerSecond: point.requestsPerSecond,
  latencyMsP99: point.latencyMs.p99,
  serverCpuUsPerRequest: point.serverCpuUsPerRequest,
});

type Candidate = Pick<RunStep, 'spec' | 'verdict'> & { point: Ranked };

const canStand = ({ spec, point, verdict }: Candidate): boolean =>
  !isProfiled(spec) && verdict?.validity !== 'invalid' && !gaveNothing(point);
