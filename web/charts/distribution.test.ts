import { expect, test } from 'vitest';
import { cursorStops, latencyAt, ninesOf, percentileName, reachOf, tailScale, tailSentence } from './distribution';

const curve = [
  { percentile: 0, latencyMs: 0.1 },
  { percentile: 50, latencyMs: 1 },
  { percentile: 99, latencyMs: 4 },
  { percentile: 99.9, latencyMs: 20 },
  { percentile: 100, latencyMs: 31 },
];

test('every further nine gets the same room, and the slowest request stands at the end', () => {
  const scale = tailScale([curve], 0, 1000);
  const nine = scale(90);
  expect(scale(0)).toBe(0);
  expect(scale(99) - nine).toBeCloseTo(nine, 6);
  expect(scale(99.9)).toBeCloseTo(3 * nine, 6);
  expect(scale(100)).toBe(1000);
  expect(scale.ticks).toEqual([0, 50, 90, 99, 99.9]);
});

test('without the slowest request the axis ends at the last percentile', () => {
  expect(tailScale([curve.slice(0, 4)], 0, 100)(99.9)).toBeCloseTo(100, 6);
  expect(ninesOf(99.99)).toBeCloseTo(4, 9);
});

test('a percentile is of the first bucket that reaches it, and absent beyond the last', () => {
  expect([latencyAt(curve, 50), latencyAt(curve, 75), latencyAt(curve, 99.9)]).toEqual([1, 4, 20]);
  expect(latencyAt(curve.slice(0, 3), 99.9)).toBeNull();
  expect([latencyAt(curve, 99.99), latencyAt(curve, 100)]).toEqual([null, 31]);
});

test('few requests do not carry a curve far: beyond their last percentile there is only the slowest', () => {
  const told = (requests: number, maxMs: number | null) =>
    reachOf(curve.slice(0, 4), requests, maxMs).map(({ percentile, latencyMs }) => [percentile, latencyMs]);
  expect(told(1000, 31)).toEqual([
    [0, 0.1],
    [50, 1],
    [99, 4],
    [99.9, 20],
    [100, 31],
  ]);
  expect(told(999, 31)).toEqual([
    [0, 0.1],
    [50, 1],
    [99, 4],
    [100, 31],
  ]);
  expect(told(1, null)).toEqual([[0, 0.1]]);
});

test('percentiles are named as people do', () => {
  expect([99.9, 97.5, 100].map(percentileName)).toEqual(['p99.9', 'p97.5', 'max']);
  expect([50, 99.9, 25, 100].map(tailSentence)).toEqual([
    '50 % took longer',
    '1 in 1,000 took longer',
    '75 % took longer',
    'the slowest request',
  ]);
});

test('the cursor stops at each percentile of any curve once', () => {
  expect(
    cursorStops([
      curve,
      [
        { percentile: 90, latencyMs: 2 },
        { percentile: 99, latencyMs: 3 },
      ],
    ]),
  ).toEqual([0, 50, 90, 99, 99.9, 100]);
});
