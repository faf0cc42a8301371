import type { Comparison, ShownResult } from '../../contract/comparison.ts';
import type { Point } from '../../contract/point.ts';
import type { PointVerdict } from '../../contract/verdict.ts';
import { protocolOf } from '../spec/load-words.ts';

/** What a page shows of a comparison of hundreds of runs: of each run the figures of its steps and what limited them. */
export function shownResult({ runs, ...compared }: Comparison): ShownResult {
  return {
    ...compared,
    runs: runs.map(({ id, name, steps, spec }) => ({
      ...{ id, name, protocol: protocolOf({ spec }) },
      steps: steps.map(({ index, spec, point, verdict }) => ({
        index,
        spec,
        point: point && shownPoint(point),
        verdict: verdict && shownVerdict(verdict),
      })),
    })),
  };
}

type ShownStep = ShownResult['runs'][number]['steps'][number];

function shownPoint(point: Point): ShownStep['point'] {
  const { requestsPerSecond, latencyMs, latencyRangeMs, serverCpuUsPerRequest, clientCpuUsPerRequest } = point;
  return { requestsPerSecond, latencyMs, latencyRangeMs, serverCpuUsPerRequest, clientCpuUsPerRequest };
}

function shownVerdict(verdict: PointVerdict): ShownStep['verdict'] {
  const { validity, wall, walls, confidence, sentence, next, stopsOthers } = verdict;
  return { validity, wall, walls, confidence, sentence, next, ...(stopsOthers && { stopsOthers }) };
}
