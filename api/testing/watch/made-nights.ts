import type { AlertState } from '../../contract/alert.ts';
import { randomOf } from '../../rules/statistics/seeded-random.ts';
import { NEW_ALERT } from '../../rules/watch/alert.ts';
import { judgeNight, type Night, type NightAlert } from '../../rules/watch/night.ts';
import type { Budget, SeriesPoint, WatchedSeries } from '../../rules/watch/series.ts';
import { WATCH_RULES } from '../../rules/watch/watch-rules.ts';
import { normalFrom } from '../statistics/sessions.ts';

export const CONDITIONS = { benchmarkVersion: 'v1', hostClass: 'c', hostFingerprint: 'f', reference: 'r' };

/** A point of a night, from its ratio and the reference's figure. */
export const point = (
  night: number,
  ratio: number | null,
  over: Partial<SeriesPoint> & { host?: number } = {},
): SeriesPoint => {
  const { host = 1000, ...rest } = over;
  return {
    place: night,
    revision: `c${night}`,
    measuredAtMs: night,
    conditions: CONDITIONS,
    figures: ratio === null ? null : figures(ratio, host),
    ...rest,
  };
};
const figures = (ratio: number, reference: number) => ({
  logRatio: Math.log(ratio),
  error: { logRatio: 0.01, degrees: 5 },
  rounds: 6,
  candidate: reference * ratio,
  reference,
});

export const series = (points: SeriesPoint[], over: Partial<WatchedSeries> = {}): WatchedSeries => ({
  id: 's',
  group: 'g',
  metric: 'requestsPerSecond',
  alerts: null,
  margin: 0.02,
  noise: null,
  budget: null,
  points,
  ...over,
});

/** Nights whose ratios vary by 1 % about a level. */
export function nights(
  count: number,
  ratioAt: (night: number) => number,
  seed = 1,
  hostAt = (_: number) => 1000,
): SeriesPoint[] {
  const normal = normalFrom(randomOf(seed));
  return Array.from({ length: count }, (_, night) =>
    point(night, ratioAt(night) * Math.exp(0.01 * normal()), { host: hostAt(night) * Math.exp(0.01 * normal()) }),
  );
}

export const slower = (night: number): number => (night >= 20 ? 0.9 : 1);
export const judged = (of: WatchedSeries[], known: NightAlert[] = []): Night => judgeNight(of, known, WATCH_RULES);
export const known = (night: Night, state: AlertState, budget: Budget | null = null): NightAlert[] =>
  night.news.map(({ range, suspects }, i) => {
    const { channel, group, direction, conditions } = suspects[0] as (typeof suspects)[number];
    const seriesIds = suspects.map(({ seriesId }) => seriesId);
    const of = { channel, group, direction, range, seriesIds, conditions, budget };
    return { id: `a${i}`, ...of, status: { ...NEW_ALERT, state } };
  });
