import { expect, it } from 'vitest';
import { sampleOutcome } from '@/testing/comparison-sample';
import { intervalScale, scaleOf } from './interval-scale';

const effect = sampleOutcome({}).effect;

it('puts a doubling as far from no change as a halving, with no change in the middle', () => {
  const { x } = scaleOf([2, 0.5], 400);
  expect(x(1)).toBe(200);
  expect(x(2) - 200).toBeCloseTo(200 - x(0.5));
});

it('keeps a ratio that lies far beyond all others at the end of the axis, and says so', () => {
  const { x, isBeyond } = scaleOf([1.1, 40], 400);
  expect([isBeyond(40), isBeyond(1.1)]).toEqual([true, false]);
  expect(x(40)).toBe(x(4));
});

it('has round ticks on both sides, and a scale only where something has a ratio', () => {
  expect(scaleOf([1.3], 600).ticks.map(({ label }) => label)).toEqual([
    '−20 %',
    '−10 %',
    '−5 %',
    '0 %',
    '+5 %',
    '+10 %',
    '+20 %',
  ]);
  expect(intervalScale([null], 600)).toBeNull();
  expect(intervalScale([null, effect], 600)?.isBeyond(effect?.high ?? 9)).toBe(false);
});
