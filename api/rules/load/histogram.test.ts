import { describe, expect, it } from 'vitest';
import type { LatencyHistogram } from '../../contract/load.ts';
import { distributionOf, maxUs, mergeHistograms, PERCENTILES, percentilesMs, requestsIn } from './histogram.ts';

/** Chance that is the same every time: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The highest value of the bucket of three significant digits, counted up from below: the slow and sure way. */
function bucketOf(valueUs: number): number {
  let width = 1;
  while (valueUs >= 2048 * width) width *= 2;
  return Math.floor(valueUs / width) * width + width - 1;
}

function histogramOf(latenciesUs: number[]): LatencyHistogram {
  const counts = new Map<number, number>();
  for (const latency of latenciesUs) counts.set(bucketOf(latency), (counts.get(bucketOf(latency)) ?? 0) + 1);
  const valuesUs = [...counts.keys()].sort((a, b) => a - b);
  return { significantDigits: 3, valuesUs, counts: valuesUs.map((value) => counts.get(value) ?? 0) };
}

/** Latencies over five decades, with a long tail as real ones have. */
const latencies = (chance: () => number, count: number): number[] =>
  Array.from({ length: count }, () => Math.floor(10 ** (1 + 5 * chance() ** 2)));

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);

describe('merging', () => {
  it.each(SEEDS)('gives the histogram of the union, whatever the parts (seed %i)', (seed) => {
    const chance = seeded(seed);
    const parts = Array.from({ length: 1 + Math.floor(chance() * 8) }, () =>
      latencies(chance, Math.floor(chance() * 2000)),
    );
    const union = histogramOf(parts.flat());
    expect(mergeHistograms(parts.map(histogramOf))).toEqual(union);
    expect(mergeHistograms(parts.map(histogramOf).reverse())).toEqual(union);
    expect(requestsIn(union)).toBe(parts.flat().length);
  });

  it('refuses buckets of another width, and nothing at all', () => {
    const fine = histogramOf([1, 2, 3]);
    expect(mergeHistograms([fine, { ...fine, significantDigits: 2 }])).toBeNull();
    expect(mergeHistograms([])).toBeNull();
  });
});

describe('what a histogram says', () => {
  it.each(SEEDS)('are the percentiles of the sorted latencies, to the bucket (seed %i)', (seed) => {
    const chance = seeded(seed);
    const sorted = latencies(chance, 1 + Math.floor(chance() * 5000)).sort((a, b) => a - b);
    const histogram = histogramOf(sorted);
    const atUs = (percentile: number): number => {
      const rank = Math.min(sorted.length, Math.max(1, Math.floor((percentile / 100) * sorted.length + 0.5)));
      return bucketOf(sorted[rank - 1] ?? -1);
    };
    const named = Object.entries(PERCENTILES).map(([name, percentile]) => [name, atUs(percentile) / 1000]);
    expect(percentilesMs(histogram)).toEqual(Object.fromEntries(named));
    for (const { percentile, latencyMs } of distributionOf(histogram)) expect(latencyMs).toBe(atUs(percentile) / 1000);
    expect(maxUs(histogram)).toBe(bucketOf(sorted.at(-1) ?? -1));
  });

  it('is in milliseconds where people read it', () => {
    const histogram = histogramOf([...Array.from({ length: 99 }, () => 250), 180_000]);
    expect(percentilesMs(histogram)).toMatchObject({ p50: 0.25, p99: 0.25, p99_9: 180.095 });
  });

  it('is nothing where nothing was answered', () => {
    const none: LatencyHistogram = { significantDigits: 3, valuesUs: [], counts: [] };
    expect(maxUs(none)).toBeNull();
    expect(new Set(Object.values(percentilesMs(none)))).toEqual(new Set([null]));
    expect(distributionOf(none)).toEqual([]);
  });
});

describe('the curve', () => {
  it('goes from the least to 99.999 %, ever denser towards the tail, and never falls', () => {
    const curve = distributionOf(histogramOf(latencies(seeded(7), 200_000)));
    expect(curve.length).toBeGreaterThanOrEqual(40);
    expect(curve.length).toBeLessThanOrEqual(60);
    expect([curve[0]?.percentile, curve.at(-1)?.percentile]).toEqual([0, 99.999]);
    for (const [i, { percentile, latencyMs }] of curve.entries()) {
      const before = curve[i - 1];
      if (!before) continue;
      expect(percentile).toBeGreaterThan(before.percentile);
      expect(latencyMs).toBeGreaterThanOrEqual(before.latencyMs);
    }
    for (const percentile of [50, 90, 95, 99, 99.9, 99.99]) {
      expect(curve.some((point) => point.percentile === percentile)).toBe(true);
    }
  });
});
