import type { LoadResult } from '../../contract/agent-reports.ts';
import type { LatencyInterval, LatencyOverTime, StepLatencyOverTime } from '../../contract/latency-over-time.ts';
import type { LatencyHistogram } from '../../contract/load.ts';
import { mergeHistograms } from './histogram.ts';

/** Buckets of a sixteenth tell one decimal digit. */
const SIGNIFICANT_DIGITS = 1;

/** The histogram of one interval. */
export function histogramOfInterval(
  { valuesUs }: LatencyOverTime,
  { places, counts }: LatencyInterval,
): LatencyHistogram {
  const within = [...places.entries()].filter(([, place]) => place < valuesUs.length);
  return {
    significantDigits: SIGNIFICANT_DIGITS,
    valuesUs: within.map(([, place]) => valuesUs[place] as number),
    counts: within.map(([i]) => counts[i] ?? 0),
  };
}

const NONE: LatencyHistogram = { significantDigits: SIGNIFICANT_DIGITS, valuesUs: [], counts: [] };

type Frame = Pick<LatencyOverTime, 'startedAtUs' | 'durationUs' | 'intervalSeconds'>;

/** One histogram an interval, as they are sent and kept. */
function overTimeOf(frame: Frame, histograms: readonly LatencyHistogram[]): LatencyOverTime {
  const { valuesUs } = mergeHistograms(histograms) ?? NONE;
  const places = new Map(valuesUs.map((value, place) => [value, place]));
  const intervals = histograms.map((one) => ({
    places: one.valuesUs.map((value) => places.get(value) as number),
    counts: one.counts,
  }));
  return { ...frame, valuesUs, intervals };
}

interface Placed {
  overTime: LatencyOverTime;
  /** By the clock of the API, as far as it is known there. */
  startedAtUs: number;
}

export type MergedOverTime = Pick<StepLatencyOverTime, 'overTime' | 'skewUs'>;

/**
 * Latency over time of all clients of a step. Clients begin at one agreed instant, so intervals of the same place are merged;
 * those of a client that began later by half an interval or more are moved by whole intervals. Null where a client with
 * latencies does not tell them over time, by other intervals, or at another time.
 */
export function mergeOverTime(results: readonly LoadResult[]): MergedOverTime | null {
  const answered = results.filter(({ histogram }) => histogram !== null);
  const placed = answered.flatMap(({ latencyOverTime: overTime, clock }): Placed[] =>
    overTime ? [{ overTime, startedAtUs: overTime.startedAtUs + (clock?.offsetUs ?? 0) }] : [],
  );
  const [only] = placed;
  if (!only || placed.length < answered.length) return null;
  const { intervalSeconds } = only.overTime;
  if (placed.some(({ overTime }) => overTime.intervalSeconds !== intervalSeconds)) return null;
  const startedAtUs = Math.min(...placed.map((one) => one.startedAtUs));
  const skewUs = Math.max(...placed.map((one) => one.startedAtUs)) - startedAtUs;
  // They begin at one instant: what is further apart than a step is long is no time of this step.
  if (skewUs > Math.max(...placed.map((one) => one.overTime.durationUs))) return null;
  const endedAtUs = Math.max(...placed.map((one) => one.startedAtUs + one.overTime.durationUs));
  const frame = { startedAtUs, durationUs: endedAtUs - startedAtUs, intervalSeconds };
  const overTime = overTimeOf(frame, laidOver(placed, startedAtUs, intervalSeconds));
  return { overTime, skewUs: results.length < 2 ? null : skewUs };
}

function laidOver(placed: readonly Placed[], fromUs: number, intervalSeconds: number): LatencyHistogram[] {
  const together: LatencyHistogram[][] = [];
  for (const { overTime, startedAtUs } of placed) {
    const shift = Math.round((startedAtUs - fromUs) / (intervalSeconds * 1e6));
    for (const [i, interval] of overTime.intervals.entries()) {
      together[i + shift] ??= [];
      together[i + shift]?.push(histogramOfInterval(overTime, interval));
    }
  }
  // Holes are places where no client has an interval.
  return Array.from(together, (histograms) => mergeHistograms(histograms ?? []) ?? NONE);
}

/** So few intervals of all steps together, or one of each: neighbours of every step are merged pairwise until it fits. */
export function fittedTo(most: number, steps: readonly StepLatencyOverTime[]): StepLatencyOverTime[] {
  const longest = Math.max(1, ...steps.map(({ overTime }) => overTime.intervals.length));
  const count = (size: number): number =>
    steps.reduce((sum, { overTime }) => sum + Math.ceil(overTime.intervals.length / size), 0);
  let size = 1;
  while (count(size) > most && size < longest) size *= 2;
  return size === 1 ? [...steps] : steps.map((step) => ({ ...step, overTime: coarser(step.overTime, size) }));
}

function coarser(overTime: LatencyOverTime, size: number): LatencyOverTime {
  const histograms = overTime.intervals.map((interval) => histogramOfInterval(overTime, interval));
  const merged = Array.from(
    { length: Math.ceil(histograms.length / size) },
    (_, i) => mergeHistograms(histograms.slice(i * size, (i + 1) * size)) ?? NONE,
  );
  return overTimeOf({ ...overTime, intervalSeconds: overTime.intervalSeconds * size }, merged);
}
