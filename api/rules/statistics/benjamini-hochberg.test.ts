import { expect, it } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';

it('adjusts each p value by its rank, and never above that of a larger one', () => {
  // 0.001 × 5/1, 0.008 × 5/2, 0.039 × 5/3 = 0.065 and 0.041 × 5/4 = 0.05125: the smaller; 0.6 × 5/5.
  const adjusted = benjaminiHochberg([0.039, 0.001, 0.6, 0.008, 0.041]);
  for (const [i, expected] of [0.05125, 0.005, 0.6, 0.02, 0.05125].entries())
    expect(adjusted[i]).toBeCloseTo(expected, 12);
});

it('leaves a single p value as it is', () => {
  expect(benjaminiHochberg([0.03])).toEqual([0.03]);
  expect(benjaminiHochberg([])).toEqual([]);
});
