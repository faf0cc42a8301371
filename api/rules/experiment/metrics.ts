import type { ComparedMetric } from '../../contract/comparison.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';

/** As it stands within a sentence: 'throughput', 'server CPU per request'. */
export function metricName(metric: ComparedMetric): string {
  const { name } = METRIC_WORDS[metric];
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const PERCENTILES: Partial<Record<ComparedMetric, string>> = { latencyMsP50: 'p50', latencyMsP99: 'p99' };

/** As a load generator names it among its abilities; null of what is no latency. */
export const percentileOf = (metric: ComparedMetric): string | null => PERCENTILES[metric] ?? null;
