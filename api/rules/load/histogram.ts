import type { LatencyHistogram } from '../../contract/load.ts';
import type { LatencyMs } from '../../contract/point.ts';

/** `p50` and its kin: what share of the requests took no longer. */
export const PERCENTILES = {
  p50: 50,
  p90: 90,
  p95: 95,
  p97_5: 97.5,
  p99: 99,
  p99_9: 99.9,
  p99_99: 99.99,
} as const;
export type PercentileName = keyof typeof PERCENTILES;
export const percentileNames = Object.keys(PERCENTILES) as PercentileName[];

/** Each decade towards 100 as fine as the one before: 0, 5, ... 90, 91, ... 99, 99.1, ... 99.9, ... 99.999. */
const CURVE: readonly number[] = [
  ...steps(0, 90, 5),
  ...steps(91, 99, 1),
  ...steps(99.1, 99.9, 0.1),
  ...steps(99.91, 99.99, 0.01),
  ...steps(99.991, 99.999, 0.001),
];

function steps(from: number, to: number, by: number): number[] {
  const count = Math.round((to - from) / by) + 1;
  return Array.from({ length: count }, (_, i) => Number((from + i * by).toFixed(3)));
}

export const requestsIn = ({ counts }: LatencyHistogram): number => counts.reduce((total, count) => total + count, 0);

/**
 * The histogram of all requests of the given ones: counts are added by value, nothing is lost. Null where there are none,
 * or where their buckets are not the same.
 */
export function mergeHistograms(histograms: readonly LatencyHistogram[]): LatencyHistogram | null {
  const digits = new Set(histograms.map(({ significantDigits }) => significantDigits));
  const [significantDigits] = digits;
  if (significantDigits === undefined || digits.size > 1) return null;
  const counts = new Map<number, number>();
  for (const histogram of histograms) {
    for (const [i, value] of histogram.valuesUs.entries()) {
      counts.set(value, (counts.get(value) ?? 0) + (histogram.counts[i] ?? 0));
    }
  }
  const valuesUs = [...counts.keys()].sort((a, b) => a - b);
  return { significantDigits, valuesUs, counts: valuesUs.map((value) => counts.get(value) ?? 0) };
}

/**
 * The highest value of the bucket in which each percentile lies, in microseconds; `percentiles` ascend. None without
 * requests. Ranks are rounded as HdrHistogram rounds them, so that a tool's own percentile and this one agree.
 */
function valuesAt(histogram: LatencyHistogram, percentiles: readonly number[]): number[] {
  const total = requestsIn(histogram);
  if (total === 0) return [];
  let at = 0;
  let counted = histogram.counts[0] ?? 0;
  return percentiles.map((percentile) => {
    const rank = Math.min(total, Math.max(1, Math.floor((percentile / 100) * total + 0.5)));
    while (counted < rank) {
      at += 1;
      counted += histogram.counts[at] ?? 0;
    }
    return histogram.valuesUs[at] ?? 0;
  });
}

/** The highest value of the last bucket that holds a request; null without requests. */
export function maxUs({ valuesUs, counts }: LatencyHistogram): number | null {
  return valuesUs[counts.findLastIndex((count) => count > 0)] ?? null;
}

/** Every percentile that the contract names, in milliseconds; null without requests. */
export function percentilesMs(histogram: LatencyHistogram): Pick<LatencyMs, PercentileName> {
  const values = valuesAt(histogram, Object.values(PERCENTILES));
  const entries = percentileNames.map((name, i) => [name, values[i] === undefined ? null : values[i] / 1000] as const);
  return Object.fromEntries(entries) as Pick<LatencyMs, PercentileName>;
}

/** The histogram as a curve of 55 points, from the least to 99.999 %; empty of no request. */
export function distributionOf(histogram: LatencyHistogram): { percentile: number; latencyMs: number }[] {
  return valuesAt(histogram, CURVE).map((value, i) => ({ percentile: CURVE[i] ?? 0, latencyMs: value / 1000 }));
}
