import type { z } from 'zod';
import type {
  DeletedRunList,
  ListRunsQuery,
  listDeletedRunsQuery,
  RunCurve,
  RunFacets,
  RunFold,
  RunList,
} from '../contract/run-list.ts';
import { summariesOfExperiments } from '../experiments/list-experiments.ts';
import { toImportedSummary } from '../imports/store/imported-runs.ts';
import type { Lab } from '../platform/lab.ts';
import { toNumber } from '../platform/store/db.ts';
import { goneBeforeUs, restorableUntilUs } from '../rules/run/deletion.ts';
import { type RunOrder, writeCursor } from '../rules/run/run-cursor.ts';
import { runCurve } from '../rules/verdict/run-curve.ts';
import { positionOf } from './read-position.ts';
import { summariesOf } from './run-view.ts';
import { listStandings } from './store/baselines.ts';
import { listFavouritesAmong } from './store/favourites.ts';
import { toPointOfLine } from './store/points.ts';
import { readFacets } from './store/run-facets.ts';
import { countLines, type Folded, type RunFilters, selectRuns } from './store/run-list.ts';
import type { SummaryRow } from './store/run-summaries.ts';
import { stepSpecOf } from './store/runs.ts';

const DEFAULT_LIMIT = 50;

/** A page of the runs that pass every filter. `readerId`: whose favourites they are; null for the preset token, which has none. */
export async function listRuns(lab: Lab, query: ListRunsQuery, readerId: string | null): Promise<RunList> {
  const { cursor, limit, sort = 'created', direction = 'desc', fold, ...filters } = query;
  const asked = { filters: { ...filters, readerId }, order: { sort, direction }, fold: fold !== undefined };
  const { rows, folded, ...page } = await readPage(lab, asked, { cursor, limit });
  const { db } = lab.database;
  const ids = rows.map(({ id }) => id);
  const [runs, standings, favourites, folds] = await Promise.all([
    summariesOf(db, rows, lab.nowUs()),
    listStandings(db, ids),
    readerId === null ? [] : listFavouritesAmong(db, readerId, ids),
    toFolds(lab, folded),
  ]);
  return { ...page, runs, curves: curvesOf(rows), folds, standings, favourites };
}

const curvesOf = (rows: SummaryRow[]): RunCurve[] =>
  rows.flatMap((row) => {
    const requestsPerSecond = row.imported
      ? (toImportedSummary(row.imported.summary)?.curve ?? [])
      : runCurve(pointsOf(row));
    return requestsPerSecond.length === 0 ? [] : [{ runId: row.id, requestsPerSecond }];
  });

const pointsOf = ({ steps }: SummaryRow) =>
  steps.flatMap(({ point, ...step }) => (point ? [{ spec: stepSpecOf(step), point: toPointOfLine(point) }] : []));

async function toFolds(lab: Lab, folded: Folded[]): Promise<RunFold[]> {
  const experiments = await summariesOfExperiments(
    lab,
    folded.map(({ experimentId }) => experimentId),
  );
  return folded.flatMap(({ runId, runs, experimentId }) => {
    const experiment = experiments.get(experimentId);
    return experiment ? [{ runId, runs, experiment }] : [];
  });
}

/** Last deleted first; only runs that can still be restored. */
export async function listDeletedRuns(lab: Lab, query: z.infer<typeof listDeletedRunsQuery>): Promise<DeletedRunList> {
  const filters: RunFilters = { view: 'deleted', deletedSinceUs: goneBeforeUs(lab.nowUs()) };
  const asked = { filters, order: { sort: 'deleted', direction: 'desc' } as const, fold: false };
  const { rows, folded: _, runsTotal: __, ...page } = await readPage(lab, asked, query);
  const deletedAtUs = new Map(rows.map((row) => [row.id, toNumber(row.deletedAtUs ?? 0n)]));
  const runs = (await summariesOf(lab.database.db, rows, lab.nowUs())).map((run) => {
    const atUs = deletedAtUs.get(run.id) ?? 0;
    return { ...run, deletedAtUs: atUs, restorableUntilUs: restorableUntilUs(atUs) };
  });
  return { ...page, runs };
}

export function runFacets(lab: Lab): Promise<RunFacets> {
  return readFacets(lab.database.db);
}

async function readPage(
  lab: Lab,
  { filters, order, fold }: { filters: RunFilters; order: RunOrder; fold: boolean },
  { cursor, limit = DEFAULT_LIMIT }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: SummaryRow[]; folded: Folded[]; nextCursor: string | null; total: number; runsTotal: number }> {
  const after = cursor === undefined ? null : positionOf(order, cursor);
  const { db } = lab.database;
  const [{ rows, folded, last }, counted] = await Promise.all([
    selectRuns(db, { filters, order, fold, after, limit }),
    countLines(db, filters, fold),
  ]);
  const nextCursor = last && writeCursor(order, last);
  return { rows, folded, nextCursor, total: counted.total, runsTotal: counted.runs };
}
