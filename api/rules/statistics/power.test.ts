import { describe, expect, it } from 'vitest';
import { type DesignFigures, designOf, pairLogSdOfCv, spreadOfRepeats } from './design.ts';
import { type Plan, powerOfDifference, powerOfEquivalence } from './power.ts';
import { leastRounds, roundsInWords } from './rounds-needed.ts';

const plan = (change: Partial<Plan> = {}): Plan => ({
  rounds: 6,
  alpha: 0.05,
  logSd: pairLogSdOfCv(3.5),
  margin: 0.02,
  noise: null,
  ...change,
});

function figuresOf(change: Partial<Plan> = {}): DesignFigures {
  const figures = designOf(plan(change));
  if (!figures) throw new Error('No design.');
  return figures;
}

describe('powerOfDifference', () => {
  it('is that of the paired t test where nothing but the interval is asked for', () => {
    // Cohen's tables and every power calculator: d = 0.5, 34 pairs give 80.8 %; d = 1, 10 pairs 80.3 %.
    expect(powerOfDifference(plan({ margin: 0, rounds: 34, logSd: 1 }), 0.5)).toBeCloseTo(0.8078, 3);
    expect(powerOfDifference(plan({ margin: 0, rounds: 10, logSd: 1 }), 1)).toBeCloseTo(0.803, 3);
  });

  it('is half of alpha on each side when nothing differs, and near certainty for a large difference', () => {
    for (const rounds of [3, 6, 20]) expect(powerOfDifference(plan({ margin: 0, rounds }), 0)).toBeCloseTo(0.025, 4);
    expect(powerOfDifference(plan(), 0.5)).toBeCloseTo(1, 6);
  });

  it('is one half at most for a difference of just the margin', () => {
    expect(powerOfDifference(plan({ rounds: 200, logSd: 0.01 }), Math.log(1.02))).toBeCloseTo(0.5, 3);
  });

  it('falls with a noise floor above the margin', () => {
    const noise = { logSd: 0.1, degrees: 6 };
    expect(powerOfDifference(plan({ noise }), 0.07)).toBeLessThan(powerOfDifference(plan(), 0.07) - 0.2);
  });
});

describe('powerOfEquivalence', () => {
  it('is at most alpha for a difference of just the margin', () => {
    for (const rounds of [3, 6, 55, 200])
      expect(powerOfEquivalence(plan({ rounds }), Math.log(1.02))).toBeLessThanOrEqual(0.05 + 1e-6);
    expect(powerOfEquivalence(plan({ rounds: 200, logSd: 0.01 }), Math.log(1.02))).toBeCloseTo(0.05, 3);
  });

  it('does not care which side is higher', () => {
    expect(powerOfEquivalence(plan({ rounds: 60 }), 0.01)).toBeCloseTo(
      powerOfEquivalence(plan({ rounds: 60 }), -0.01),
      9,
    );
  });
});

describe('designOf', () => {
  it('tells what six rounds can show of runs that vary by 3.5 %: about ±5 %, and 7 %; 2 % equivalence takes about 55', () => {
    const { intervalHalfWidth, smallestDetectable, roundsForEquivalence } = figuresOf();
    expect(intervalHalfWidth).toBeGreaterThan(0.048);
    expect(intervalHalfWidth).toBeLessThan(0.055);
    expect(smallestDetectable).toBeGreaterThan(0.068);
    expect(smallestDetectable).toBeLessThan(0.078);
    expect(roundsForEquivalence).toEqual({ type: 'rounds', rounds: expect.any(Number) });
    expect(roundsForEquivalence?.rounds).toBeGreaterThanOrEqual(52);
    expect(roundsForEquivalence?.rounds).toBeLessThanOrEqual(58);
  });

  it('shows smaller differences of what varies less, and with more rounds', () => {
    const steady = figuresOf({ logSd: pairLogSdOfCv(1) });
    const many = figuresOf({ rounds: 20 });
    for (const better of [steady, many]) expect(better.smallestDetectable).toBeLessThan(0.05);
    expect(steady.roundsForEquivalence?.rounds).toBeLessThan(9);
  });

  it('never promises to show what is not above the margin or the noise floor', () => {
    expect(figuresOf({ rounds: 200, logSd: 0.001 }).smallestDetectable).toBeGreaterThan(0.02);
    const noise = { logSd: 0.1, degrees: 6 };
    expect(figuresOf({ noise }).smallestDetectable).toBeGreaterThan(0.1);
  });

  it('promises no claim with two rounds, and no equivalence without a margin', () => {
    expect(figuresOf({ rounds: 2 }).smallestDetectable).toBeNull();
    expect(figuresOf({ margin: 0 }).roundsForEquivalence).toBeNull();
  });

  it('knows nothing of one round, nor of figures that never differ', () => {
    expect(designOf(plan({ rounds: 1 }))).toBeNull();
    for (const logSd of [0, Number.NaN, Number.POSITIVE_INFINITY]) expect(designOf(plan({ logSd }))).toBeNull();
  });

  it('costs more rounds than anybody makes where runs vary much', () => {
    const { roundsForEquivalence } = figuresOf({ logSd: 0.3 });
    expect(roundsForEquivalence).toEqual({ type: 'more-than', rounds: 200 });
    expect(roundsForEquivalence && roundsInWords(roundsForEquivalence)).toBe('more than 200 rounds');
  });
});

describe('leastRounds', () => {
  it('finds the first number of rounds that is enough, three at least', () => {
    expect(leastRounds((rounds) => (rounds >= 17 ? 0.8 : 0.79))).toEqual({ type: 'rounds', rounds: 17 });
    expect(leastRounds(() => 1)).toEqual({ type: 'rounds', rounds: 3 });
    expect(leastRounds((rounds) => rounds / 250)).toEqual({ type: 'rounds', rounds: 200 });
  });
});

describe('spreadOfRepeats', () => {
  it('pools what runs of one configuration differ by, whatever the level of each', () => {
    const spread = spreadOfRepeats([[100, 110], [1000, 1100], [7]]);
    expect(spread?.degrees).toBe(2);
    expect(spread?.logSd).toBeCloseTo(Math.log(1.1) / Math.SQRT2, 12);
    expect(spreadOfRepeats([[5], [6], []])).toBeNull();
  });
});
