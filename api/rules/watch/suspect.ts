import type { AlertChannel, AlertDirection } from '../../contract/alert.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { isBetter } from '../statistics/better-word.ts';
import { studentTCritical } from '../statistics/student-t.ts';
import type { Conditions, MeasuredPoint, WatchedSeries } from './series.ts';

export type Channel = AlertChannel;
export type Direction = AlertDirection;

export interface Place {
  place: number;
  revision: string;
}

/** Where a change lies: after the one and not after the other. Which commit it is, only experiments can say. */
export interface RevisionRange {
  /** The last revision that is surely before the change (of a loss: the last good one); null where no point is before it. */
  before: Place | null;
  /** The first one that is surely after it (the first bad one). */
  after: Place;
}

/** A ratio with its 95 % interval. */
export interface Size {
  ratio: number;
  low: number;
  high: number;
}

/** What looks like a change, and is nothing to tell anybody before an experiment has confirmed it. */
export interface Suspect {
  channel: Channel;
  seriesId: string;
  group: string;
  /** Under which the points were measured that show it. */
  conditions: Conditions;
  direction: Direction;
  range: RevisionRange;
  /** Of a step and a drift: after / before. Of a budget: the newest level / the limit. */
  size: Size;
  /** Not adjusted for the number of series. */
  pValue: number;
}

const INTERVAL_ALPHA = 0.05;

export const placeOf = ({ place, revision }: MeasuredPoint): Place => ({ place, revision });

/** Which way the metric's own 'better' points: 1 where higher is better. */
export const signOfBetter = ({ metric }: WatchedSeries): 1 | -1 =>
  isBetter(METRIC_WORDS[metric].quantity, 'higher') ? 1 : -1;

export const directionOf = (series: WatchedSeries, logRatio: number): Direction =>
  logRatio * signOfBetter(series) > 0 ? 'better' : 'worse';

export function sizeOf(logRatio: number, { error, degrees }: { error: number; degrees: number }): Size {
  const reach = studentTCritical(INTERVAL_ALPHA / 2, degrees) * error;
  return { ratio: Math.exp(logRatio), low: Math.exp(logRatio - reach), high: Math.exp(logRatio + reach) };
}
