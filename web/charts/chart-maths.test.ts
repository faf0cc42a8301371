import { expect, test } from 'vitest';
import {
  labelsWithRoom,
  linearScale,
  linearTicks,
  logScale,
  logTicks,
  rampPositions,
  sideBySide,
  stretchesOf,
  timeTicks,
} from './chart-maths';
import { nearestIndex } from './nearest';
import { stackedTop } from './stack';

test.each([
  [0, [0, 1]],
  [100, [0, 25, 50, 75, 100]],
  [2_299_162, [0, 1e6, 2e6, 3e6]],
  [264_878, [0, 1e5, 2e5, 3e5]],
  [0.03, [0, 0.01, 0.02, 0.03]],
])('ticks up to %d are round and reach it', (highest, ticks) => {
  expect(linearTicks(highest)).toEqual(ticks);
});

test('a log axis spans whole decades, one at least', () => {
  expect(logTicks(8, 1532)).toEqual([1, 10, 100, 1000, 10_000]);
  expect(logTicks(10, 10)).toEqual([10, 100]);
  expect(logTicks(0.5, 0.5)).toEqual([0.1, 1]);
});

test('scales end at their last tick', () => {
  const y = linearScale(250, 200, 0);
  expect([y(0), y(300)]).toEqual([200, 0]);
  const z = logScale(1, 100, 200, 0);
  expect([z(1), z(10), z(100)]).toEqual([200, 100, 0]);
});

test('equal factors are equally far apart along a ramp', () => {
  const [a, b, c] = rampPositions([10, 100, 1000], 0, 100);
  expect([a, b, c].map((x) => Math.round(x ?? -1))).toEqual([0, 50, 100]);
  expect(rampPositions([10, 10], 0, 100)).toEqual([50, 50]);
});

test('labels without room are left out, the last one never', () => {
  expect(labelsWithRoom([0, 10, 50, 95, 100], 40)).toEqual([true, false, true, false, true]);
});

test('the nearest of ascending times', () => {
  expect([0, 14, 16, 99].map((at) => nearestIndex([10, 20, 30], at))).toEqual([0, 0, 1, 2]);
  expect(nearestIndex([], 5)).toBeNull();
});

test('stacked values leave gaps out', () => {
  expect(
    stackedTop(
      [
        [1, 2],
        [null, 5],
      ],
      0,
    ),
  ).toBe(1);
});

test('a line is broken where the kind changes', () => {
  expect(stretchesOf(['a1', 'a2', 'b1', 'a3'], ([kind]) => kind)).toEqual([['a1', 'a2'], ['b1'], ['a3']]);
  expect(stretchesOf([], String)).toEqual([]);
});

test('labels of a time axis stand apart, and none at its edges', () => {
  expect(timeTicks(0, 60, 660)).toEqual([10, 20, 30, 40, 50]);
  expect(timeTicks(-0.5, 12, 220)).toEqual([0, 10]);
  expect(timeTicks(100, 100.5, 600)).toEqual([]);
});

test.each([
  ['different places stay', [10, 60, 90], [10, 60, 90]],
  ['two of one place stand 28 px apart around it', [10, 60, 60], [10, 46, 74]],
  ['at the end none stands beyond it', [10, 100, 100], [10, 72, 100]],
  ['at the start neither', [0, 0, 50], [0, 28, 50]],
  ['more than there is room for share the room', [50, 50, 50, 50, 50], [0, 25, 50, 75, 100]],
])('equal places side by side: %s', (_, places, shown) => {
  expect(sideBySide(places, 28, 0, 100)).toEqual(shown);
});
