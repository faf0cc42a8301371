import type { CeilingSearch, StepSpec } from '../../../contract/load.ts';

/** Some minutes at the usual lengths; a bracket that is still wider then is given as it is. */
export const SEARCH_STEPS_MOST = 30;
/** No two loads closer than this say whether throughput still rises; the contract asks for no slower growth. */
export const APART_LEAST = 1.1;

/** The load after the highest so far while nothing passes the ceiling; null when that is the most already. */
export function grownLoad({ most, growth }: Pick<CeilingSearch, 'most' | 'growth'>, highest: number): number | null {
  // In floating point 1.1 x 10 is a little more than 11.
  const grown = Math.ceil(highest * growth - 1e-9);
  return highest >= most ? null : Math.min(most, Math.max(highest + 1, grown));
}

/** Half-way between two loads, null where they are as close as was asked for. */
export const halfway = (from: number, to: number, precision: number): number | null =>
  to <= from * (1 + precision) || to - from < 2 ? null : Math.floor((from + to) / 2);

export interface PlannedRungs {
  /** The loads of the way up, the last of them the most; a search that meets its ceiling tries fewer. */
  growing: number[];
  /**
   * Steps between two of them that the worst case needs, unless throughput falls beyond a peak between them, or other
   * processes slow a rung, which is then measured again.
   */
  narrowing: number;
}

/** What a search would try: each rung `growth` times the one before, then halves of the bracket. */
export function plannedRungs(first: StepSpec, search: CeilingSearch): PlannedRungs {
  const growing = [first.loop === 'closed' ? first.connections : first.requestsPerSecond];
  for (let last: number | null = growing[0] ?? 1; last !== null && growing.length < SEARCH_STEPS_MOST; ) {
    last = grownLoad(search, last);
    if (last !== null) growing.push(last);
  }
  const brackets = growing.slice(1).map((high, index) => halvings(growing[index] ?? 1, high, search.precision));
  return { growing, narrowing: Math.max(0, ...brackets) };
}

/** Halvings until high is within precision of low, where the knee is always in the lower half: those are the most. */
function halvings(low: number, high: number, precision: number): number {
  let count = 0;
  for (let top: number | null = halfway(low, high, precision); top !== null; top = halfway(low, top, precision))
    count++;
  return count;
}
