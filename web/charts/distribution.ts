import type { DistributionPoint } from '@contract/point';
import { formatCount } from '@rules/words/numbers';

/** A percentile on a scale that gives every further nine the same room: 0 is 0, 90 is 1, 99 is 2, 99.9 is 3. */
export const ninesOf = (percentile: number): number => -Math.log10(1 - percentile / 100);

/** Where 100 % stands: a third of a nine beyond the last percentile that is not all of them. */
const BEYOND = 1 / 3;

export interface TailScale {
  (percentile: number): number;
  ticks: number[];
}

/** The percentiles of some curves along an axis, the highest latency of all at its end. */
export function tailScale(curves: DistributionPoint[][], from: number, to: number): TailScale {
  const inner = curves.flat().filter(({ percentile }) => percentile < 100);
  const last = Math.max(1, ...inner.map(({ percentile }) => ninesOf(percentile)));
  const whole = curves.flat().some(({ percentile }) => percentile >= 100);
  const end = whole ? last + BEYOND : last;
  const place = (percentile: number): number =>
    from + ((percentile >= 100 ? end : Math.min(end, ninesOf(percentile))) / end) * (to - from);
  const nines = Array.from({ length: Math.floor(last + 1e-9) }, (_, i) => Number((100 - 10 ** (1 - i)).toFixed(i)));
  return Object.assign(place, { ticks: [0, 50, ...nines] });
}

/**
 * A curve as far as its requests carry it: of 1,000 requests the last percentile that is not simply the slowest one is
 * p99.9. Then comes the slowest itself. Where requests were not counted, the curve stays whole.
 */
export function reachOf(
  curve: DistributionPoint[],
  requests: number | null,
  maxMs: number | null,
): DistributionPoint[] {
  const last = requests === null ? 100 : 100 * (1 - 1 / Math.max(1, requests));
  const told = curve.filter(({ percentile }) => percentile <= last + 1e-9);
  return maxMs === null ? told : [...told, { percentile: 100, latencyMs: maxMs }];
}

export const percentileName = (percentile: number): string =>
  percentile >= 100 ? 'max' : `p${Number(percentile.toFixed(6))}`;

/** The percentiles that people name, as far as a curve reaches, for a table beside it. */
export const NAMED = [50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100];

/**
 * The latency at a percentile: of the first point that stands for at least so many requests; null beyond the last one.
 * Never between two points: a histogram has nothing there.
 */
export function latencyAt(curve: DistributionPoint[], percentile: number): number | null {
  const point = curve.find((one) => one.percentile >= percentile - 1e-9);
  // The slowest request stands for itself alone.
  return !point || (point.percentile >= 100 && percentile < 100) ? null : point.latencyMs;
}

/** Percentiles that a cursor steps through: those of all curves, each once. */
export function cursorStops(curves: DistributionPoint[][]): number[] {
  return [...new Set(curves.flat().map(({ percentile }) => percentile))].sort((a, b) => a - b);
}

/** What lies beyond a percentile. */
export function tailSentence(percentile: number): string {
  if (percentile >= 100) return 'the slowest request';
  if (percentile < 90) return `${Number((100 - percentile).toPrecision(3))} % took longer`;
  return `1 in ${formatCount(1 / (1 - percentile / 100))} took longer`;
}
