import type { ComparedMetric } from '../../contract/comparison.ts';
import type { Point } from '../../contract/run.ts';
import * as words from '../../contract/words.ts';
import { fineLatency } from '../load/latency-resolution.ts';
import type { Quantity } from '../statistics/better-word.ts';

export const METRICS: ComparedMetric[] = [
  'requestsPerSecond',
  'latencyMsP50',
  'latencyMsP99',
  'serverCpuUsPerRequest',
  'clientCpuUsPerRequest',
];

interface MetricWords {
  /** As a sentence begins with it. */
  name: string;
  unit: string;
  quantity: Quantity;
}

const told = (metric: ComparedMetric, quantity: Quantity): MetricWords => {
  const { label, unit } = words.METRIC_WORDS[metric];
  // 'p99' keeps its letter.
  const name = /^p\d/.test(label) ? label : label.charAt(0).toUpperCase() + label.slice(1);
  return { name, unit, quantity };
};

export const METRIC_WORDS: Record<ComparedMetric, MetricWords> = {
  requestsPerSecond: told('requestsPerSecond', 'throughput'),
  latencyMsP50: told('latencyMsP50', 'latency'),
  latencyMsP99: told('latencyMsP99', 'latency'),
  serverCpuUsPerRequest: told('serverCpuUsPerRequest', 'cpu-per-request'),
  clientCpuUsPerRequest: told('clientCpuUsPerRequest', 'cpu-per-request'),
};

/** The figure, when ratios can be made of it; null where it was not measured, is 0, or is too coarse. */
export function figureOf(point: Point | null, metric: ComparedMetric): number | null {
  if (point === null) return null;
  const value = rawFigure(point, metric);
  return value !== null && value > 0 && Number.isFinite(value) ? value : null;
}

function rawFigure(point: Point, metric: ComparedMetric): number | null {
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
  return value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(value >= 100 ? 4 : 3)));
}

/** '+12.3 %', '−0.5 %': of a ratio, to three digits and never of more than two decimals. */
export function changeText(ratio: number): string {
  const percent = (ratio - 1) * 100;
  return `${percent < 0 ? '−' : '+'}${percentText(Math.abs(percent))}`;
}

export const percentText = (percent: number): string =>
  `${percent >= 9.995 ? percent.toFixed(1) : percent.toFixed(2)} %`;
