import { describe, expect, it } from 'vitest';
import { type Effect, effectOfRounds, effectOfUnpairedRuns, type Fault } from './effect.ts';
import { roundsStillNeeded } from './rounds-needed.ts';

const found = (effect: Effect | Fault): Effect => {
  if ('fault' in effect) throw new Error(effect.fault);
  return effect;
};
const inverse = (sides: { baseline: number[]; other: number[] }) => ({ baseline: sides.other, other: sides.baseline });

const ROUNDS = { baseline: [100, 102, 98, 101, 99, 103], other: [110, 111, 109, 108, 112, 113] };

describe('effectOfRounds', () => {
  it('is the geometric mean of paired ratios with the t interval of their logarithms', () => {
    const effect = found(effectOfRounds(ROUNDS, 0.05));
    // Worked out apart: logarithms 0.09531, 0.08456, 0.10638, 0.06701, 0.12338, 0.09266; mean 0.094883, deviation 0.019146, t = 12.1391.
    const reach = (2.570581835636314 * 0.019146) / Math.sqrt(6);
    expect(Math.log(effect.ratio)).toBeCloseTo(0.094883, 5);
    expect(Math.log(effect.high ?? 0)).toBeCloseTo(0.094883 + reach, 5);
    expect(Math.log(effect.low ?? 0)).toBeCloseTo(0.094883 - reach, 5);
    expect(effect.cvPercent).toBeCloseTo(1.9148, 3);
    // By the closed form for 5 degrees.
    expect(effect.pValue).toBeCloseTo(6.703e-5, 8);
    expect(effect).toMatchObject({ interleaved: true, pairs: 6, runs: { baseline: 6, other: 6 }, alpha: 0.05 });
  });

  it('is the inverse when the sides change places, and blind to the unit', () => {
    const [there, back] = [found(effectOfRounds(ROUNDS, 0.05)), found(effectOfRounds(inverse(ROUNDS), 0.05))];
    expect(back.ratio).toBeCloseTo(1 / there.ratio, 12);
    expect(back.low).toBeCloseTo(1 / (there.high ?? 0), 12);
    expect(back.hodgesLehmann).toBeCloseTo(1 / there.hodgesLehmann, 12);
    expect(back.pValue).toBeCloseTo(there.pValue ?? 0, 12);
    const scaled = { baseline: ROUNDS.baseline.map((x) => x / 1000), other: ROUNDS.other.map((x) => x / 1000) };
    expect(found(effectOfRounds(scaled, 0.05)).ratio).toBeCloseTo(there.ratio, 12);
  });

  it('shows by Hodges and Lehmann what a single odd round does to the mean', () => {
    const odd = { ...ROUNDS, other: [...ROUNDS.other.slice(0, 5), 40] };
    const effect = found(effectOfRounds(odd, 0.05));
    expect(effect.ratio).toBeLessThan(0.95);
    expect(effect.hodgesLehmann).toBeGreaterThan(1);
  });

  it('takes what drifts within the pairs out of the interval', () => {
    const levels = [1, 1.3, 0.8, 1.1, 0.7, 1.2];
    const drifting = {
      baseline: ROUNDS.baseline.map((x, i) => x * (levels[i] ?? 1)),
      other: ROUNDS.other.map((x, i) => x * (levels[i] ?? 1)),
    };
    const [paired, unpaired] = [effectOfRounds(drifting, 0.05), effectOfUnpairedRuns(drifting, 0.05)].map(found);
    expect(paired?.low).toBeCloseTo(found(effectOfRounds(ROUNDS, 0.05)).low ?? 0, 12);
    expect(unpaired?.low).toBeLessThan(0.9);
  });

  it('has no interval of one pair, nor where no ratio differs from another', () => {
    const none = { low: null, high: null, pValue: null, cvPercent: null, error: null };
    expect(effectOfRounds({ baseline: [100], other: [110] }, 0.05)).toMatchObject({ ...none, pairs: 1 });
    const coarse = found(effectOfRounds({ baseline: [2, 2, 2], other: [3, 3, 3] }, 0.05));
    expect(coarse).toMatchObject({ ...none, pairs: 3, ratio: expect.closeTo(1.5, 12) });
    expect(roundsStillNeeded(coarse, { margin: 0.02, noise: null })).toBeNull();
    // 0.3 / 0.1 and 0.6 / 0.2 differ by the rounding of floating point only.
    expect(effectOfRounds({ baseline: [0.1, 0.2, 0.7], other: [0.3, 0.6, 2.1] }, 0.05)).toMatchObject(none);
  });

  it('refuses in a sentence what has no ratio', () => {
    for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(effectOfRounds({ baseline: [1, 2], other: [1, bad] }, 0.05)).toEqual({
        fault: `Figure 2 of the other side is ${bad}: ratios need numbers above 0. Leave out this run.`,
      });
    }
    expect(effectOfRounds({ baseline: [], other: [] }, 0.05)).toHaveProperty('fault');
    expect(effectOfRounds({ baseline: [1, 2], other: [1] }, 0.05)).toHaveProperty(
      'fault',
      expect.stringContaining('2 figures and the other side 1'),
    );
  });
});

describe('effectOfUnpairedRuns', () => {
  it("is Welch's interval on logarithms, and says that drift is not excluded", () => {
    const sides = { baseline: [1, 2, 3, 4].map(Math.exp), other: [3, 7, 5].map(Math.exp) };
    const effect = found(effectOfUnpairedRuns(sides, 0.05));
    // Variances 5/3 of 4 and 4 of 3: error² 5/12 + 4/3 = 1.75, degrees 1.75² / ((5/12)²/3 + (4/3)²/2) = 3.2347.
    expect(Math.log(effect.ratio)).toBeCloseTo(2.5, 12);
    expect(effect.error?.logRatio).toBeCloseTo(Math.sqrt(1.75), 12);
    expect(effect.error?.degrees).toBeCloseTo(3.2347, 4);
    expect(effect).toMatchObject({ interleaved: false, pairs: null, runs: { baseline: 4, other: 3 } });
    expect(Math.log(effect.hodgesLehmann)).toBeCloseTo(2.5, 12);
  });

  it('has no interval where a side has one run', () => {
    expect(effectOfUnpairedRuns({ baseline: [1, 2, 3], other: [4] }, 0.05)).toMatchObject({ low: null, pValue: null });
  });

  it('refuses an empty side', () => {
    expect(effectOfUnpairedRuns({ baseline: [1], other: [] }, 0.05)).toEqual({
      fault: 'There is no figure of the other side, so there is nothing to compare.',
    });
  });
});
