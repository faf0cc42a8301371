import type { CeilingSearch, StepSpec } from '@contract/load';

/** A search ends after so many steps, whatever it found. */
export const MOST_SEARCH_STEPS = 30;

export interface Rungs {
  /** The loads of the way up, the last of them the most; a search that meets its ceiling tries fewer. */
  growing: number[];
  /** Steps between two of them that the worst case needs. */
  narrowing: number;
}

/** What a search would try: each rung `growth` times the one before, then halves of the bracket. */
export function rungsOf(first: StepSpec, { most, growth, precision }: CeilingSearch): Rungs {
  const growing = [first.loop === 'closed' ? first.connections : first.requestsPerSecond];
  for (let last = growing[0] ?? 1; last < most && growing.length < MOST_SEARCH_STEPS; ) {
    // As the API plans it: of 1.1 x 10 the floating point makes a little more than 11.
    last = Math.min(most, Math.max(last + 1, Math.ceil(last * growth - 1e-9)));
    growing.push(last);
  }
  const brackets = growing.slice(1).map((high, index) => halvings(growing[index] ?? 1, high, precision));
  return { growing, narrowing: Math.max(0, ...brackets) };
}

/** Halvings until high is within precision of low, where the knee is always in the lower half: those are the most. */
function halvings(low: number, high: number, precision: number): number {
  let count = 0;
  for (let top = high; top - low >= 2 && top > low * (1 + precision); count++) top = Math.floor((low + top) / 2);
  return count;
}
