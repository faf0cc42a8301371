import type {
  Benchmark,
  BenchmarkDesign,
  BenchmarkHistory,
  BenchmarkSummary,
  BenchmarkVersion,
  KeptBudget,
} from '../contract/benchmark.ts';
import { MAX_HISTORY_POINTS } from '../contract/limits.ts';
import { hostNames } from '../experiments/store/experiments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, orNull, toNumber } from '../platform/store/db.ts';
import { hostIdsOf } from '../rules/spec/hosts-of-spec.ts';
import { canRunAgain, notAgain } from '../rules/spec/run-again.ts';
import { upgradeSpec } from '../rules/spec/spec-upgrade.ts';
import { historyOf } from '../rules/watch/history.ts';
import { scheduleOf } from './schedule-view.ts';
import {
  type BenchmarkRow,
  findBenchmark,
  findVersion,
  listBenchmarkRows,
  listVersions,
  type VersionRow,
} from './store/benchmarks.ts';
import { benchmarkOf, listPoints } from './store/points.ts';
import { findSchedule } from './store/schedules.ts';

/** Of the newest points, in a list. */
const STRIP_POINTS = 30;

export async function listBenchmarks({ database: { db } }: Lab): Promise<BenchmarkSummary[]> {
  return Promise.all((await listBenchmarkRows(db)).map((row) => summaryOf(db, row)));
}

export async function getBenchmark({ database: { db }, nowUs }: Lab, id: string): Promise<Benchmark> {
  const row = await knownBenchmark(db, id);
  const versions = await listVersions(db, id, MAX_HISTORY_POINTS);
  const design = designOf(newestOf(row));
  const schedule = scheduleOf(await findSchedule(db, id), design, row.archivedAtUs !== null, nowUs());
  return {
    ...(await summaryOf(db, row)),
    ...{ design, schedule, budgets: budgetsOf(row), versions: versions.map(toVersion) },
  };
}

/** Throws not-found for an experiment that measures no point, as for one that there is not. */
export async function getBenchmarkOf({ database: { db } }: Lab, experimentId: string): Promise<BenchmarkSummary> {
  const id = await benchmarkOf(db, experimentId);
  if (id === null) throw new AppError('not-found', 'The experiment measures no benchmark.');
  return summaryOf(db, await knownBenchmark(db, id));
}

export async function getHistory({ database: { db } }: Lab, id: string): Promise<BenchmarkHistory> {
  const design = designOf(newestOf(await knownBenchmark(db, id)));
  return historyOf(await listPoints(db, id, MAX_HISTORY_POINTS), design);
}

export async function knownBenchmark(db: Db, id: string): Promise<BenchmarkRow> {
  const row = await findBenchmark(db, id);
  if (!row) throw new AppError('not-found', 'There is no such benchmark.');
  return row;
}

export function newestOf({ id, versions: [newest] }: BenchmarkRow): VersionRow {
  if (!newest) throw new Error(`the benchmark ${id} has no version`);
  return newest;
}

/** What can be measured today. Throws conflict where its version of the spec asks for what is no more. */
export function runnableDesign(version: VersionRow): BenchmarkDesign {
  const { spec, ...rest } = designOf(version);
  if (!canRunAgain(spec)) throw new AppError('conflict', notAgain(spec)?.sentence ?? '');
  return { ...rest, spec };
}

/** Of a version that was measured before. */
export async function designOfVersion(db: Db, id: string, number: number): Promise<BenchmarkDesign> {
  const version = await findVersion(db, id, number);
  if (!version) throw new AppError('not-found', `The benchmark has no version ${number}.`);
  return runnableDesign(version);
}

/** In the form of today. */
export function designOf({ design }: VersionRow): Benchmark['design'] {
  const kept = design as unknown as BenchmarkDesign;
  return { ...kept, spec: upgradeSpec(kept.spec) };
}

export const budgetsOf = ({ budgets }: Pick<BenchmarkRow, 'budgets'>): KeptBudget[] =>
  budgets as unknown as KeptBudget[];

const toVersion = ({ number, sha256, createdAtUs, createdByName }: VersionRow): BenchmarkVersion => ({
  ...{ number, sha256, createdByName },
  createdAtUs: toNumber(createdAtUs),
});

async function summaryOf(db: Db, row: BenchmarkRow): Promise<BenchmarkSummary> {
  const version = newestOf(row);
  const { primary, marginPercent, spec } = designOf(version);
  const names = await hostNames(db, hostIdsOf(spec));
  const { series } = historyOf(await listPoints(db, row.id, STRIP_POINTS), { primary, marginPercent });
  const own = series.find(({ metric, stepIndex }) => metric === primary.metric && stepIndex === primary.stepIndex);
  return {
    ...{ id: row.id, name: row.name, ownerName: row.ownerName },
    createdAtUs: toNumber(row.createdAtUs),
    archivedAtUs: orNull(row.archivedAtUs),
    version: toVersion(version),
    ...{ primary, marginPercent },
    hostNames: [...names.values()].sort(),
    strip: own?.points ?? [],
    measuring: row._count.points,
    openAlerts: row._count.alerts,
  };
}
