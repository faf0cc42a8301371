import { changeAt } from '../statistics/e-divisive.ts';
import { studentTTail } from '../statistics/student-t.ts';
import type { Epoch, WatchedSeries } from './series.ts';
import { logRatiosOf, stepsOf } from './steps.ts';
import { type RevisionRange, signOfBetter } from './suspect.ts';
import type { WatchRules } from './watch-rules.ts';

/**
 * Whether a loss is gone: after a later step the level is shown to be within the margin of what it was before the loss, or
 * better. That takes some nights more than the step back does. False where the epoch does not reach back to before it.
 */
export function hasReturned(series: WatchedSeries, epoch: Epoch, range: RevisionRange, rules: WatchRules): boolean {
  const { points } = epoch;
  const since = stepsOf(series, epoch, rules).findLast(({ difference }) => difference * signOfBetter(series) > 0);
  const [first] = since ? points.slice(since.index) : [];
  if (!since || !first || first.place <= range.after.place) return false;
  const before = points.filter(({ place }) => place <= (range.before?.place ?? Number.NEGATIVE_INFINITY));
  if (before.length < rules.segmentLeast) return false;
  const levels = logRatiosOf([...before, ...points.slice(since.index)]);
  const { difference, error } = changeAt(levels, 0, before.length, levels.length);
  const room = Math.log1p(series.margin) + difference * signOfBetter(series);
  if (error.difference === 0) return room > 0;
  return studentTTail(room / error.difference, error.degrees) <= rules.goodNewsAlpha;
}
