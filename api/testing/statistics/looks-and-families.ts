import { type Conclusion, conclusionOf, type Rules } from '../../rules/statistics/conclusion.ts';
import { pairLogSd } from '../../rules/statistics/design.ts';
import { type Effect, effectOfRounds, type Sides } from '../../rules/statistics/effect.ts';
import { secondaryConclusions } from '../../rules/statistics/family.ts';
import { looksOf, saysNothing } from '../../rules/statistics/looks.ts';
import { type Noise, noiseFloorOf, noiseOf } from '../../rules/statistics/noise-floor.ts';
import { powerOfDifference } from '../../rules/statistics/power.ts';
import { type Random, randomOf } from '../../rules/statistics/seeded-random.ts';
import { ALPHA, claimsDifference, DECLARED, decided, INTERVAL_ALONE, mustBeEffect } from './procedures.ts';
import { AT_MOST_SIX_PERCENT, type Rate, rateOf } from './rate.ts';
import { normalFrom } from './sessions.ts';

const RUN_SD = 0.035;
const AT_THE_MARGIN = Math.log1p(DECLARED.margin);
/** What decides more often than the interval, and what is above it more often than not. */
const [KNOWN_NOISE, EFFECT] = [{ logSd: 0.075, degrees: 12 }, 0.085];
const [PLANNED, EXTENDED] = [6, 12];

/** Figures of rounds whose runs differ by chance alone; the other side has the effect. */
export function roundsOf(rounds: number, runSd: number, logEffect: number, random: Random): Sides {
  const normal = normalFrom(random);
  const figures = (log: number): number[] => Array.from({ length: rounds }, () => Math.exp(log + runSd * normal()));
  return { baseline: figures(0), other: figures(logEffect) };
}

const repeated = <T>(times: number, of: () => T): T[] => Array.from({ length: times }, of);
const first = ({ baseline, other }: Sides, rounds: number): Sides => ({
  baseline: baseline.slice(0, rounds),
  other: other.slice(0, rounds),
});

/** What is concluded with one declared extension, at each look with the alpha given. */
function extended(sides: Sides, rules: Rules, looks: ReturnType<typeof looksOf>): Conclusion {
  const conclusion = decided(first(sides, PLANNED), rules, looks.first);
  return looks.second !== null && saysNothing(conclusion.type) ? decided(sides, rules, looks.second) : conclusion;
}

/** Whether a look after every round would ever have claimed a difference. */
const claimedWhilePeeking = (sides: Sides): boolean =>
  sides.baseline.some((_, i) => claimsDifference(decided(first(sides, i + 1), INTERVAL_ALONE)));

export function extensionRates(sessions: number, seed: number): Rate[] {
  const random = randomOf(seed);
  const split = looksOf(ALPHA, true);
  const same = repeated(sessions, () => roundsOf(EXTENDED, RUN_SD, 0, random));
  const atMargin = repeated(sessions, () => roundsOf(EXTENDED, 0.008, AT_THE_MARGIN, random));
  const differs = (looks: typeof split): boolean[] =>
    same.map((sides) => claimsDifference(extended(sides, INTERVAL_ALONE, looks)));
  const alike = atMargin.map((sides) => extended(sides, DECLARED, split).type === 'equivalent');
  return [
    rateOf(
      'extension.split',
      'one declared extension, alpha split: called different',
      differs(split),
      AT_MOST_SIX_PERCENT,
    ),
    rateOf('extension.equivalent', 'the same, 2 % apart: called equivalent', alike, AT_MOST_SIX_PERCENT),
    rateOf('extension.unsplit', 'an extension with all of alpha twice', differs({ first: ALPHA, second: ALPHA }), null),
    rateOf(
      'extension.peeking',
      'a look after each of 12 rounds',
      same.slice(0, sessions / 4).map(claimedWhilePeeking),
      null,
    ),
  ];
}

/** Variants and steps of one experiment: those of a step share its baseline. `logEffects` by variant, the same at each step. */
const together = (effects: readonly Effect[], rules: Rules) => effects.map((effect) => ({ effect, rules }));

function family(logEffects: readonly number[], steps: number, runSd: number, random: Random): Effect[] {
  const normal = normalFrom(random);
  const figures = (log: number): number[] => repeated(PLANNED, () => Math.exp(log + runSd * normal()));
  return Array.from({ length: steps }, () => figures(0)).flatMap((baseline) =>
    logEffects.map((log) => mustBeEffect(effectOfRounds({ baseline, other: figures(log) }, ALPHA))),
  );
}

export function familyRates(sessions: number, seed: number): Rate[] {
  const random = randomOf(seed);
  const none = repeated(sessions, () => family([0, 0, 0, 0], 3, RUN_SD, random));
  const some = repeated(sessions, () => family([0, 0, 0.1, -0.1], 3, RUN_SD, random));
  const atMargin = repeated(sessions, () => family([AT_THE_MARGIN, -AT_THE_MARGIN], 6, 0.006, random));
  const alone = (effects: Effect[]): boolean =>
    effects.some((effect) => claimsDifference(conclusionOf(effect, INTERVAL_ALONE)));
  const among = (effects: Effect[]): boolean =>
    secondaryConclusions(together(effects, INTERVAL_ALONE)).some(({ conclusion }) => claimsDifference(conclusion));
  // The first two variants of each step are the baseline itself.
  const amongNull = (effects: Effect[]): boolean =>
    secondaryConclusions(together(effects, INTERVAL_ALONE)).some(
      ({ conclusion }, i) => i % 4 < 2 && claimsDifference(conclusion),
    );
  const alike = (effects: Effect[]): boolean =>
    secondaryConclusions(together(effects, DECLARED)).some(({ conclusion }) => conclusion.type === 'equivalent');
  return [
    rateOf('holm.none', 'any of 12 identical ones called different, Holm', none.map(among), AT_MOST_SIX_PERCENT),
    rateOf('holm.some', 'the same where 6 of 12 differ by 10 %', some.map(amongNull), AT_MOST_SIX_PERCENT),
    rateOf(
      'holm.equivalent',
      'any of 12 at the margin called equivalent, Holm',
      atMargin.map(alike),
      AT_MOST_SIX_PERCENT,
    ),
    rateOf('holm.without', 'any of 12 identical ones called different, each alone', none.map(alone), null),
  ];
}

/** A/A rounds make a floor; how often the mean of six further ones is above it, and what it does to claims. */
export function noiseFloorRates(sessions: number, seed: number): Rate[] {
  const random = randomOf(seed);
  const drawn = repeated(sessions, () => ({
    noise: noiseOf([roundsOf(PLANNED, RUN_SD, 0, random)]) as Noise,
    sides: roundsOf(PLANNED, RUN_SD, 0, random),
  }));
  const above = drawn.map(({ noise, sides }) => {
    const { ratio } = mustBeEffect(effectOfRounds(sides, ALPHA));
    return Math.abs(Math.log(ratio)) > noiseFloorOf(noise, PLANNED, ALPHA);
  });
  const plan = { rounds: PLANNED, alpha: ALPHA, logSd: pairLogSd(RUN_SD), margin: 0, noise: KNOWN_NOISE };
  const found = repeated(sessions, () => decided(roundsOf(PLANNED, RUN_SD, EFFECT, random), plan).type === 'higher');
  const power = { type: 'near', rate: powerOfDifference(plan, EFFECT) } as const;
  const claims = drawn.map(({ noise, sides }) => claimsDifference(decided(sides, { margin: 0, noise })));
  return [
    rateOf('noise-floor.above', 'six A/A rounds above the floor of six others', above, { type: 'near', rate: ALPHA }),
    rateOf('noise-floor.claims', 'called different, interval and noise floor', claims, AT_MOST_SIX_PERCENT),
    rateOf('noise-floor.power', 'a difference of about 9 % found above a high floor', found, power),
  ];
}
