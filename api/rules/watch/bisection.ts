import { conclusionOf } from '../statistics/conclusion.ts';
import { type Effect, intervalAt } from '../statistics/effect.ts';

/**
 * Finds the commit of a change by experiments. Each compares a revision with the good end, interleaved. Pure: `nextOf` says what
 * to measure, `learnt` takes what came of it.
 */
export interface Bisection {
  /** First parents, oldest first: the good end, and all after it up to the bad end. Two or more. */
  revisions: readonly string[];
  /** Other / good end, as the change goes. */
  direction: 'higher' | 'lower';
  /** The smallest change that matters, as a share. */
  margin: number;
  /** Of one revision's answer, over all sizes of its experiment. */
  alpha: number;
  roundsFirst: number;
  /** Rounds double while the answer is unknown, up to this. */
  roundsMost: number;
  /** What was measured, in order. */
  measured: readonly Measured[];
}

/** `other-way`: of the bad end alone. */
export type Verdict = 'same' | 'different' | 'other-way' | 'unknown';

export interface Measured {
  /** Index into revisions. */
  revision: number;
  rounds: number;
  /** Not buildable: no build, so nothing was measured. */
  verdict: Verdict | 'not-buildable';
  /** ln(other / good end); null where nothing was measured. */
  logRatio: number | null;
}

export type Next =
  | { type: 'measure'; baseline: string; other: string; rounds: number; alpha: number }
  | { type: 'found'; revision: string }
  | { type: 'range'; good: string; bad: string; because: Unresolved };

export type Unresolved =
  /** The ends do not differ when they are measured again: there is nothing to look for. */
  | 'not-reproduced'
  /** The most rounds do not tell whether the ends differ. */
  | 'ends-unclear'
  /** The ends differ, but not in the direction that is looked for. */
  | 'other-way'
  /** An end could not be built. */
  | 'end-not-buildable'
  /** The most rounds do not tell. */
  | 'too-noisy'
  /** All that is left between cannot be built. */
  | 'not-buildable';

/** Sizes of one revision's experiment: each doubles the one before, and all of them share alpha. */
function sizesOf({ roundsFirst, roundsMost }: Bisection): number[] {
  const sizes = [Math.min(roundsFirst, roundsMost)];
  for (let size = 2 * roundsFirst; size <= roundsMost; size *= 2) sizes.push(size);
  return sizes;
}

/** What was made at most of one revision: the sizes may leave some of roundsMost over. */
export const largestOf = (bisection: Bisection): number => Math.max(...sizesOf(bisection));

export const alphaOfEach = (bisection: Bisection): number => bisection.alpha / sizesOf(bisection).length;

/** What to measure next, or where the change is. The ends come first: if they do not differ, the rest would be noise. */
export function nextOf(bisection: Bisection): Next {
  const { revisions } = bisection;
  const last = revisions.length - 1;
  const ends = latest(bisection, last);
  if (latest(bisection, 0)?.verdict === 'not-buildable' || ends?.verdict === 'not-buildable')
    return range(bisection, 0, last, 'end-not-buildable');
  if (ends === null || ends.verdict === 'unknown') return measure(bisection, last, ends, [0, last]);
  if (ends.verdict === 'same') return range(bisection, 0, last, 'not-reproduced');
  if (ends.verdict === 'other-way') return range(bisection, 0, last, 'other-way');
  const [good, bad] = boundsOf(bisection);
  if (bad - good === 1) return { type: 'found', revision: revisions[bad] ?? '' };
  const candidate = nearestToMiddle(bisection, good, bad);
  if (candidate === null) return range(bisection, good, bad, 'not-buildable');
  return measure(bisection, candidate, latest(bisection, candidate), [good, bad]);
}

function measure(bisection: Bisection, revision: number, before: Measured | null, [good, bad]: [number, number]): Next {
  const rounds = sizesOf(bisection).find((size) => size > (before?.rounds ?? 0));
  const because = revision === bisection.revisions.length - 1 ? 'ends-unclear' : 'too-noisy';
  if (rounds === undefined) return range(bisection, good, bad, because);
  const [baseline = '', other = ''] = [bisection.revisions[0], bisection.revisions[revision]];
  return { type: 'measure', baseline, other, rounds, alpha: alphaOfEach(bisection) };
}

function range({ revisions }: Bisection, good: number, bad: number, because: Unresolved): Next {
  return { type: 'range', good: revisions[good] ?? '', bad: revisions[bad] ?? '', because };
}

export const latest = ({ measured }: Bisection, revision: number): Measured | null =>
  measured.findLast((one) => one.revision === revision) ?? null;

/** The newest revision that is as the good end, and the oldest after it that is not. */
export function boundsOf({ revisions, measured }: Bisection): [good: number, bad: number] {
  const bad = Math.min(
    revisions.length - 1,
    ...measured.filter(({ verdict }) => verdict === 'different').map(({ revision }) => revision),
  );
  const same = measured.filter(({ verdict, revision }) => verdict === 'same' && revision < bad);
  return [Math.max(0, ...same.map(({ revision }) => revision)), bad];
}

/** Between the two, and not known to be unbuildable; of two that are as near, the older. */
function nearestToMiddle(bisection: Bisection, good: number, bad: number): number | null {
  const middle = (good + bad) / 2;
  const between = Array.from({ length: bad - good - 1 }, (_, i) => good + 1 + i);
  const buildable = between.filter((revision) => latest(bisection, revision)?.verdict !== 'not-buildable');
  return buildable.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b)[0] ?? null;
}

/**
 * With the result of the experiment that `nextOf` asked for.
 *
 * @param other the revision that was measured; for a revision that could not be built, that one
 * @param rounds as they were asked for: some of them may have no figure
 * @param result the effect other / good end, or that there is no build
 */
export function learnt(
  bisection: Bisection,
  { other, rounds }: { other: string; rounds: number },
  result: Effect | 'not-buildable',
): Bisection {
  const revision = bisection.revisions.indexOf(other);
  if (revision < 0) throw new RangeError(`${other} is not one of the revisions.`);
  const one: Measured =
    result === 'not-buildable'
      ? { revision, rounds: 0, verdict: 'not-buildable', logRatio: null }
      : {
          revision,
          rounds,
          verdict: verdictOf(bisection, revision, result),
          logRatio: Math.log(result.ratio),
        };
  return { ...bisection, measured: [...bisection.measured, one] };
}

/**
 * The bad end differs when it would be called so in any experiment. A revision between is on that side of half the ends'
 * difference, in logarithms, on which its whole interval is: with one commit to find, it is as one of the ends.
 */
function verdictOf(bisection: Bisection, revision: number, effect: Effect): Verdict {
  const { direction, margin, revisions } = bisection;
  const last = revisions.length - 1;
  if (revision === last) {
    const { type } = conclusionOf(effect, { margin, noise: null });
    if (type === direction) return 'different';
    if (type === 'higher' || type === 'lower') return 'other-way';
    return type === 'equivalent' ? 'same' : 'unknown';
  }
  const interval = intervalAt(effect, alphaOfEach(bisection));
  const ends = latest(bisection, last)?.logRatio ?? null;
  if (interval === null || ends === null) return 'unknown';
  const [low, high] = [Math.log(interval.low), Math.log(interval.high)].map((log) => log * Math.sign(ends));
  const [nearest, furthest] = [Math.min(low ?? 0, high ?? 0), Math.max(low ?? 0, high ?? 0)];
  if (nearest > Math.abs(ends) / 2) return 'different';
  return furthest < Math.abs(ends) / 2 ? 'same' : 'unknown';
}
