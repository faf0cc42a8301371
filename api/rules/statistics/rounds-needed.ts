import { RUNS_FOR_A_CLAIM, type Rules } from './conclusion.ts';
import type { Effect } from './effect.ts';
import { logSdOf } from './log-sample.ts';
import { powerOfDifference, powerOfEquivalence } from './power.ts';

/** More rounds are not worth naming: 200 of two runs of half a minute are four hours. */
export const ROUNDS_MOST = 200;
/** The chance of finding what is there that a plan is made for. */
export const POWER = 0.8;

export type RoundsNeeded = { type: 'rounds'; rounds: number } | { type: 'more-than'; rounds: number };

export const roundsInWords = ({ type, rounds }: RoundsNeeded): string =>
  type === 'rounds' ? `${rounds} rounds` : `more than ${rounds} rounds`;

/** Up to here a count of rounds that a few runs foretell is told; beyond it only that there are more. */
const ROUNDS_TOLD_MOST = 100;

/** A count that rests on a few runs, as a magnitude: rounded up to 5, to 10 from 30 on; null of more than are told. */
export function roundedRounds(rounds: number): number | null {
  if (rounds <= 10) return rounds;
  const to = rounds <= 30 ? 5 : 10;
  return rounds > ROUNDS_TOLD_MOST ? null : Math.ceil(rounds / to) * to;
}

/** 'about 25', 'more than 100'; of null that there are more than are worth naming. */
export function aboutRounds(rounds: number | null): string {
  if (rounds === null) return `more than ${ROUNDS_MOST}`;
  const told = roundedRounds(rounds);
  return told === null ? `more than ${ROUNDS_TOLD_MOST}` : `about ${told}`;
}

/** The fewest rounds with which the power is reached; it grows with them. */
export function leastRounds(powerOf: (rounds: number) => number, power = POWER): RoundsNeeded {
  if (powerOf(ROUNDS_MOST) < power) return { type: 'more-than', rounds: ROUNDS_MOST };
  let [low, high] = [RUNS_FOR_A_CLAIM - 1, ROUNDS_MOST];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerOf(middle) < power) low = middle;
    else high = middle;
  }
  return { type: 'rounds', rounds: high };
}

/** To show what a comparison seems to be so far. */
export interface StillNeeded {
  /** A difference where more than the margin was seen, and otherwise that there is none as large. */
  toShow: 'difference' | 'equivalence';
  /** In all, those that were made included, of an experiment that interleaves them. */
  rounds: RoundsNeeded;
}

/**
 * What an inconclusive comparison would take at 80 % power, if the effect is as large as was seen and rounds go on to spread as
 * they did. Both rest on few runs: a magnitude, no promise. Null where no spread is known.
 *
 * @param comparisons how many are adjusted by Holm; each is then counted with the alpha that the first of them has to keep
 */
export function roundsStillNeeded(effect: Effect, { margin, noise }: Rules, comparisons = 1): StillNeeded | null {
  if (effect.cvPercent === null) return null;
  const logSd = logSdOf(effect.cvPercent);
  const alpha = effect.alpha / comparisons;
  const seen = Math.abs(Math.log(effect.ratio));
  const [toShow, powerOf] =
    seen > Math.log1p(margin)
      ? (['difference', powerOfDifference] as const)
      : (['equivalence', powerOfEquivalence] as const);
  return { toShow, rounds: leastRounds((rounds) => powerOf({ rounds, alpha, logSd, margin, noise }, seen)) };
}
