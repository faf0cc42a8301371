import type { Experiment, ExperimentStatus, ExperimentSummary } from '../contract/experiment.ts';
import { importedExperiment, summaryOf } from '../domain/experiment/imported-experiment.ts';
import { listAttempts } from '../store/experiment-runs.ts';
import { type ExperimentRow, findExperiments, selectExperiments } from '../store/experiments.ts';
import { AppError } from './app-error.ts';
import { resultOf } from './experiment-result.ts';
import { type KnownExperiment, knownExperiment, readExperiment } from './experiment-state.ts';
import { ownWords, toExperiment, toExperimentSummaries } from './experiment-view.ts';
import type { Lab } from './lab.ts';

/** The newest; older ones are found by their address and by their runs. */
const LIST_MOST = 200;

export const noSuchExperiment = (): AppError =>
  new AppError('not-found', 'There is no such experiment; it may have been deleted.');

/** With its result once it is over, never before: nobody is to stop at a figure that happens to please. */
export async function getExperiment(lab: Lab, id: string): Promise<Experiment> {
  const known = await readExperiment(lab.database.db, id);
  if (!known) throw noSuchExperiment();
  return viewExperiment(lab, known);
}

async function viewExperiment(lab: Lab, known: KnownExperiment): Promise<Experiment> {
  const { row, state } = known;
  if (row.importedDocument !== null) return importedExperiment(row.importedDocument, ownWords(row));
  const result = state.status === 'done' ? await resultOf(lab, known, row.stoppedSentence) : null;
  return { ...(await toExperiment(lab, known)), result };
}

export async function listExperiments(lab: Lab, status: ExperimentStatus | null): Promise<ExperimentSummary[]> {
  return toSummaries(lab, await selectExperiments(lab.database.db, status, LIST_MOST));
}

/** By id; those that there are. */
export async function summariesOfExperiments(lab: Lab, ids: string[]): Promise<Map<string, ExperimentSummary>> {
  const summaries = ids.length === 0 ? [] : await toSummaries(lab, await findExperiments(lab.database.db, ids));
  return new Map(summaries.map((summary) => [summary.id, summary]));
}

/** In the order given. */
async function toSummaries(lab: Lab, rows: ExperimentRow[]): Promise<ExperimentSummary[]> {
  const { db } = lab.database;
  const attempts = await listAttempts(
    db,
    rows.map(({ id }) => id),
  );
  const measured = rows.filter(({ importedDocument }) => importedDocument === null);
  const known = measured.map((row) => knownExperiment(row, attempts.get(row.id) ?? []));
  const summaries = new Map((await toExperimentSummaries(lab, known)).map((summary) => [summary.id, summary]));
  return rows.flatMap((row) =>
    row.importedDocument === null
      ? (summaries.get(row.id) ?? [])
      : summaryOf(importedExperiment(row.importedDocument, ownWords(row))),
  );
}
