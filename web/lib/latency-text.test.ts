import type { Point } from '@contract/point';
import { expect, test } from 'vitest';
import { latencyOf } from '@/testing/comparison-sample';
import { latencyText, rangeOf } from './latency-text';

const range = { p50: { low: 1.2, high: 3.4 }, p90: null, p95: null, p97_5: null, p99: null, p99_9: null, p99_99: null };
const point = (over: Partial<Point>): Point =>
  ({
    latencyMs: latencyOf({ p50: null, p90: 2.25, p99: null, resolutionUs: 1 }),
    latencyRangeMs: null,
    ...over,
  }) as Point;

test('a percentile of all clients is one number', () => {
  expect(latencyText(point({}), 'p90')).toBe('2.25');
});

test('clients without a common percentile have a range, and none where no client told', () => {
  const several = point({ latencyRangeMs: range });
  expect(latencyText(several, 'p50')).toBe('1.20–3.40');
  expect([latencyText(several, 'p99'), rangeOf(several, 'max')]).toEqual([null, null]);
});

test('a range of truncated milliseconds that are the same is said once', () => {
  const coarse = point({
    latencyMs: latencyOf({ p50: null, resolutionUs: 1000 }),
    latencyRangeMs: { ...range, p50: { low: 0, high: 0 } },
  });
  expect(latencyText(coarse, 'p50')).toBe('<1');
});
