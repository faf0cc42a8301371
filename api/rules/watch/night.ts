import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { type AlertStatus, isKnownChange, isStanding, mayReturn } from './alert.ts';
import { budgetNow } from './budget.ts';
import { suspectedDrift } from './drift.ts';
import { common, type KnownAlert, knownAs, togetherOf } from './matching.ts';
import { hasReturned } from './returned.ts';
import {
  type Budget,
  type Conditions,
  type Epoch,
  epochsOf,
  isOfOneDesign,
  mayAlert,
  type WatchedSeries,
} from './series.ts';
import { suspectedSteps } from './steps.ts';
import type { RevisionRange, Suspect } from './suspect.ts';
import type { WatchRules } from './watch-rules.ts';

export interface NightAlert extends KnownAlert {
  status: AlertStatus;
  /** The series that it tells of; the one that decides first. */
  seriesIds: readonly string[];
  /** Under which it was suspected. */
  conditions: Conditions;
  /** The limit that it tells of, as it was then; null of other channels. */
  budget: Budget | null;
}

/** What is new: one for each range of revisions, with every series that shows it, the most certain one first. */
export interface NewAlert {
  range: RevisionRange;
  suspects: Suspect[];
}

export interface Night {
  /** Suspected, to be confirmed before anybody is told. */
  news: NewAlert[];
  /** Suspects of alerts that are known, by the alert's id: perhaps of a series that the alert does not tell of yet. */
  seenAgain: { alertId: string; suspect: Suspect }[];
  /** Ids of suspected alerts that the night no longer shows. */
  vanished: string[];
  /** Ids of losses whose value is back. */
  returned: string[];
}

/**
 * Judges the present epoch of every series after a night. New suspects are kept by Benjamini and Hochberg over everything that
 * the night tested, so that a hundred series do not raise a hundred times as many.
 *
 * @param known every alert of these groups, in any state
 */
export const judgeNight = (series: readonly WatchedSeries[], known: readonly NightAlert[], rules: WatchRules): Night =>
  nightOf(
    series.flatMap((one) => judgeSeries(one, known, rules) ?? []),
    known,
    rules,
  );

/** The same of series that were judged one by one: with hundreds of them that takes seconds. */
export function nightOf(judged: readonly Judged[], known: readonly NightAlert[], rules: WatchRules): Night {
  const seenAgain = judged.flatMap((one) => one.seenAgain);
  const seen = new Set(seenAgain.map(({ alertId }) => alertId));
  const watched = new Set(judged.map(({ id }) => id));
  const gone = ({ id, status, seriesIds }: NightAlert): boolean =>
    status.state === 'suspected' && !seen.has(id) && seriesIds.every((seriesId) => watched.has(seriesId));
  return {
    news: newAlerts(judged, rules),
    seenAgain,
    vanished: known.filter(gone).map(({ id }) => id),
    returned: [...new Set(judged.flatMap((one) => one.returned))],
  };
}

/** What a night shows of one series. */
export interface Judged extends Pick<Night, 'seenAgain' | 'returned'> {
  id: string;
  news: Suspect[];
  /** P values of the tests that found nothing new, taken as 1: a night of many series is a night of many tests. */
  testsWithout: number;
}

/** Null of a series of which nothing was measured. */
export function judgeSeries(series: WatchedSeries, known: readonly NightAlert[], rules: WatchRules): Judged | null {
  const { id } = series;
  const epoch = epochsOf(series.points).at(-1);
  if (!epoch) return null;
  const ofGroup = known.filter(({ group }) => group === series.group);
  const channels = channelsOf(series, epoch, ofGroup, rules);
  const all = channels.flat();
  return {
    id,
    news: all.flatMap(({ suspect, alert }) => (alert ? [] : [suspect])),
    seenAgain: all.flatMap(({ suspect, alert }) => (alert ? [{ alertId: alert.id, suspect }] : [])),
    returned: ofGroup.filter((alert) => isBack(alert, series, epoch, rules)).map((alert) => alert.id),
    testsWithout: channels.filter((of) => of.every(({ alert }) => alert !== null)).length,
  };
}

interface Matched {
  suspect: Suspect;
  /** Null of a new one. */
  alert: NightAlert | null;
}

/** What each channel that tests the series suspects. */
function channelsOf(series: WatchedSeries, epoch: Epoch, known: readonly NightAlert[], rules: WatchRules): Matched[][] {
  const places = epoch.points.map(({ place }) => place);
  const matched = (suspect: Suspect): Matched => ({ suspect, alert: alertOf(suspect, known, places, rules) });
  const budget = budgetNow(series, epoch, rules);
  const ofBudget = budget ? [[budget.suspect]] : [];
  // Every limit is judged, as a person asked for it. Steps and drifts are looked for only in metrics that alert.
  const told = (lists: (Suspect | null)[][]): Matched[][] =>
    lists.map((suspects) => suspects.filter((suspect) => suspect !== null).map(matched));
  if (!mayAlert(series)) return told(ofBudget);
  const steps = suspectedSteps(series, epoch, rules).map(matched);
  const changes = [
    ...known.filter(({ status, seriesIds }) => isKnownChange(status) && seriesIds.includes(series.id)),
    // What the night suspects to be a step is to be confirmed as one, and only if it is none may it be a drift.
    ...steps.filter(({ alert }) => alert === null).map(({ suspect }) => suspect),
  ].filter(({ channel }) => channel !== 'budget');
  const since = changes.length > 0 ? Math.max(...changes.map(({ range }) => range.after.place)) : null;
  const drift = suspectedDrift(series, epoch, since, rules);
  return [steps, ...told([[drift], ...ofBudget])];
}

/** A budget has one alert until it is kept again: while it is exceeded, its range moves on with the nights. */
function alertOf(
  suspect: Suspect,
  known: readonly NightAlert[],
  places: readonly number[],
  { segmentLeast }: WatchRules,
): NightAlert | null {
  if (suspect.channel !== 'budget') return knownAs(suspect, known, places, segmentLeast);
  const own = known.filter(({ channel, seriesIds }) => channel === 'budget' && seriesIds.includes(suspect.seriesId));
  return own.find(({ status }) => isStanding(status)) ?? knownAs(suspect, own, places, segmentLeast);
}

/** The series that decides tells: of the design, the reference and the limit that it was suspected by. */
function isBack(alert: NightAlert, series: WatchedSeries, epoch: Epoch, rules: WatchRules): boolean {
  const { channel, direction, range, seriesIds, status, conditions, budget } = alert;
  if (direction !== 'worse' || !mayReturn(status) || seriesIds[0] !== series.id) return false;
  if (!isOfOneDesign(conditions, epoch.conditions)) return false;
  return channel === 'budget'
    ? budgetNow({ ...series, budget }, epoch, rules)?.state === 'kept'
    : hasReturned(series, epoch, range, rules);
}

function newAlerts(judged: readonly Judged[], { alpha }: WatchRules): NewAlert[] {
  const news = judged.flatMap((one) => one.news);
  const without = judged.reduce((total, { testsWithout }) => total + testsWithout, 0);
  const adjusted = benjaminiHochberg([...news.map(({ pValue }) => pValue), ...new Array<number>(without).fill(1)]);
  const kept = news.filter((_, i) => (adjusted[i] ?? 1) <= alpha);
  return togetherOf(kept).flatMap((suspects) => {
    const range = common(suspects.map((suspect) => suspect.range));
    return range ? [{ range, suspects }] : [];
  });
}

/** A night is judged once all that was begun in it is measured, and after this at the latest. */
const NIGHT_MOST_US = 6 * 3_600_000_000;

/** The points of a night that is over; none while others of it are being measured. */
export function nightsDue<Point extends { measuredAtUs: number | null }>(
  points: readonly Point[],
  nowUs: number,
): Point[] {
  const measured = points.filter(({ measuredAtUs }) => measuredAtUs !== null);
  const late = measured.some(({ measuredAtUs }) => (measuredAtUs ?? nowUs) < nowUs - NIGHT_MOST_US);
  return measured.length === points.length || late ? measured : [];
}
