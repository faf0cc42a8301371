import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { formatMinute } from '../rules/words/durations.ts';
import { plural } from '../rules/words/numbers.ts';
import { linkTo, publish } from '../webhooks/publish.ts';
import { knownBenchmark } from './benchmark-view.ts';
import { timesAfter, timesBetween } from './cron.ts';
import type { BenchmarkRow } from './store/benchmarks.ts';
import {
  insertOccurrences,
  lockSchedule,
  type OccurrenceRecord,
  type ScheduleRecord,
  setNextDue,
} from './store/schedules.ts';

/** Of the times that passed while nothing looked: the latest. */
const CAUGHT_UP_MOST = 100;

/**
 * Notes the times that have come, in a transaction that perhaps changes the schedule afterwards. Only the last of several can still
 * be met. While it is disabled or archived nothing is due.
 */
export async function noteDue(lab: Lab, tx: Db, benchmarkId: string): Promise<void> {
  const nowUs = lab.nowUs();
  const schedule = await lockSchedule(tx, benchmarkId);
  if (!schedule || schedule.nextDueAtUs > nowUs) return;
  const [nextDueAtUs = 0] = timesAfter(schedule, nowUs, 1);
  await setNextDue(tx, benchmarkId, nextDueAtUs);
  const benchmark = await knownBenchmark(tx, benchmarkId);
  if (!schedule.enabled || benchmark.archivedAtUs !== null) return;
  const times = timesBetween(schedule, schedule.nextDueAtUs, nowUs, CAUGHT_UP_MOST);
  const noted = times.map((dueAtUs, place) => newOccurrence(schedule, dueAtUs, place === times.length - 1, nowUs));
  await insertOccurrences(tx, benchmarkId, noted);
  const missed = noted.filter(({ outcome }) => outcome === 'missed');
  const last = missed.at(-1);
  if (last) await publishMissed(lab, tx, benchmark, last, missed.length);
}

function newOccurrence(schedule: ScheduleRecord, dueAtUs: number, isLast: boolean, nowUs: number): OccurrenceRecord {
  const { benchmarkId, windowMinutes } = schedule;
  const endsAtUs = dueAtUs + windowMinutes * 60e6;
  const can = isLast && nowUs < endsAtUs;
  return {
    ...{ id: newId(), benchmarkId, dueAtUs, endsAtUs, experimentId: null, lookAtUs: dueAtUs },
    outcome: can ? 'waiting' : 'missed',
    sentence: can
      ? null
      : `Nothing looked after schedules until ${formatMinute(nowUs)}, as while this instance is down.`,
  };
}

export function publishMissed(
  lab: Lab,
  tx: Db,
  { id, name }: BenchmarkRow,
  { dueAtUs, sentence }: OccurrenceRecord,
  missed: number,
): Promise<void> {
  const what = missed === 1 ? formatMinute(dueAtUs) : `${plural(missed, 'time')} up to ${formatMinute(dueAtUs)}`;
  return publish(lab, tx, 'schedule.missed', () => ({
    ...{ benchmarkId: id, benchmarkName: name, dueAtUs, missed },
    sentence: `${name} was not measured as scheduled, ${what}. ${sentence ?? ''}`.trim(),
    link: linkTo(lab, `/benchmarks/${id}`),
  }));
}
