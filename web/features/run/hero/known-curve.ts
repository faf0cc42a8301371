import type { DistributionPoint, LatencyMs } from '@contract/point';

const PERCENTILES = { p50: 50, p90: 90, p95: 95, p97_5: 97.5, p99: 99, p99_9: 99.9, p99_99: 99.99, max: 100 } as const;

/** The percentiles that a tool without a histogram tells, as the points of a curve. */
export const knownCurve = (latencyMs: Pick<LatencyMs, keyof typeof PERCENTILES>): DistributionPoint[] =>
  (Object.keys(PERCENTILES) as (keyof typeof PERCENTILES)[]).flatMap((name) => {
    const ms = latencyMs[name];
    return ms === null ? [] : [{ percentile: PERCENTILES[name], latencyMs: ms }];
  });
