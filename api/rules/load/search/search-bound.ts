import type { CeilingSearch, SearchCeiling } from '../../../contract/load.ts';
import { percentileText } from '../latency-resolution.ts';
import { boundedLatencyMs, type RungFigures } from './search-rung.ts';

export type LatencyBound = Extract<SearchCeiling, { kind: 'latency' }>;

/** What a search was asked to keep; null without a bound. */
export const boundOf = (search: Pick<CeilingSearch, 'ceiling'> | null): LatencyBound | null =>
  search?.ceiling.kind === 'latency' ? search.ceiling : null;

/** The bound that a step of a search is above; null where it kept it, and where nobody measured that. */
export function brokenBound(
  search: Pick<CeilingSearch, 'ceiling'> | null,
  point: Pick<RungFigures, 'latencyMs' | 'latencyRangeMs'>,
): (LatencyBound & { latencyMs: number }) | null {
  const bound = boundOf(search);
  const latencyMs = bound && boundedLatencyMs(point, bound.percentile);
  return bound && latencyMs !== null && latencyMs > bound.mostMs ? { ...bound, latencyMs } : null;
}

/** 'p99 at most 50 ms' */
export const boundText = ({ percentile, mostMs }: LatencyBound): string =>
  `${percentileText(percentile)} at most ${mostMs} ms`;
