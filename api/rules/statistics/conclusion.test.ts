import { describe, expect, it } from 'vitest';
import { betterWord } from './better-word.ts';
import { type Conclusion, conclusionOf, type Rules, thresholdOf } from './conclusion.ts';
import { type Effect, effectOfRounds, effectOfUnpairedRuns } from './effect.ts';
import { secondaryConclusions } from './family.ts';
import { holmAdjusted } from './holm.ts';
import { looksOf, saysNothing } from './looks.ts';
import { noiseFloorOf, noiseOf } from './noise-floor.ts';
import { roundsStillNeeded } from './rounds-needed.ts';

const RULES: Rules = { margin: 0.02, noise: null };

/** Rounds whose ratios are these. */
function effectOf(ratios: number[], alpha = 0.05): Effect {
  const effect = effectOfRounds(
    { baseline: ratios.map(() => 1000), other: ratios.map((ratio) => 1000 * ratio) },
    alpha,
  );
  if ('fault' in effect) throw new Error(effect.fault);
  return effect;
}
const conclusionFor = (ratios: number[], rules = RULES): Conclusion => conclusionOf(effectOf(ratios), rules);

const HIGHER = [1.1, 1.11, 1.09, 1.12, 1.1, 1.08];
const SAME = [1.002, 0.998, 1.001, 0.999, 1.003, 0.997];
const WIDE = [1.2, 0.9, 1.1, 0.95, 1.15, 0.85];
/** Certainly above no change, and certainly below nothing that matters. */
const SMALL = [1.014, 1.02, 1.026, 1.01, 1.03, 1.016];

describe('conclusionOf', () => {
  it('is higher or lower where the interval excludes no change and the effect is above the margin', () => {
    expect(conclusionFor(HIGHER)).toEqual({ type: 'higher' });
    expect(conclusionFor(HIGHER.map((ratio) => 1 / ratio))).toEqual({ type: 'lower' });
  });

  it('is equivalent only with evidence, not for want of a difference', () => {
    expect(conclusionFor(SAME)).toEqual({ type: 'equivalent' });
    expect(conclusionFor(WIDE)).toEqual({ type: 'inconclusive', doubt: 'no-change-not-excluded' });
  });

  it('is equivalent although surely different, when surely by less than the margin', () => {
    const tiny = SAME.map((ratio) => ratio * 1.006);
    expect(effectOf(tiny).low).toBeGreaterThan(1);
    expect(conclusionFor(tiny)).toEqual({ type: 'equivalent' });
  });

  it('is inconclusive of an effect that is there, and within the margin', () => {
    expect(effectOf(SMALL).low).toBeGreaterThan(1);
    expect(conclusionFor(SMALL)).toEqual({ type: 'inconclusive', doubt: 'within-margin' });
    expect(conclusionFor(SMALL, { margin: 0.01, noise: null })).toEqual({ type: 'higher' });
  });

  it('is inconclusive of an effect that identical configurations show, too', () => {
    const noise = { logSd: 0.15, degrees: 6 };
    expect(thresholdOf(effectOf(HIGHER), { margin: 0.02, noise })).toEqual({
      logRatio: noiseFloorOf(noise, 6, 0.05),
      of: 'noise-floor',
    });
    expect(conclusionFor(HIGHER, { margin: 0.02, noise })).toEqual({
      type: 'inconclusive',
      doubt: 'within-noise-floor',
    });
    expect(conclusionFor(HIGHER, { margin: 0.02, noise: { logSd: 0.01, degrees: 6 } })).toEqual({ type: 'higher' });
  });

  it('claims nothing of one run a side, nor of two', () => {
    expect(conclusionFor([5])).toEqual({ type: 'no-repeats' });
    expect(conclusionFor([1.5, 1.5001])).toEqual({ type: 'provisional' });
    const unpaired = effectOfUnpairedRuns({ baseline: [1, 1.01, 1.02, 1.03], other: [2] }, 0.05);
    expect(conclusionOf(unpaired as Effect, RULES)).toEqual({ type: 'no-repeats' });
  });

  it('claims nothing of figures that are coarser than their noise', () => {
    expect(conclusionFor([1.5, 1.5, 1.5, 1.5])).toEqual({ type: 'inconclusive', doubt: 'no-spread' });
    expect(conclusionFor([1, 1, 1, 1])).toEqual({ type: 'inconclusive', doubt: 'no-spread' });
  });

  it('asks more of a smaller alpha', () => {
    const ratios = [1.06, 1.02, 1.1, 1.01, 1.07, 1.03];
    expect(conclusionOf(effectOf(ratios, 0.05), RULES).type).toBe('higher');
    expect(conclusionOf(effectOf(ratios, 0.005), RULES).type).toBe('inconclusive');
  });

  it('holds for unpaired runs likewise', () => {
    const effect = effectOfUnpairedRuns({ baseline: [100, 101, 99], other: [120, 121, 119] }, 0.05) as Effect;
    expect(conclusionOf(effect, RULES)).toEqual({ type: 'higher' });
    // Three a side are as sure as three pairs.
    const noise = { logSd: 0.1, degrees: 10 };
    expect(thresholdOf(effect, { margin: 0.02, noise }).logRatio).toBeCloseTo(noiseFloorOf(noise, 3, 0.05), 12);
  });
});

describe('roundsStillNeeded', () => {
  const DIFFERENT = [1.2, 0.98, 1.15, 0.96, 1.1, 1.02];

  it('tells how many rounds the difference seen would take, always more than were made', () => {
    expect(conclusionFor(DIFFERENT).type).toBe('inconclusive');
    const needed = roundsStillNeeded(effectOf(DIFFERENT), RULES);
    expect(needed).toEqual({ toShow: 'difference', rounds: { type: 'rounds', rounds: expect.any(Number) } });
    expect(needed?.rounds.rounds).toBeGreaterThan(6);
    expect(needed?.rounds.rounds).toBeLessThan(25);
  });

  it('tells how many it takes to show that there is none, where no more than the margin was seen', () => {
    const close = [1.03, 0.98, 1.02, 0.97, 1.03, 0.985];
    expect(conclusionFor(close)).toEqual({ type: 'inconclusive', doubt: 'no-change-not-excluded' });
    const needed = roundsStillNeeded(effectOf(close), RULES);
    expect(needed).toEqual({ toShow: 'equivalence', rounds: { type: 'rounds', rounds: expect.any(Number) } });
    expect(needed?.rounds.rounds).toBeGreaterThan(6);
    expect(needed?.rounds.rounds).toBeLessThan(40);
  });

  it('ends at 200', () => {
    const most = { type: 'more-than', rounds: 200 };
    expect(roundsStillNeeded(effectOf(WIDE.map((ratio) => ratio ** 3)), RULES)?.rounds).toEqual(most);
    // An effect of just the margin is neither above nor below it, however long one looks.
    expect(roundsStillNeeded(effectOf(SMALL), RULES)?.rounds).toEqual(most);
  });

  it('asks for more where many are compared', () => {
    const [alone, among] = [1, 12].map(
      (many) => roundsStillNeeded(effectOf(DIFFERENT), RULES, many)?.rounds.rounds ?? 0,
    );
    expect(among).toBeGreaterThan((alone ?? 0) + 3);
  });
});

describe('the noise floor', () => {
  it('is the t bound of the mean of that many rounds about no change', () => {
    const noise = noiseOf([
      { baseline: [100, 100], other: [103, 97] },
      { baseline: [50, 50], other: [51, 50] },
    ]);
    const squares = [Math.log(1.03), Math.log(0.97), Math.log(1.02), 0].map((log) => log * log);
    expect(noise).toEqual({ logSd: expect.closeTo(Math.sqrt(squares.reduce((a, b) => a + b) / 4), 12), degrees: 4 });
    // t of 4 degrees at 2.5 %.
    expect(noiseFloorOf({ logSd: 0.02, degrees: 4 }, 9, 0.05)).toBeCloseTo((2.7764451 * 0.02) / 3, 7);
  });

  it('counts a mean beside no change as noise', () => {
    const shifted = noiseOf([{ baseline: [100, 100, 100], other: [110, 110, 110] }]);
    expect(shifted).toMatchObject({ logSd: expect.closeTo(Math.log(1.1), 12) });
  });

  it('is not known of fewer than three rounds, and refuses what has no ratio', () => {
    expect(noiseOf([{ baseline: [1, 1], other: [1, 1] }])).toBeNull();
    expect(noiseOf([])).toBeNull();
    expect(noiseOf([{ baseline: [1, 1, 0], other: [1, 1, 1] }])).toHaveProperty('fault');
    expect(noiseOf([{ baseline: [1, 1, 1], other: [1, 1] }])).toHaveProperty('fault');
  });
});

describe('holmAdjusted', () => {
  it('multiplies the smallest p by how many there are, the next by one less, and never goes down again', () => {
    const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]);
    for (const [i, p] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[i]).toBeCloseTo(p, 12);
    expect(holmAdjusted([0.5, 0.9])).toEqual([1, 1]);
    expect(holmAdjusted([0.03])).toEqual([0.03]);
    expect(holmAdjusted([])).toEqual([]);
  });
});

const family = (effects: Effect[]) => effects.map((effect) => ({ effect, rules: RULES }));

describe('secondaryConclusions', () => {
  const borderline = [1.06, 1.02, 1.1, 1.01, 1.07, 1.03];

  it('lets a claim fall that would have stood alone', () => {
    expect(conclusionFor(borderline)).toEqual({ type: 'higher' });
    const many = secondaryConclusions(
      family([effectOf(borderline), ...Array.from({ length: 5 }, () => effectOf(WIDE))]),
    );
    expect(many[0]?.conclusion).toEqual({ type: 'inconclusive', doubt: 'among-many' });
    expect(many[1]?.conclusion).toEqual({ type: 'inconclusive', doubt: 'no-change-not-excluded' });
    expect(secondaryConclusions(family([effectOf(borderline)]))[0]?.conclusion).toEqual({ type: 'higher' });
  });

  it('keeps strong claims, of difference and of equivalence, in their places', () => {
    const conclusions = secondaryConclusions(family([effectOf(WIDE), effectOf(HIGHER), effectOf([2]), effectOf(SAME)]));
    expect(conclusions.map(({ conclusion }) => conclusion.type)).toEqual([
      'inconclusive',
      'higher',
      'no-repeats',
      'equivalent',
    ]);
    expect(conclusions[2]?.adjusted).toBeNull();
    expect(conclusions[1]?.adjusted?.difference).toBeCloseTo(3 * (effectOf(HIGHER).pValue ?? 0), 12);
  });

  it('counts no comparison that tests nothing', () => {
    const provisional = Array.from({ length: 20 }, () => effectOf([1.5, 1.4]));
    expect(secondaryConclusions(family([effectOf(borderline), ...provisional]))[0]?.conclusion.type).toBe('higher');
  });
});

describe('looksOf', () => {
  it('splits alpha when an extension was declared, and only then', () => {
    expect(looksOf(0.05, false)).toEqual({ first: 0.05, second: null });
    expect(looksOf(0.05, true)).toEqual({ first: 0.025, second: 0.025 });
  });

  it('extends what says nothing, and leaves standing what was concluded', () => {
    const outcomes = ['inconclusive', 'provisional', 'higher', 'lower', 'equivalent'] as const;
    expect(outcomes.filter(saysNothing)).toEqual(['inconclusive', 'provisional']);
  });
});

it('betterWord depends on what is measured', () => {
  expect(betterWord('throughput', 'higher')).toBe('faster');
  expect(betterWord('latency', 'higher')).toBe('slower');
  expect(betterWord('latency', 'lower')).toBe('faster');
  expect(betterWord('cpu-per-request', 'lower')).toBe('cheaper');
  expect(betterWord('cpu-per-request', 'higher')).toBe('costlier');
});
