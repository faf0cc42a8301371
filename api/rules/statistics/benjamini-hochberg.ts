/**
 * p values adjusted by Benjamini and Hochberg's step-up method, in the order given: of what is kept at an adjusted p value of
 * at most q, a share of at most q is false on average, where the tests are independent or depend on each other positively.
 * Holm, for comparisons that are claims, bounds the chance of a single false one.
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const descending = pValues.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p);
  const adjusted = new Array<number>(pValues.length);
  let lowest = 1;
  for (const [after, { p, index }] of descending.entries()) {
    const rank = pValues.length - after;
    lowest = Math.min(lowest, (p * pValues.length) / rank);
    adjusted[index] = lowest;
  }
  return adjusted;
}
