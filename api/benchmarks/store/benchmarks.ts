import type { BenchmarkDesign, KeptBudget } from '../../contract/benchmark.ts';
import { type Db, json } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';

const WHOLE = {
  include: {
    versions: { orderBy: { number: 'desc' }, take: 1 },
    _count: {
      select: {
        points: { where: { measuredAtUs: null } },
        alerts: { where: { state: 'confirmed', direction: 'worse' } },
      },
    },
  },
} as const satisfies Prisma.BenchmarkDefaultArgs;

/** With its newest version, how many points are being measured, and how many confirmed losses wait for somebody. */
export type BenchmarkRow = Prisma.BenchmarkGetPayload<typeof WHOLE>;
export type VersionRow = BenchmarkRow['versions'][number];

export interface NewVersion {
  benchmarkId: string;
  number: number;
  sha256: string;
  design: BenchmarkDesign;
  createdAtUs: number;
  createdByName: string | null;
}

/** Throws a duplicate for a name that is taken. */
export async function insertBenchmark(
  db: Db,
  benchmark: { id: string; name: string; ownerName: string | null; createdAtUs: number },
): Promise<void> {
  await db.benchmark.create({ data: benchmark });
}

export async function insertVersion(db: Db, { design, ...version }: NewVersion): Promise<void> {
  await db.benchmarkVersion.create({ data: { ...version, design: json(design) } });
}

export async function findBenchmark(db: Db, id: string): Promise<BenchmarkRow | null> {
  return db.benchmark.findUnique({ where: { id }, ...WHOLE });
}

/** By name, archived ones last. */
export async function listBenchmarkRows(db: Db): Promise<BenchmarkRow[]> {
  return db.benchmark.findMany({
    ...WHOLE,
    orderBy: [{ archivedAtUs: { sort: 'asc', nulls: 'first' } }, { name: 'asc' }],
  });
}

export const countBenchmarks = (db: Db): Promise<number> => db.benchmark.count();

export const findVersion = (db: Db, benchmarkId: string, number: number): Promise<VersionRow | null> =>
  db.benchmarkVersion.findUnique({ where: { benchmarkId_number: { benchmarkId, number } } });

export async function listVersions(db: Db, benchmarkId: string, limit: number): Promise<VersionRow[]> {
  return db.benchmarkVersion.findMany({ where: { benchmarkId }, orderBy: { number: 'desc' }, take: limit });
}

/** Until the transaction ends, nobody else changes it. */
export async function lockBenchmark(db: Db, id: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM "Benchmark" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`;
}

export async function updateBenchmark(
  db: Db,
  id: string,
  { budgets, ...change }: { name?: string; archivedAtUs?: number | null; budgets?: KeptBudget[] },
): Promise<void> {
  await db.benchmark.update({ where: { id }, data: { ...change, ...(budgets && { budgets: json(budgets) }) } });
}
