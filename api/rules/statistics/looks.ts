import type { Outcome } from '../../contract/comparison.ts';

/** When an experiment is looked at, and with which alpha each time. */
export interface Looks {
  /** After the rounds that were planned. */
  first: number;
  /** After one extension; null where none was declared. */
  second: number | null;
}

/**
 * An extension that is declared before the first round costs half of alpha at each look (Bonferroni). Whatever rounds
 * the two looks share, a false claim at either is made at most as often as alpha says. Boundaries as Pocock's or
 * O'Brien and Fleming's would be a little less strict, and hold for many rounds, not for six.
 */
export function looksOf(alpha: number, extension: boolean): Looks {
  return extension ? { first: alpha / 2, second: alpha / 2 } : { first: alpha, second: null };
}

/** Whether a declared extension is due: only of a primary outcome that says nothing. What was concluded stands. */
export const saysNothing = (primary: Outcome): boolean => primary === 'inconclusive' || primary === 'provisional';
