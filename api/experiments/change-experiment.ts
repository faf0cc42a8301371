import type { ChangeExperiment, ShownExperiment } from '../contract/experiment.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { getExperiment, noSuchExperiment } from './get-experiment.ts';
import {
  changeExperiment as change,
  type ExperimentRow,
  eraseExperiment,
  findExperiment,
  listSuperseding,
  lockExperiment,
  lockFindings,
} from './store/experiments.ts';

/**
 * Writes people's words about an experiment that is over; what is absent stays. Throws conflict before its end, and
 * invalid-input for a superseding experiment that cannot be one.
 */
export async function changeExperiment(
  lab: Lab,
  id: string,
  { finding, supersededById }: ChangeExperiment,
  byName: string | null,
): Promise<ShownExperiment> {
  await lab.database.transaction(async (tx) => {
    await lockExperiment(tx, id);
    const row = await findExperiment(tx, id);
    if (!row) throw noSuchExperiment();
    if (row.status !== 'done') {
      throw new AppError('conflict', 'This experiment is not over yet; write the finding afterwards.');
    }
    if (supersededById !== undefined) await supersede(tx, row, supersededById);
    if (finding === undefined || finding === row.finding) return;
    await change(tx, id, { finding, findingAtUs: lab.nowUs(), findingByName: byName });
  });
  return getExperiment(lab, id);
}

async function supersede(tx: Db, { id }: ExperimentRow, laterId: string | null): Promise<void> {
  await lockFindings(tx);
  if (laterId !== null) {
    const refuse = (message: string): AppError =>
      new AppError('invalid-input', message, [{ path: 'supersededById', message }]);
    const later = await findExperiment(tx, laterId);
    if (!later) throw refuse('There is no such experiment to supersede this one.');
    if (later.status !== 'done') throw refuse('The experiment that supersedes this one must be over.');
    if (laterId === id || (await listSuperseding(tx, laterId)).includes(id)) {
      throw refuse('That experiment is superseded by this one, so it cannot supersede it in turn.');
    }
  }
  await change(tx, id, { supersededById: laterId });
}

/**
 * Takes an experiment away that is planned or over; a running one throws conflict. Its runs stay, and belong to none.
 */
export async function deleteExperiment(lab: Lab, id: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    await lockExperiment(tx, id);
    const row = await findExperiment(tx, id);
    if (!row) throw noSuchExperiment();
    if (row.status === 'running') {
      throw new AppError('conflict', 'This experiment is running; stop it first, then delete it.');
    }
    await eraseExperiment(tx, id);
  });
}
