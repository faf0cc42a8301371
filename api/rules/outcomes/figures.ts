import type { ComparedMetric } from '../../contract/comparison.ts';
import type { Point } from '../../contract/point.ts';
import { fineLatency } from '../load/latency-resolution.ts';
import type { Quantity } from '../statistics/better-word.ts';
import { formatCount } from '../words/numbers.ts';
import { capitalised } from '../words/text.ts';

export const METRICS: ComparedMetric[] = [
  'requestsPerSecond',
  'latencyMsP50',
  'latencyMsP99',
  'serverCpuUsPerRequest',
  'clientCpuUsPerRequest',
];

interface MetricWords {
  /** Within a line. */
  label: string;
  unit: string;
  quantity: Quantity;
}

/** What is compared. */
export const METRIC_WORDS: Record<ComparedMetric, MetricWords> = {
  requestsPerSecond: { label: 'throughput', unit: 'req/s', quantity: 'throughput' },
  latencyMsP50: { label: 'p50 latency', unit: 'ms', quantity: 'latency' },
  latencyMsP99: { label: 'p99 latency', unit: 'ms', quantity: 'latency' },
  serverCpuUsPerRequest: { label: 'server CPU per request', unit: 'µs', quantity: 'cpu-per-request' },
  clientCpuUsPerRequest: { label: 'client CPU per request', unit: 'µs', quantity: 'cpu-per-request' },
};

/** The metric at the beginning of a sentence; 'p99' keeps its letter. */
export function metricTitle(metric: ComparedMetric): string {
  const { label } = METRIC_WORDS[metric];
  return /^p\d/.test(label) ? label : capitalised(label);
}

type Figures = Pick<Point, 'requestsPerSecond' | 'latencyMs' | 'serverCpuUsPerRequest' | 'clientCpuUsPerRequest'>;

/** The figure, when ratios can be made of it; null where it was not measured, is 0, or is too coarse. */
export function figureOf(point: Figures | null, metric: ComparedMetric): number | null {
  if (point === null) return null;
  const value = rawFigure(point, metric);
  return value !== null && value > 0 && Number.isFinite(value) ? value : null;
}

function rawFigure(point: Figures, metric: ComparedMetric): number | null {
  switch (metric) {
    case 'latencyMsP50':
      return fineLatency(point.latencyMs, 'p50');
    case 'latencyMsP99':
      return fineLatency(point.latencyMs, 'p99');
    default:
      return point[metric];
  }
}

export const isLatency = (metric: ComparedMetric): boolean => METRIC_WORDS[metric].quantity === 'latency';

/** '786,694', '12.3', '0.0456'. */
export function figureText(value: number): string {
  return value >= 1000 ? formatCount(value) : String(Number(value.toPrecision(value >= 100 ? 4 : 3)));
}

/** '+12.3 %', '−0.5 %': of a ratio, to three digits and never of more than two decimals. */
export function changeText(ratio: number): string {
  const percent = (ratio - 1) * 100;
  return `${percent < 0 ? '−' : '+'}${percentText(Math.abs(percent))}`;
}

export const percentText = (percent: number): string =>
  `${percent >= 9.995 ? percent.toFixed(1) : percent.toFixed(2)} %`;

const PERCENTILES: Partial<Record<ComparedMetric, 'p50' | 'p99'>> = { latencyMsP50: 'p50', latencyMsP99: 'p99' };

/** The name among a load generator's abilities; null for figures other than latencies. */
export const percentileOf = (metric: ComparedMetric): 'p50' | 'p99' | null => PERCENTILES[metric] ?? null;

/** What a claim about it needs. */
export const METRIC_NEEDS: Record<ComparedMetric, string> = {
  requestsPerSecond: 'is claimed only if the server or its NIC is the bottleneck on both sides',
  latencyMsP50: 'is claimed only of an open loop whose rate is met',
  latencyMsP99: 'is claimed only of an open loop whose rate is met',
  serverCpuUsPerRequest: 'holds with any bottleneck, and is the steadiest',
  clientCpuUsPerRequest: 'holds with any bottleneck',
};
