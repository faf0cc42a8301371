import { type AlertEvent, advanceAlert, NEW_ALERT } from '../../rules/watch/alert.ts';
import { confirmationOf, confirmingExperiment } from '../../rules/watch/confirmation.ts';
import { hostMovesOf } from '../../rules/watch/host-move.ts';
import { judgeNight, type Night, type NightAlert } from '../../rules/watch/night.ts';
import {
  epochsOf,
  figuresOfNight,
  type PointFigures,
  roundSpreadOf,
  type SeriesPoint,
  type WatchedSeries,
} from '../../rules/watch/series.ts';
import type { Suspect } from '../../rules/watch/suspect.ts';
import { ROUNDS_A_NIGHT, WATCH_RULES } from '../../rules/watch/watch-rules.ts';
import type { Course } from './world.ts';

export const COMMITS_A_NIGHT = 3;
const NIGHT_MS = 24 * 60 * 60 * 1000;
const MARGIN = 0.02;
const CONDITIONS = { benchmarkVersion: 'v1', hostClass: 'c', hostFingerprint: 'f', reference: 'release' };

export interface Told {
  /** The night after which its experiment confirmed it. */
  night: number;
  suspect: Suspect;
}

/** What came of nights that were watched. */
export interface Watched {
  told: Told[];
  confirmations: number;
  /** Nights after which a move of the host was first named, with whether the ratio moved as well. */
  hostMoves: { night: number; beforeMs: number; afterMs: number; ratioMoved: boolean }[];
}

export interface Watching {
  nights: number;
  /** Judging begins after this night; earlier ones are history. */
  from?: number;
  /** ln(candidate / reference) of a commit. */
  levelAt: (place: number) => number;
  /** Rounds that a night's point is made of. */
  rounds?: number;
  /** How many nights later a night's point arrives: a queue, a repeated run of an old commit. */
  lateBy?: (night: number) => number;
}

/** Every night a point, judged by the product's functions; every suspect is confirmed, or not, before the next night. */
export function watchNights(course: Course, watching: Watching): Watched {
  const { nights, from = 0, levelAt, rounds = ROUNDS_A_NIGHT, lateBy = () => 0 } = watching;
  const watched: Watched = { told: [], confirmations: 0, hostMoves: [] };
  const points: (SeriesPoint & { arrives: number })[] = [];
  let alerts: PlayedAlert[] = [];
  for (let night = 0; night < nights; night += 1) {
    points.push({ ...pointOf(course, night, rounds, levelAt), arrives: night + lateBy(night) });
    if (night < from) continue;
    const series = seriesOf(points.filter(({ arrives }) => arrives <= night));
    const found = judgeNight([series], alerts, WATCH_RULES);
    alerts = afterNight(alerts, found, night).map((alert) => {
      if (alert.status.state !== 'suspected') return alert;
      watched.confirmations += 1;
      const held = isConfirmed(course, series, alert, levelAt, night);
      if (held) watched.told.push({ night, suspect: alert.suspect });
      const decided = after(after(alert, { type: 'confirmation-began' }), { type: 'confirmation-decided', held });
      return { ...decided, decidedAt: night };
    });
    const epoch = epochsOf(series.points).at(-1);
    for (const move of epoch ? hostMovesOf(epoch, series.margin, WATCH_RULES) : []) {
      const named = watched.hostMoves.some(({ beforeMs }) => Math.abs(beforeMs - move.beforeMs) <= 3 * NIGHT_MS);
      if (!named) watched.hostMoves.push({ night, ...move });
    }
  }
  return watched;
}

type PlayedAlert = NightAlert & { suspect: Suspect; decidedAt: number };

function after(alert: PlayedAlert, event: AlertEvent): PlayedAlert {
  return { ...alert, status: advanceAlert(alert.status, event, WATCH_RULES) ?? alert.status };
}

/** The alerts with what a night says of them, and the new ones. */
function afterNight(alerts: readonly PlayedAlert[], found: Night, night: number): PlayedAlert[] {
  const known = alerts.map((alert) => {
    if (found.vanished.includes(alert.id)) return after(alert, { type: 'vanished' });
    if (found.returned.includes(alert.id)) return after(alert, { type: 'returned' });
    const seen = found.seenAgain.some(({ alertId }) => alertId === alert.id);
    return seen ? after(alert, { type: 'seen-again', pointsSince: night - alert.decidedAt }) : alert;
  });
  const news = found.news.flatMap(({ suspects: [suspect], range }, i) => {
    if (!suspect) return [];
    const { channel, group, direction, seriesId, conditions } = suspect;
    const id = `${alerts.length + i}`;
    return [
      {
        ...{ id, channel, group, direction, range, conditions, seriesIds: [seriesId], budget: null },
        ...{ status: NEW_ALERT, suspect, decidedAt: night },
      },
    ];
  });
  return [...known, ...news];
}

function isConfirmed(
  course: Course,
  series: WatchedSeries,
  { suspect, range }: PlayedAlert,
  levelAt: Watching['levelAt'],
  night: number,
): boolean {
  const roundLogSd = roundSpreadOf(epochsOf(series.points).at(-1)?.points ?? []);
  const experiment = confirmingExperiment(range, [suspect], { margin: MARGIN, noise: null, roundLogSd }, WATCH_RULES);
  const logRatio = levelAt(range.after.place) - levelAt(range.before?.place ?? 0);
  const rounds = course.roundsOf(experiment.rounds, logRatio, night);
  const { seriesId, size } = suspect;
  const confirmation = confirmationOf(experiment, [
    { seriesId, rounds, suspected: size.ratio, margin: MARGIN, noise: null },
  ]);
  if ('fault' in confirmation) throw new Error(confirmation.fault);
  return confirmation.held;
}

function pointOf(course: Course, night: number, rounds: number, levelAt: Watching['levelAt']): SeriesPoint {
  const place = night * COMMITS_A_NIGHT;
  const figures = figuresOfNight(course.roundsOf(rounds, levelAt(place), night));
  return {
    place,
    revision: `r${place}`,
    measuredAtMs: night * NIGHT_MS,
    conditions: CONDITIONS,
    figures: mustBeFigures(figures),
  };
}

function mustBeFigures(figures: ReturnType<typeof figuresOfNight>): PointFigures {
  if ('fault' in figures) throw new Error(figures.fault);
  return figures;
}

const seriesOf = (points: readonly SeriesPoint[]): WatchedSeries => ({
  id: 's',
  group: 'g',
  metric: 'requestsPerSecond',
  alerts: null,
  margin: MARGIN,
  noise: null,
  budget: null,
  points,
});
