import { type Conclusion, conclusionOf, type PValues, pValuesOf, RUNS_FOR_A_CLAIM, type Rules } from './conclusion.ts';
import type { Effect } from './effect.ts';
import { holmAdjusted, holmLevels } from './holm.ts';

/** One comparison of an experiment that is not its primary outcome. */
export interface Secondary {
  effect: Effect;
  conclusion: Conclusion;
  /** After Holm; null where nothing is tested. */
  adjusted: PValues | null;
  /** At which each of the two is tested. */
  levels: PValues;
}

/**
 * The conclusions of everything but the primary, in the order given: variants × steps × metrics. p values are adjusted
 * over the family, differences and equivalences apart. Of each kind at most alpha of all experiments make a false
 * claim. What has too few runs to be tested does not count. The primary is declared before and never adjusted: it goes
 * to `conclusionOf`.
 */
export function secondaryConclusions(family: readonly { effect: Effect; rules: Rules }[]): Secondary[] {
  const tested = family.map(({ effect, rules }) => (mayClaim(effect) ? pValuesOf(effect, rules) : null));
  const known = tested.filter((p) => p !== null);
  const differences = holmAdjusted(known.map(({ difference }) => difference));
  const equivalences = holmAdjusted(known.map(({ equivalence }) => equivalence));
  const alpha = family[0]?.effect.alpha ?? 1;
  const differenceLevels = holmLevels(
    known.map(({ difference }) => difference),
    alpha,
  );
  const equivalenceLevels = holmLevels(
    known.map(({ equivalence }) => equivalence),
    alpha,
  );
  let at = -1;
  return family.map(({ effect, rules }, i) => {
    if (!tested[i])
      return { effect, conclusion: conclusionOf(effect, rules), adjusted: null, levels: ownLevels(effect) };
    at += 1;
    const adjusted = { difference: differences[at] ?? 1, equivalence: equivalences[at] ?? 1 };
    const levels = { difference: differenceLevels[at] ?? alpha, equivalence: equivalenceLevels[at] ?? alpha };
    return { effect, conclusion: conclusionOf(effect, rules, adjusted), adjusted, levels };
  });
}

const mayClaim = ({ runs }: Effect): boolean => Math.min(runs.baseline, runs.other) >= RUNS_FOR_A_CLAIM;

/** Levels of a test that stands alone. */
export const ownLevels = ({ alpha }: Effect): PValues => ({ difference: alpha, equivalence: alpha });

/**
 * 1 - confidence of the interval that goes with a conclusion. For 'equivalent' it lies within the margin, as two
 * one-sided tests leave alpha on either side; for a difference it excludes no change; any other does neither.
 */
export function intervalAlpha(conclusion: Conclusion, { difference, equivalence }: PValues): number {
  if (conclusion.type === 'equivalent') return 2 * equivalence;
  const open =
    conclusion.type === 'inconclusive' && ['no-change-not-excluded', 'among-many'].includes(conclusion.doubt);
  return open ? Math.min(difference, 2 * equivalence) : difference;
}
