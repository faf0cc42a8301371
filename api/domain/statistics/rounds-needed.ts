import { RUNS_FOR_A_CLAIM, type Rules } from './conclusion.ts';
import type { Effect } from './effect.ts';
import { logSdOf } from './log-sample.ts';
import { type Plan, powerOfDifference, powerOfEquivalence } from './power.ts';

/** Beyond it nobody makes rounds: 200 of two runs of half a minute are four hours. */
export const ROUNDS_MOST = 200;
/** The chance of finding what is there that a plan is made for. */
export const POWER = 0.8;

export type RoundsNeeded = { type: 'rounds'; rounds: number } | { type: 'more-than'; rounds: number };

export const roundsInWords = ({ type, rounds }: RoundsNeeded): string =>
  type === 'rounds' ? `${rounds} rounds` : `more than ${rounds} rounds`;

/** The fewest rounds with which the power is reached; it grows with them. */
export function leastRounds(powerOf: (rounds: number) => number): RoundsNeeded {
  if (powerOf(ROUNDS_MOST) < POWER) return { type: 'more-than', rounds: ROUNDS_MOST };
  let [low, high] = [RUNS_FOR_A_CLAIM - 1, ROUNDS_MOST];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerOf(middle) < POWER) low = middle;
    else high = middle;
  }
  return { type: 'rounds', rounds: high };
}

/** In all, those that were made included, of an experiment that interleaves them. */
export interface StillNeeded {
  /** To find a difference as large as the one seen; null where that is not above the margin, as then no number would do. */
  difference: RoundsNeeded | null;
  /** To show that there is no difference as large as the margin, if there is none at all; null where the margin is 0. */
  equivalence: RoundsNeeded | null;
}

/**
 * What an inconclusive comparison would take at 80 % power, if rounds go on to spread as they did. It rests on the spread of
 * few runs, and the first on the effect that they happened to show: a magnitude, no promise. Null where no spread is known.
 */
export function roundsStillNeeded(effect: Effect, { margin, noise }: Rules): StillNeeded | null {
  if (effect.cvPercent === null) return null;
  const logSd = logSdOf(effect.cvPercent);
  const plan = (rounds: number): Plan => ({ rounds, alpha: effect.alpha, logSd, margin, noise });
  const seen = Math.abs(Math.log(effect.ratio));
  return {
    difference: seen > Math.log1p(margin) ? leastRounds((rounds) => powerOfDifference(plan(rounds), seen)) : null,
    equivalence: margin > 0 ? leastRounds((rounds) => powerOfEquivalence(plan(rounds), 0)) : null,
  };
}
