import type { Alert } from '@contract/alert';
import type { HistoryPoint, HistorySeries } from '@contract/benchmark';
import { changeText } from '@rules/outcomes/figures';
import { isKnownToHold } from '@rules/watch/alert';
import type { HistoryAxis } from '../url-state';

/** A change as a history shows it: it lies somewhere between two revisions. */
export interface ChangeMark {
  id: string;
  before: Alert['before'];
  after: Alert['after'];
  direction: Alert['direction'];
  /** An experiment showed it. */
  shown: boolean;
  /** '−6.1 %', or that it is only suspected, or was not shown of this metric. */
  text: string;
}

/** The changes of one metric of one step; what an experiment did not show is none. */
export const changeMarks = (
  alerts: Alert[],
  { metric, stepIndex }: Pick<HistorySeries, 'metric' | 'stepIndex'>,
): ChangeMark[] =>
  alerts.flatMap(({ id, before, after, direction, state, channel, series }) => {
    const own = series.find((one) => one.metric === metric && one.stepIndex === stepIndex);
    if (!own || state === 'unconfirmed') return [];
    // An experiment may have shown it of another series alone, or not have measured this one.
    const shown = isKnownToHold(state) && own.shown?.held === true;
    const size = channel === 'budget' ? 'budget exceeded' : changeText((own.shown ?? own.suspected).ratio);
    return [{ id, before, after, direction, shown, text: shown ? size : isKnownToHold(state) ? 'not shown' : state }];
  });

/** Between which of the points it lies; null where they are out of sight. Without a point before it, at the one after it alone. */
export function changeSpan(
  points: HistoryPoint[],
  { before, after }: Pick<ChangeMark, 'before' | 'after'>,
  by: HistoryAxis,
): [number, number] | null {
  // By the time of measurement, places are in no order: then only the revisions themselves are known.
  const to = points.findIndex((point) =>
    by === 'days' ? point.revision === after.revision : point.place >= after.place,
  );
  if (to === -1) return null;
  if (before === null) return [to, to];
  const from = points.findLastIndex((point) =>
    by === 'days' ? point.revision === before.revision : point.place <= before.place,
  );
  return from === -1 ? null : [Math.min(from, to), Math.max(from, to)];
}
