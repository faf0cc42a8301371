import { expect, it } from 'vitest';
import { binomialPValue } from './binomial.ts';

it('is twice the smaller tail, with what was seen', () => {
  // 10 of 10 by a fair coin: 2 / 1024.
  expect(binomialPValue(10, 10, 0.5)).toBeCloseTo(2 / 1024, 12);
  expect(binomialPValue(0, 10, 0.5)).toBeCloseTo(2 / 1024, 12);
  // 9 or more of 10: 11 / 1024.
  expect(binomialPValue(9, 10, 0.5)).toBeCloseTo(22 / 1024, 12);
  // 3 of 3 at a chance of 0.2.
  expect(binomialPValue(3, 3, 0.2)).toBeCloseTo(0.016, 12);
  expect(binomialPValue(5, 10, 0.5)).toBe(1);
  expect(binomialPValue(0, 0, 0.5)).toBe(1);
});

it('goes over into the normal distribution without a step', () => {
  const [below, above] = [binomialPValue(10_200, 20_000, 0.5), binomialPValue(10_200, 20_001, 0.5)];
  expect(above / below).toBeGreaterThan(0.97);
  expect(above / below).toBeLessThan(1.05);
});
