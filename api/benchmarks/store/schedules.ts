import { MAX_OCCURRENCES_KEPT } from '../../contract/limits.ts';
import type { Occurrence } from '../../contract/schedule.ts';
import { type Db, type Plain, plain } from '../../platform/store/db.ts';
import type { BenchmarkSchedule, ScheduleOccurrence } from '../../platform/store/generated/client.ts';

export type ScheduleRecord = Plain<BenchmarkSchedule>;
export type OccurrenceRecord = Plain<Omit<ScheduleOccurrence, 'outcome'>> & { outcome: Occurrence['outcome'] };

const occurrenceOf = (row: ScheduleOccurrence): OccurrenceRecord => plain(row) as OccurrenceRecord;

export async function findSchedule(db: Db, benchmarkId: string): Promise<ScheduleRecord | null> {
  const row = await db.benchmarkSchedule.findUnique({ where: { benchmarkId } });
  return row && plain(row);
}

export async function saveSchedule(db: Db, schedule: ScheduleRecord): Promise<void> {
  const { benchmarkId, ...change } = schedule;
  await db.benchmarkSchedule.upsert({ where: { benchmarkId }, create: schedule, update: change });
}

/** False: there was none. */
export async function deleteSchedule(db: Db, benchmarkId: string): Promise<boolean> {
  return (await db.benchmarkSchedule.deleteMany({ where: { benchmarkId } })).count > 0;
}

/** Benchmarks with a schedule whose next time has come. */
export async function listDue(db: Db, nowUs: number): Promise<string[]> {
  const where = { nextDueAtUs: { lte: nowUs } };
  return (await db.benchmarkSchedule.findMany({ where, select: { benchmarkId: true } })).map((one) => one.benchmarkId);
}

/** Until the transaction ends, no other process reckons with it. */
export async function lockSchedule(tx: Db, benchmarkId: string): Promise<ScheduleRecord | null> {
  await tx.$queryRaw`SELECT 1 FROM "BenchmarkSchedule" WHERE "benchmarkId" = ${benchmarkId}::uuid FOR UPDATE`;
  return findSchedule(tx, benchmarkId);
}

export async function setNextDue(tx: Db, benchmarkId: string, nextDueAtUs: number): Promise<void> {
  await tx.benchmarkSchedule.update({ where: { benchmarkId }, data: { nextDueAtUs } });
}

/** Those that are known stay as they are; the oldest of too many go. */
export async function insertOccurrences(tx: Db, benchmarkId: string, occurrences: OccurrenceRecord[]): Promise<void> {
  await tx.scheduleOccurrence.createMany({ data: occurrences, skipDuplicates: true });
  const [oldest] = await tx.scheduleOccurrence.findMany({
    where: { benchmarkId },
    orderBy: { dueAtUs: 'desc' },
    skip: MAX_OCCURRENCES_KEPT,
    take: 1,
    select: { dueAtUs: true },
  });
  if (oldest) await tx.scheduleOccurrence.deleteMany({ where: { benchmarkId, dueAtUs: { lte: oldest.dueAtUs } } });
}

/** What is to be looked after: begun, or waiting and due to be looked at; who was due first comes first. */
export async function listOpen(db: Db, nowUs: number): Promise<OccurrenceRecord[]> {
  const rows = await db.scheduleOccurrence.findMany({
    where: { OR: [{ outcome: 'began' }, { outcome: 'waiting', lookAtUs: { lte: nowUs } }] },
    orderBy: [{ dueAtUs: 'asc' }, { id: 'asc' }],
  });
  return rows.map(occurrenceOf);
}

/** Whether a measurement by the schedule of that benchmark is under way. */
export async function isUnderWay(db: Db, benchmarkId: string): Promise<boolean> {
  return (await db.scheduleOccurrence.count({ where: { benchmarkId, outcome: 'began' } })) > 0;
}

/** False: another process has changed it. */
export async function changeOccurrence(
  db: Db,
  { id, outcome }: Pick<OccurrenceRecord, 'id' | 'outcome'>,
  change: Partial<Pick<OccurrenceRecord, 'outcome' | 'sentence' | 'experimentId' | 'lookAtUs'>>,
): Promise<boolean> {
  return (await db.scheduleOccurrence.updateMany({ where: { id, outcome }, data: change })).count > 0;
}

export async function skipWaiting(tx: Db, benchmarkId: string, sentence: string): Promise<void> {
  const change = { outcome: 'skipped', sentence };
  await tx.scheduleOccurrence.updateMany({ where: { benchmarkId, outcome: 'waiting' }, data: change });
}

export async function listOccurrences(db: Db, benchmarkId: string, limit: number): Promise<OccurrenceRecord[]> {
  const orderBy = { dueAtUs: 'desc' } as const;
  return (await db.scheduleOccurrence.findMany({ where: { benchmarkId }, orderBy, take: limit })).map(occurrenceOf);
}
