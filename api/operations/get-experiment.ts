import type { Experiment, ExperimentStatus, ExperimentSummary } from '../contract/experiment.ts';
import { listAttempts } from '../store/experiment-runs.ts';
import { selectExperiments } from '../store/experiments.ts';
import { AppError } from './app-error.ts';
import { resultOf } from './experiment-result.ts';
import { type KnownExperiment, knownExperiment, readExperiment } from './experiment-state.ts';
import { toExperiment, toExperimentSummary } from './experiment-view.ts';
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
  const result = state.status === 'done' ? await resultOf(lab, known, row.stoppedSentence) : null;
  return { ...(await toExperiment(lab, known)), result };
}

export async function listExperiments(lab: Lab, status: ExperimentStatus | null): Promise<ExperimentSummary[]> {
  const { db } = lab.database;
  const rows = await selectExperiments(db, status, LIST_MOST);
  const attempts = await listAttempts(
    db,
    rows.map(({ id }) => id),
  );
  return Promise.all(rows.map((row) => toExperimentSummary(lab, knownExperiment(row, attempts.get(row.id) ?? []))));
}
