import { findRevisions } from '../benchmarks/store/points.ts';
import type { Alert, AlertList, AlertSeries, ListAlertsQuery } from '../contract/alert.ts';
import { alertState } from '../contract/alert.ts';
import { MAX_ALERTS } from '../contract/limits.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, toNumber } from '../platform/store/db.ts';
import { type AlertEvent, advanceAlert } from '../rules/watch/alert.ts';
import { alertSentence } from '../rules/watch/alert-words.ts';
import { WATCH_RULES } from '../rules/watch/watch-rules.ts';
import { seriesNameOf } from '../rules/watch/watched-series.ts';
import { type AlertRecord, findAlert, listAlerts as listRecords } from './store/alerts.ts';

export async function listAlerts(
  { database: { db } }: Lab,
  { benchmarkId, states }: ListAlertsQuery,
): Promise<AlertList> {
  const wanted = states?.split(',').map((state) => {
    const known = alertState.safeParse(state.trim());
    if (!known.success)
      throw new AppError('invalid-input', `There is no state ${state}; there are ${alertState.options.join(', ')}.`);
    return known.data;
  });
  const records = await listRecords(db, {
    ...(benchmarkId !== undefined && { benchmarkIds: [benchmarkId] }),
    ...(wanted && { states: wanted }),
    limit: MAX_ALERTS,
  });
  return { alerts: await shown(db, records) };
}

export async function getAlert({ database: { db } }: Lab, id: string): Promise<Alert> {
  const record = await findAlert(db, id);
  const [alert] = record ? await shown(db, [record]) : [];
  if (!alert) throw new AppError('not-found', 'There is no such alert.');
  return alert;
}

/** Of each benchmark, the subjects of its commits are read once. */
async function shown(db: Db, records: readonly AlertRecord[]): Promise<Alert[]> {
  const subjects = new Map<string, Map<string, string | null>>();
  for (const benchmarkId of new Set(records.map((one) => one.benchmarkId))) {
    const named = records.filter((one) => one.benchmarkId === benchmarkId).flatMap(({ range }) => revisionsOf(range));
    const known = await findRevisions(db, benchmarkId, named);
    subjects.set(benchmarkId, new Map(known.map(({ revision, subject }) => [revision, subject])));
  }
  return records.map((record) => toAlert(record, subjects.get(record.benchmarkId) ?? new Map()));
}

const revisionsOf = ({ before, after }: AlertRecord['range']): string[] =>
  before ? [before.revision, after.revision] : [after.revision];

function toAlert(record: AlertRecord, subjects: ReadonlyMap<string, string | null>): Alert {
  const { id, benchmarkId, benchmarkName, hostClass, channel, direction, range, status } = record;
  const series = seriesOf(record);
  const placed = (place: { place: number; revision: string }) => ({
    ...place,
    subject: subjects.get(place.revision) ?? null,
  });
  return {
    ...{ id, benchmarkId, benchmarkName, hostClass, channel, direction, state: status.state },
    sentence: sentenceOf(record),
    before: range.before && placed(range.before),
    after: placed(range.after),
    series,
    suspectedAtUs: record.suspectedAtUs,
    changedAtUs: record.changedAtUs,
    mutedUntilUs: status.mutedUntilMs === null ? null : status.mutedUntilMs * 1000,
    experimentId: record.experimentId,
    attempts: status.attempts,
    waitingSentence: status.state === 'suspected' ? record.waitingSentence : null,
    actions: actionsOf(record),
    entries: record.entries.map((entry) => ({
      atUs: toNumber(entry.atUs),
      state: entry.state as Alert['state'],
      ...{ byName: entry.byName, reason: entry.reason },
    })),
  };
}

const seriesOf = ({ suspects, shown }: AlertRecord): AlertSeries[] =>
  suspects.map(({ seriesId, size }) => toSeries(seriesId, size, shown));

/** The series that decides stands first. */
export function sentenceOf(record: AlertRecord): string {
  const [decisive] = seriesOf(record);
  return decisive ? alertSentence(record.status, record.channel, record.range, decisive) : '';
}

function toSeries(seriesId: string, suspected: AlertSeries['suspected'], all: AlertRecord['shown']): AlertSeries {
  const { metric, stepIndex } = seriesNameOf(seriesId);
  const own = all?.find((one) => one.seriesId === seriesId);
  if (!own) return { metric, stepIndex, suspected, shown: null };
  const { ratio, low, high, alpha } = own.effect;
  const confidencePercent = Number(((1 - alpha) * 100).toFixed(2));
  return { metric, stepIndex, suspected, shown: { ratio, low, high, confidencePercent, held: own.held } };
}

const ACTIONS: Record<Alert['actions'][number], AlertEvent> = {
  acknowledge: { type: 'acknowledge' },
  expect: { type: 'expect' },
  mute: { type: 'mute', untilMs: Number.MAX_SAFE_INTEGER },
  reopen: { type: 'reopen' },
};

function actionsOf({ status }: AlertRecord): Alert['actions'] {
  const names = Object.keys(ACTIONS) as Alert['actions'];
  return names.filter((name) => advanceAlert(status, ACTIONS[name], WATCH_RULES) !== null);
}
