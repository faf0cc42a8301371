import { describe, expect, it } from 'vitest';
import { normalFrom } from '../../testing/statistics/sessions.ts';
import { changeRangeOf } from './change-range.ts';
import { changePointsOf } from './e-divisive.ts';
import { randomOf } from './seeded-random.ts';

const RULES = { alpha: 0.001, segmentLeast: 3 };
const series = (levels: readonly [count: number, level: number][], sd: number, seed = 1): number[] => {
  const normal = normalFrom(randomOf(seed));
  return levels.flatMap(([count, level]) => Array.from({ length: count }, () => level + sd * normal()));
};
const places = (values: readonly number[], rules: Parameters<typeof changePointsOf>[1] = RULES): number[] =>
  changePointsOf(values, rules).map(({ index }) => index);

describe('changes of level', () => {
  it('are found where they are, there and back', () => {
    const values = series(
      [
        [30, 0],
        [20, 0.05],
        [30, 0],
      ],
      0.01,
    );
    expect(places(values)).toEqual([30, 50]);
  });

  it('are not found in fewer values than two segments have', () => {
    expect(places([0, 0, 1, 1, 1])).toEqual([]);
    expect(places([0, 0, 0, 1, 1, 1])).toEqual([3]);
    expect(places([])).toEqual([]);
  });

  it('a single odd value is none', () => {
    expect(places([...series([[20, 0]], 0.01), 0.3, ...series([[20, 0]], 0.01, 2)])).toEqual([]);
  });

  it('have a difference with the error of a t test', () => {
    // Means 0.02 and 0.12, both variances 0.0002 / 2; pooled over 4 degrees: √(0.0001 × (1/3 + 1/3)) = 0.00816.
    const [change] = changePointsOf([0.01, 0.02, 0.03, 0.11, 0.12, 0.13], { ...RULES, alpha: 0.01 });
    expect(change?.difference).toBeCloseTo(0.1, 12);
    expect(change?.error).toEqual({ difference: expect.closeTo(0.00816497, 8), degrees: 4 });
    // t = 12.25 with 4 degrees.
    expect(change?.pValue).toBeCloseTo(0.000255, 6);
  });

  it('stay only above the least difference, however certain', () => {
    const values = series(
      [
        [50, 0],
        [50, 0.02],
      ],
      0.001,
    );
    expect(places(values, { ...RULES, differenceLeast: () => 0.019 })).toEqual([50]);
    expect(places(values, { ...RULES, differenceLeast: () => 0.021 })).toEqual([]);
  });

  it('lie only where one is possible', () => {
    const values = series(
      [
        [20, 0],
        [20, 0.1],
      ],
      0.01,
    );
    expect(places(values, { ...RULES, mayChangeAt: (index) => index % 7 === 0 })).toEqual([21]);
  });
});

it('the range of a change holds its place about as often as it says', () => {
  const steps = Array.from({ length: 500 }, (_, seed) => {
    const values = series(
      [
        [40, 0],
        [8, 0.05],
      ],
      0.02,
      seed,
    );
    const change = changePointsOf(values, RULES)[0];
    return change ? [changeRangeOf(values, change)] : [];
  }).flat();
  const held = steps.filter(({ lastBefore, firstAfter }) => lastBefore < 40 && firstAfter >= 40);
  const width = steps.reduce((total, { lastBefore, firstAfter }) => total + firstAfter - lastBefore, 0) / steps.length;
  expect(steps.length).toBeGreaterThan(400);
  expect(held.length / steps.length).toBeGreaterThan(0.94);
  expect(width).toBeLessThan(4);
});
