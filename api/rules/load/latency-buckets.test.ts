import { expect, it } from 'vitest';
import { bucketOf, bucketPosition, bucketStartUs } from './latency-buckets.ts';

it('every bucket holds its first and its last latency, and no other', () => {
  for (let bucket = 0; bucket < 459; bucket++) {
    const [first, next] = [bucketStartUs(bucket), bucketStartUs(bucket + 1)];
    expect([bucketOf(first), bucketOf(next - 1), bucketOf(next)]).toEqual([bucket, bucket, bucket + 1]);
    expect(bucketPosition(first)).toBe(bucket);
    if (first >= 32) expect((next - first) / first).toBeLessThanOrEqual(1 / 16);
  }
});

/** As volley names them: a test of it holds the same values. */
it.each([
  [10_000, 10_239],
  [101_000, 102_399],
  [1_600_000, 1_638_399],
  [3_600_000_000, 3_623_878_655],
])('%d µs lie in the bucket that ends at %d', (us, end) => {
  expect(bucketStartUs(bucketOf(us) + 1) - 1).toBe(end);
});
