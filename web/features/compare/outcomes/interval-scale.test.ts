import { expect, it } from 'vitest';
import { sampleOutcome } from '@/testing/comparison-sample';
import { intervalScale, scaleOf } from './interval-scale';

const effect = sampleOutcome({}).effect;

it('puts a doubling as far from no change as a halving, with no change in the middle', () => {
  const { x } = scaleOf([2, 0.5], 400);
  expect(x(1)).toBe(200);
  expect(x(2) - 200).toBeCloseTo(200 - x(0.5));
});

it('leaves no half of the picture empty where all lies on one side, and room for no change', () => {
  const { x, ticks } = scaleOf([0.7, 0.62, 1.02], 600);
  expect(x(0.62)).toBeLessThan(90);
  expect(x(1)).toBeGreaterThan(350);
  expect(x(1)).toBeLessThan(500);
  const labels = ticks.map(({ label }) => label);
  expect(labels[0]).toBe('−40 %');
  expect(labels.at(-1)).toBe('+20 %');
});

it('keeps a ratio that lies far beyond all others at the end of the axis, and says so', () => {
  const { x, isBeyond } = scaleOf([1.1, 40], 400);
  expect([isBeyond(40), isBeyond(1.1)]).toEqual([true, false]);
  expect(x(40)).toBe(x(4));
});

it('has round ticks on both sides, and a scale only where something has a ratio', () => {
  expect(scaleOf([1.3, 1 / 1.3], 600).ticks.map(({ label }) => label)).toEqual([
    '−20 %',
    '−10 %',
    '0 %',
    '+10 %',
    '+20 %',
    '+30 %',
  ]);
  // As far apart on either side of no change.
  expect(scaleOf([0.95, 1.57], 700).ticks.map(({ label }) => label)).toEqual([
    '−10 %',
    '0 %',
    '+10 %',
    '+20 %',
    '+30 %',
    '+40 %',
    '+50 %',
    '+60 %',
  ]);
  expect(scaleOf([0.9, 3.9], 700).ticks.map(({ label }) => label)).toEqual(['0 %', '+100 %', '+200 %', '+300 %']);
  expect(intervalScale([null], 600)).toBeNull();
  expect(intervalScale([null, effect], 600)?.isBeyond(effect?.high ?? 9)).toBe(false);
});

it('leaves larger labels more room', () => {
  const { ticks } = intervalScale([effect], 540, 84) ?? { ticks: [] };
  const apart = ticks.slice(1).map(({ x }, at) => x - (ticks[at]?.x ?? 0));
  expect(ticks.map(({ label }) => label)).toContain('0 %');
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(84);
});
