import { type Conclusion, conclusionOf, type PValues, pValuesOf, RUNS_FOR_A_CLAIM, type Rules } from './conclusion.ts';
import type { Effect } from './effect.ts';
import { holmAdjusted } from './holm.ts';

/** One comparison of an experiment that is not its primary outcome. */
export interface Secondary {
  effect: Effect;
  conclusion: Conclusion;
  /** After Holm; null where nothing is tested. */
  adjusted: PValues | null;
}

/**
 * The conclusions of everything but the primary, in the order given: variants × steps × metrics. p values are adjusted over
 * the family, those of differences and those of equivalences apart: of each kind a false claim is made in at most alpha
 * of all experiments. What has too few runs to be tested does not count. The primary is declared before and never adjusted: it goes
 * to `conclusionOf`.
 */
export function secondaryConclusions(effects: readonly Effect[], rules: Rules): Secondary[] {
  const tested = effects.map((effect) => (mayClaim(effect) ? pValuesOf(effect, rules) : null));
  const known = tested.filter((p) => p !== null);
  const differences = holmAdjusted(known.map(({ difference }) => difference));
  const equivalences = holmAdjusted(known.map(({ equivalence }) => equivalence));
  let at = -1;
  return effects.map((effect, i) => {
    if (!tested[i]) return { effect, conclusion: conclusionOf(effect, rules), adjusted: null };
    at += 1;
    const adjusted = { difference: differences[at] ?? 1, equivalence: equivalences[at] ?? 1 };
    return { effect, conclusion: conclusionOf(effect, rules, adjusted), adjusted };
  });
}

const mayClaim = ({ runs }: Effect): boolean => Math.min(runs.baseline, runs.other) >= RUNS_FOR_A_CLAIM;
