import { expect, test } from 'vitest';
import { sampleOutcome } from '@/testing/comparison-sample';
import { roundsOf, ticksAround } from './rounds';

const figure = (values: (number | null)[]) => ({ ...sampleOutcome({}).baseline, values, mean: 1 });

test('one dot a run, and none where a round has no figure', () => {
  const rounds = roundsOf([sampleOutcome({ baseline: figure([1, 2, 3]), other: figure([4, null, 6]) })]);
  expect(rounds?.dots).toHaveLength(5);
  expect(rounds?.dots.filter(({ sideIndex }) => sideIndex === 1).map(({ place }) => place)).toEqual([0, 2]);
  expect(rounds?.places).toBe(3);
});

test('dots belong together only when every side ran in rounds', () => {
  const of = (interleaved: boolean) => {
    const one = sampleOutcome({ baseline: figure([1, 2]), other: figure([1, 2]) });
    return roundsOf([{ ...one, effect: one.effect && { ...one.effect, interleaved } }])?.paired;
  };
  expect([of(true), of(false)]).toEqual([true, false]);
});

test('one run a side is nothing to draw', () => {
  expect(roundsOf([sampleOutcome({ baseline: figure([1]), other: figure([2]) })])).toBeNull();
  expect(roundsOf([])).toBeNull();
});

test('ticks hold every value between them, also when all are alike', () => {
  expect(ticksAround([786_000, 793_000])).toEqual([786_000, 788_000, 790_000, 792_000, 794_000]);
  const alike = ticksAround([500, 500]);
  expect(alike[0]).toBeLessThanOrEqual(500);
  expect(alike.at(-1)).toBeGreaterThan(500);
});
