import type { LatencyMs, Point } from '@contract/point';
import { formatLatencyMs } from '@rules/words/numbers';

export type PercentileKey = Exclude<keyof LatencyMs, 'loop' | 'resolutionUs'>;

/** The lowest and the highest of several clients that have no common percentile; null where they have one, or none. */
export function rangeOf(
  { latencyRangeMs }: Pick<Point, 'latencyRangeMs'>,
  key: PercentileKey,
): { low: number; high: number } | null {
  if (latencyRangeMs === null || !(key in latencyRangeMs)) return null;
  return latencyRangeMs[key as keyof typeof latencyRangeMs];
}

/** A latency in ms, or 'low–high' where several clients have no common one; null where neither is known. */
export function latencyText(point: Pick<Point, 'latencyMs' | 'latencyRangeMs'>, key: PercentileKey): string | null {
  const { resolutionUs } = point.latencyMs;
  const value = point.latencyMs[key];
  if (value !== null) return formatLatencyMs(value, resolutionUs);
  const range = rangeOf(point, key);
  if (range === null) return null;
  const [low, high] = [range.low, range.high].map((ms) => formatLatencyMs(ms, resolutionUs));
  return low === high ? `${low}` : `${low}–${high}`;
}
