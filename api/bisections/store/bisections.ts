import type { BisectionStatus } from '../../contract/bisection.ts';
import type { ComparedMetric } from '../../contract/comparison.ts';
import { type Db, json, orNull, toNumber } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import type { Bisection } from '../../rules/watch/bisection.ts';

/** An experiment of a search, and what it measures. */
export interface BisectionExperiment {
  experimentId: string;
  revision: string;
  rounds: number;
  alpha: number;
}

export interface BisectionRecord {
  id: string;
  benchmarkId: string;
  benchmarkName: string;
  version: number;
  alertId: string | null;
  status: BisectionStatus;
  metric: ComparedMetric;
  stepIndex: number;
  plan: Bisection;
  experiments: BisectionExperiment[];
  faultSentence: string | null;
  experimentId: string | null;
  notBeforeUs: number | null;
  waitingSentence: string | null;
  createdAtUs: number;
  createdByName: string | null;
  endedAtUs: number | null;
}

export type NewBisection = Omit<
  BisectionRecord,
  'benchmarkName' | 'experiments' | 'faultSentence' | 'experimentId' | 'notBeforeUs' | 'waitingSentence' | 'endedAtUs'
> & { idempotencyKey: string | null };

export type BisectionChange = Partial<
  Pick<
    BisectionRecord,
    | 'status'
    | 'plan'
    | 'experiments'
    | 'faultSentence'
    | 'experimentId'
    | 'notBeforeUs'
    | 'waitingSentence'
    | 'endedAtUs'
  >
>;

const WHOLE = { include: { benchmark: { select: { name: true } } } } as const satisfies Prisma.BisectionDefaultArgs;
type Row = Prisma.BisectionGetPayload<typeof WHOLE>;

/** Throws a duplicate for a key that was used. */
export async function insertBisection(db: Db, { plan, ...rest }: NewBisection): Promise<void> {
  await db.bisection.create({ data: { ...rest, plan: json(plan) } });
}

export async function updateBisection(db: Db, id: string, change: BisectionChange): Promise<void> {
  const { plan, experiments, ...rest } = change;
  await db.bisection.update({
    where: { id },
    data: { ...rest, ...(plan && { plan: json(plan) }), ...(experiments && { experiments: json(experiments) }) },
  });
}

export async function findBisection(db: Db, id: string): Promise<BisectionRecord | null> {
  const row = await db.bisection.findUnique({ where: { id }, ...WHOLE });
  return row && toRecord(row);
}

/** Until the transaction ends, nobody else changes it. */
export async function lockBisection(db: Db, id: string): Promise<BisectionRecord | null> {
  await db.$queryRaw`SELECT 1 FROM "Bisection" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`;
  return findBisection(db, id);
}

export async function findBisectionByKey(db: Db, idempotencyKey: string): Promise<BisectionRecord | null> {
  const row = await db.bisection.findUnique({ where: { idempotencyKey }, ...WHOLE });
  return row && toRecord(row);
}

/** Of one benchmark, the newest first. */
export async function listBisections(db: Db, benchmarkId: string, limit: number): Promise<BisectionRecord[]> {
  const rows = await db.bisection.findMany({ where: { benchmarkId }, ...WHOLE, orderBy: { id: 'desc' }, take: limit });
  return rows.map(toRecord);
}

/** In which a search is under way. */
export async function listSearchedBenchmarks(db: Db): Promise<string[]> {
  const where = { status: 'running' };
  const rows = await db.bisection.findMany({ where, select: { benchmarkId: true }, distinct: ['benchmarkId'] });
  return rows.map(({ benchmarkId }) => benchmarkId);
}

/** Those whose next experiment is to begin, or whose experiment is over. */
export async function listDueBisections(db: Db, nowUs: number): Promise<string[]> {
  const rows = await db.bisection.findMany({
    where: {
      status: 'running',
      OR: [
        { experimentId: null, OR: [{ notBeforeUs: null }, { notBeforeUs: { lte: nowUs } }] },
        { experiment: { status: 'done' } },
      ],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id }) => id);
}

function toRecord(row: Row): BisectionRecord {
  const { id, benchmarkId, version, alertId, stepIndex, faultSentence, experimentId, waitingSentence } = row;
  return {
    ...{ id, benchmarkId, version, alertId, stepIndex, faultSentence, experimentId, waitingSentence },
    benchmarkName: row.benchmark.name,
    status: row.status as BisectionStatus,
    metric: row.metric as ComparedMetric,
    plan: row.plan as unknown as Bisection,
    experiments: row.experiments as unknown as BisectionExperiment[],
    createdAtUs: toNumber(row.createdAtUs),
    createdByName: row.createdByName,
    notBeforeUs: orNull(row.notBeforeUs),
    endedAtUs: orNull(row.endedAtUs),
  };
}
