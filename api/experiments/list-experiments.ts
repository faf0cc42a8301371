import {
  type ExperimentList,
  type ExperimentSummary,
  experimentAnswer,
  type ListExperimentsQuery,
  type ListedExperiment,
} from '../contract/experiment.ts';
import type { Lab } from '../platform/lab.ts';
import { asImported, importedExperiment, summaryOf } from '../rules/experiment/imported-experiment.ts';
import { writeCursor } from '../rules/run/run-cursor.ts';
import { positionOf } from '../runs/read-position.ts';
import { knownExperiment } from './experiment-state.ts';
import { ownWords, toExperimentSummaries } from './experiment-view.ts';
import { noSuchExperiment } from './get-experiment.ts';
import { countExperiments, selectExperiments } from './store/experiment-list.ts';
import { listAttempts } from './store/experiment-runs.ts';
import {
  type ExperimentRow,
  findExperimentDocument,
  findExperiments,
  isImported,
  listImportedSummaries,
} from './store/experiments.ts';

const DEFAULT_LIMIT = 50;
const ORDER = { sort: 'created', direction: 'desc' } as const;

/** A page of experiments, newest first. */
export async function listExperiments(lab: Lab, query: ListExperimentsQuery): Promise<ExperimentList> {
  const { cursor, limit = DEFAULT_LIMIT, ...filters } = query;
  const after = cursor === undefined ? null : positionOf(ORDER, cursor);
  const { db } = lab.database;
  const [{ rows, last }, total] = await Promise.all([
    selectExperiments(db, filters, after, limit),
    countExperiments(db, filters),
  ]);
  const experiments = (await summariesOf(lab, rows)).map((summary, at) => withAnswers(summary, rows[at]));
  return { experiments, nextCursor: last && writeCursor(ORDER, last), total };
}

/** By id; unknown ids are left out. */
export async function summariesOfExperiments(lab: Lab, ids: string[]): Promise<Map<string, ExperimentSummary>> {
  const summaries = ids.length === 0 ? [] : await summariesOf(lab, await findExperiments(lab.database.db, ids));
  return new Map(summaries.map((summary) => [summary.id, summary]));
}

export async function summaryOfExperiment(lab: Lab, id: string): Promise<ExperimentSummary> {
  const [summary] = (await summariesOfExperiments(lab, [id])).values();
  if (!summary) throw noSuchExperiment();
  return summary;
}

const answersRead = experimentAnswer.array();

/** What older documents say in another form is left to the headline. */
function withAnswers(summary: ExperimentSummary, row?: ExperimentRow): ListedExperiment {
  const { data = [] } = answersRead.safeParse(row?.answers ?? []);
  return { ...summary, answers: data };
}

async function summariesOf(lab: Lab, rows: ExperimentRow[]): Promise<ExperimentSummary[]> {
  const { db } = lab.database;
  const ids = (some: ExperimentRow[]): string[] => some.map(({ id }) => id);
  const [imported, measured] = [rows.filter(isImported), rows.filter((row) => !isImported(row))];
  const attempts = await listAttempts(db, ids(measured));
  const known = measured.map((row) => knownExperiment(row, attempts.get(row.id) ?? []));
  const own = new Map((await toExperimentSummaries(lab, known)).map((summary) => [summary.id, summary]));
  const told = await listImportedSummaries(db, ids(imported));
  const summaries: ExperimentSummary[] = [];
  for (const row of rows) {
    const summary = own.get(row.id) ?? (await importedSummary(lab, row, told.get(row.id)));
    summaries.push(summary);
  }
  return summaries;
}

/** One that was imported in an older form takes lifting its whole document. */
async function importedSummary(lab: Lab, row: ExperimentRow, told?: ExperimentSummary): Promise<ExperimentSummary> {
  const own = ownWords(row);
  if (told) return summaryOf(asImported(told, own));
  return summaryOf(importedExperiment(await findExperimentDocument(lab.database.db, row.id), own));
}
