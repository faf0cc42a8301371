import { changeAt } from '../statistics/e-divisive.ts';
import { studentTTail } from '../statistics/student-t.ts';
import type { Epoch, WatchedSeries } from './series.ts';
import { logRatiosOf } from './steps.ts';
import { directionOf, placeOf, type Suspect, sizeOf } from './suspect.ts';
import type { WatchRules } from './watch-rules.ts';

/**
 * Slow change that no single night shows: what the latest points differ by from the first ones of a window, all of them against
 * the pinned reference. A rolling baseline would follow it. Suspected when the interval's nearer bound is beyond the budget;
 * of several windows the most certain one.
 *
 * @param since place of a change that is known: the window begins there, as what it came to is no drift; null without one
 */
export function suspectedDrift(
  series: WatchedSeries,
  { points, conditions }: Epoch,
  since: number | null,
  rules: WatchRules,
): Suspect | null {
  const open = since === null ? points : points.filter(({ place }) => place >= since);
  const windows = [...new Set(rules.windows.map((length) => Math.min(length, open.length)))];
  const suspects = windows.flatMap((length) => driftOver(series, { conditions, points: open.slice(-length) }, rules));
  return suspects.toSorted((a, b) => a.pValue - b.pValue)[0] ?? null;
}

function driftOver(series: WatchedSeries, { points: window, conditions }: Epoch, rules: WatchRules): Suspect[] {
  const { latestPoints, driftBudget, alpha } = rules;
  const [first, last] = [window[0], window.at(-1)];
  if (!first || !last || first.revision === last.revision || window.length < 2 * latestPoints) return [];
  const ends = logRatiosOf([...window.slice(0, latestPoints), ...window.slice(-latestPoints)]);
  const { difference, error } = changeAt(ends, 0, latestPoints, 2 * latestPoints);
  const beyond = Math.abs(difference) - Math.log1p(driftBudget);
  if (error.difference === 0 || beyond <= 0) return [];
  const pValue = studentTTail(beyond / error.difference, error.degrees);
  if (pValue > alpha) return [];
  return [
    {
      channel: 'drift',
      seriesId: series.id,
      group: series.group,
      conditions,
      direction: directionOf(series, difference),
      range: { before: placeOf(first), after: placeOf(last) },
      size: sizeOf(difference, { error: error.difference, degrees: error.degrees }),
      pValue,
    },
  ];
}
