import type { ComparedMetric } from '../../contract/comparison.ts';

/** As they stand within a sentence. */
export const METRIC_NAMES: Record<ComparedMetric, string> = {
  requestsPerSecond: 'throughput',
  latencyMsP50: 'p50 latency',
  latencyMsP99: 'p99 latency',
  serverCpuUsPerRequest: "server's CPU time per request",
  clientCpuUsPerRequest: "client's CPU time per request",
};

const PERCENTILES: Partial<Record<ComparedMetric, string>> = { latencyMsP50: 'p50', latencyMsP99: 'p99' };

/** As a load generator names it among its abilities; null of what is no latency. */
export const percentileOf = (metric: ComparedMetric): string | null => PERCENTILES[metric] ?? null;
export const isLatency = (metric: ComparedMetric): boolean => metric in PERCENTILES;
