import { logSampleOf } from './log-sample.ts';
import { studentTTail } from './student-t.ts';

/** Where the level of a series changes, and by how much. Segments reach from the change before to the change after. */
export interface ChangePoint {
  /** Of the first value at the new level. */
  index: number;
  /** Index of the first value before the change that belongs to its segment, and of the first one behind its segment after it. */
  from: number;
  to: number;
  /** Mean after less mean before. */
  difference: number;
  error: { difference: number; degrees: number };
  /**
   * Two-sided, of Student's t test of the two segments. The place of the change was chosen for its difference, so by chance
   * alone it is small more often than it says: it ranks suspects and proves nothing.
   */
  pValue: number;
}

export interface ChangeRules {
  /** A change stays when its p value is below this. */
  alpha: number;
  /** Values on each side of a change. */
  segmentLeast: number;
  /** What a difference between segments of so many values has to exceed. */
  differenceLeast?: (before: number, after: number) => number;
  /** Whether the level may change right before this value. */
  mayChangeAt?: (index: number) => boolean;
}

/** Splitting keeps what is weaker than this many times alpha: a weak change may stand between two strong ones and part them. */
const WEAK = 10;

/**
 * Changes of level, by hierarchical division (Matteson and James 2014, energy statistics, exponent 1), with a t test for their
 * significance and a second pass that merges segments which do not differ (Fleming et al., ICPE 2023). Exact and without
 * chance: the same series gives the same changes. Takes n² memory: give it at most a thousand values.
 *
 * @param values in their order, finite; logarithms, when ratios matter
 * @returns in their order
 */
export function changePointsOf(values: readonly number[], rules: ChangeRules): ChangePoint[] {
  const weak = Math.min(1, rules.alpha * WEAK);
  return merged(values, split(values, 0, values.length, weak, rules), rules);
}

function split(values: readonly number[], from: number, to: number, weak: number, rules: ChangeRules): number[] {
  const index = furthestApart(values.slice(from, to), from, rules);
  if (index === null || changeAt(values, from, index, to).pValue > weak) return [];
  return [...split(values, from, index, weak, rules), index, ...split(values, index, to, weak, rules)];
}

/** Drops the least certain change, then the smallest, until all that are left are certain and large enough. */
function merged(values: readonly number[], indexes: readonly number[], rules: ChangeRules): ChangePoint[] {
  const changes = indexes.map((index, i) =>
    changeAt(values, indexes[i - 1] ?? 0, index, indexes[i + 1] ?? values.length),
  );
  const worst = weakest(changes, rules);
  if (worst === null) return changes;
  return merged(
    values,
    indexes.filter((index) => index !== worst.index),
    rules,
  );
}

function weakest(changes: readonly ChangePoint[], { alpha, differenceLeast }: ChangeRules): ChangePoint | null {
  const leastCertain = changes.toSorted((a, b) => b.pValue - a.pValue)[0];
  if (leastCertain && leastCertain.pValue >= alpha) return leastCertain;
  const excess = ({ index, from, to, difference }: ChangePoint): number =>
    Math.abs(difference) - (differenceLeast?.(index - from, to - index) ?? 0);
  const smallest = changes.toSorted((a, b) => excess(a) - excess(b))[0];
  return smallest && excess(smallest) <= 0 ? smallest : null;
}

/** The change of values[from, to) at an index between: Student's t test, both segments of one spread. */
export function changeAt(values: readonly number[], from: number, index: number, to: number): ChangePoint {
  const [before, after] = [logSampleOf(values.slice(from, index)), logSampleOf(values.slice(index, to))];
  const degrees = before.count + after.count - 2;
  const squares = (before.count - 1) * before.sd ** 2 + (after.count - 1) * after.sd ** 2;
  const error = degrees > 0 ? Math.sqrt((squares / degrees) * (1 / before.count + 1 / after.count)) : 0;
  const difference = after.mean - before.mean;
  return {
    index,
    from,
    to,
    difference,
    error: { difference: error, degrees },
    pValue: pValueOf(difference, error, degrees),
  };
}

/** Below this a difference is the rounding of floating point. */
const NO_DIFFERENCE = 1e-12;

function pValueOf(difference: number, error: number, degrees: number): number {
  if (degrees <= 0 || Math.abs(difference) < NO_DIFFERENCE) return 1;
  return error === 0 ? 0 : 2 * studentTTail(Math.abs(difference) / error, degrees);
}

/**
 * Where the values before are furthest from those after, by the energy distance weighted by how many there are; what comes
 * after may end before the series does, so that a later change back does not hide this one. Null where no place is allowed.
 */
function furthestApart(values: readonly number[], offset: number, rules: ChangeRules): number | null {
  const { segmentLeast, mayChangeAt } = rules;
  const count = values.length;
  const toEarlier = distancesToEarlier(values);
  const distance = (value: number, earlier: number): number => toEarlier[value * (count + 1) + earlier] ?? 0;
  let best: { index: number; apart: number } | null = null;
  let withinBefore = 0;
  for (let index = 1; index < count; index += 1) {
    withinBefore += distance(index - 1, index - 1);
    if (index < segmentLeast || count - index < segmentLeast || mayChangeAt?.(offset + index) === false) continue;
    let [between, withinAfter] = [0, 0];
    for (let end = index + 1; end <= count; end += 1) {
      const before = distance(end - 1, index);
      between += before;
      withinAfter += distance(end - 1, end - 1) - before;
      if (end - index < segmentLeast) continue;
      const apart = energy(index, end - index, between, withinBefore, withinAfter);
      if (best === null || apart > best.apart) best = { index, apart };
    }
  }
  return best === null ? null : offset + best.index;
}

/** At [value × (count + 1) + earlier]: the sum of the value's distances to the first `earlier` ones. */
function distancesToEarlier(values: readonly number[]): Float64Array {
  const width = values.length + 1;
  const sums = new Float64Array(values.length * width);
  for (const [at, value] of values.entries()) {
    let total = 0;
    for (let earlier = 0; earlier < at; earlier += 1) {
      total += Math.abs(value - (values[earlier] ?? 0));
      sums[at * width + earlier + 1] = total;
    }
  }
  return sums;
}

/** nm / (n + m) times twice the mean distance between the segments less the mean distances within them. */
function energy(before: number, after: number, between: number, withinBefore: number, withinAfter: number): number {
  const total = before + after;
  const ofBefore = before > 1 ? (after * withinBefore) / (before - 1) : 0;
  const ofAfter = after > 1 ? (before * withinAfter) / (after - 1) : 0;
  return (2 * (between - ofBefore - ofAfter)) / total;
}
