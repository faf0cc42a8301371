import { normalCdf } from './normal.ts';
import { incompleteBeta } from './student-t.ts';

/** So many are tested by the normal distribution, which is as good there. */
const MANY = 20_000;

/**
 * Two-sided p value of `successes` of `trials` where each had the given chance: twice the smaller tail, both with what was
 * seen, so that it errs to the side of caution.
 */
export function binomialPValue(successes: number, trials: number, chance: number): number {
  if (trials === 0) return 1;
  return Math.min(1, 2 * Math.min(atLeast(successes, trials, chance), atLeast(trials - successes, trials, 1 - chance)));
}

function atLeast(successes: number, trials: number, chance: number): number {
  if (successes <= 0) return 1;
  if (trials <= MANY) return incompleteBeta(chance, successes, trials - successes + 1);
  const sd = Math.sqrt(trials * chance * (1 - chance));
  return normalCdf(-(successes - 0.5 - trials * chance) / sd);
}
