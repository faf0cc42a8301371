import type { LatencyOverTime } from '../../contract/latency-over-time.ts';
import type { LatencyHistogram } from '../../contract/load.ts';
import { bucketOf, bucketStartUs } from '../../rules/load/latency-buckets.ts';

/**
 * The latencies of a step second by second: each request of its histogram in one of them, some seconds with a few more. What
 * is rare is in a few seconds only, as it is on a machine.
 */
export function overTimeOf(startedAtUs: number, seconds: number, histogram: LatencyHistogram): LatencyOverTime {
  const buckets = spread(histogram);
  const ends = endsOf(seconds);
  const intervals = ends.map((end, second): LatencyOverTime['intervals'][number] => {
    const counts = buckets.map(([, count]) => upTo(count, end) - upTo(count, ends[second - 1] ?? 0));
    const places = counts.flatMap((count, place) => (count > 0 ? [place] : []));
    return { places, counts: counts.filter((count) => count > 0) };
  });
  return {
    ...{ startedAtUs, durationUs: seconds * 1e6, intervalSeconds: 1, intervals },
    valuesUs: buckets.map(([bucket]) => bucketStartUs(bucket + 1) - 1),
  };
}

/** Each mark of the histogram over the buckets since the one before, as evenly as whole requests go. */
function spread({ valuesUs, counts }: LatencyHistogram): [bucket: number, count: number][] {
  return valuesUs.flatMap((value, at) => {
    const last = bucketOf(value);
    const first = Math.min(last, bucketOf(valuesUs[at - 1] ?? value / 2) + 1);
    const width = last - first + 1;
    const count = counts[at] ?? 0;
    return Array.from({ length: width }, (_, place): [number, number] => [
      first + place,
      upTo(count, (place + 1) / width) - upTo(count, place / width),
    ]);
  });
}

/** Where each second ends, as a part of the requests. */
function endsOf(seconds: number): number[] {
  const weights = Array.from({ length: seconds }, (_, second) => 1 + ((second % 7) - 3) / 100);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight, second) => {
    sum += weight;
    return second === seconds - 1 ? 1 : sum / whole;
  });
}

const upTo = (count: number, part: number): number => Math.round(count * part);
