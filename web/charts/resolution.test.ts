import { expect, test } from 'vitest';
import { boundsBelow, drawnAtBound, drawnMs, isBelow } from './resolution';

test('a latency below what the tool resolves is known by its bound alone, and stands there', () => {
  expect([isBelow(0, 1000), isBelow(0.5, 1000), isBelow(1, 1000), isBelow(0.5, 1)]).toEqual([true, true, false, false]);
  expect([drawnMs(0, 1000), drawnMs(0.5, 1000), drawnMs(8, 1000), drawnMs(0.5, 1)]).toEqual([1, 1, 8, 0.5]);
  const of = (ms: number, resolutionUs: number) => ({ ms, resolutionUs });
  expect(boundsBelow([of(0, 1000), of(0.5, 1000), of(0.5, 1), of(3, 1000)])).toEqual([1000]);
  expect(drawnAtBound([1000, 50])).toBe('below the tool’s resolution, drawn at it (1\u00a0ms, 50\u00a0µs)');
});
