/**
 * p values adjusted by Holm's step-down method, in the order given: a claim stands when its adjusted p value is at most
 * alpha. The chance that any of the true null hypotheses is rejected is then at most alpha, however they depend on each
 * other.
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const ascending = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length);
  let highest = 0;
  for (const [rank, { p, index }] of ascending.entries()) {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}

/**
 * The level at which each null hypothesis is tested, in the order given: alpha over those that are left when its turn
 * comes. Once one is not rejected, the others keep its level. An interval at that level excludes no change only where
 * Holm rejects it.
 */
export function holmLevels(pValues: readonly number[], alpha: number): number[] {
  const ascending = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const levels = new Array<number>(pValues.length);
  let stopped: number | null = null;
  for (const [rank, { p, index }] of ascending.entries()) {
    const level: number = stopped ?? alpha / (pValues.length - rank);
    if (p > level) stopped = level;
    levels[index] = level;
  }
  return levels;
}
