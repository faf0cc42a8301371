import type { LatencyMs } from '../../contract/point.ts';

/**
 * A reported m means [m, m + resolution). Of a figure below ten times its resolution the ratio to another is rounding to a
 * tenth and more, which is no measurement of a difference.
 */
export const RESOLUTIONS_LEAST = 10;

type Percentile = 'p50' | 'p99';

/** The figure, when ratios can be made of it; null where it was not measured or is too coarse. */
export function fineLatency(latencyMs: LatencyMs, percentile: Percentile): number | null {
  const valueMs = latencyMs[percentile];
  return valueMs !== null && valueMs * 1000 >= RESOLUTIONS_LEAST * latencyMs.resolutionUs ? valueMs : null;
}

/** Figures of neighbouring ticks may be any distance below two ticks apart, so next to none. */
export const areApart = (fromMs: number, toMs: number, resolutionUs: number): boolean =>
  Math.abs(toMs - fromMs) * 1000 > 1.5 * resolutionUs;

/** Null where two latencies are of different kinds, too coarse, or closer than the coarser tool can tell. */
export function relativeLatency(baseline: LatencyMs, other: LatencyMs, percentile: Percentile): number | null {
  const [from, to] = [fineLatency(baseline, percentile), fineLatency(other, percentile)];
  if (baseline.loop !== other.loop || from === null || to === null) return null;
  return areApart(from, to, Math.max(baseline.resolutionUs, other.resolutionUs)) ? to / from - 1 : null;
}

/** '1 ms', '50 µs'. */
export const resolutionText = (us: number): string => (us >= 1000 ? `${us / 1000} ms` : `${us} µs`);

/** p99_9 is p99.9. */
export const percentileText = (percentile: string): string => percentile.replace('_', '.');
