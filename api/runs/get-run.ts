import type { Run } from '../contract/run.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { deletedSentence, goneBeforeUs } from '../rules/run/deletion.ts';
import { viewRun } from './run-view.ts';
import { findDeletion } from './store/run-deletion.ts';

export async function getRun(lab: Lab, runId: string): Promise<Run> {
  const run = await viewRun(lab.database.db, runId, lab.nowUs());
  if (!run) throw await noSuchRun(lab, runId);
  return run;
}

/** Why a run is not there: never was, or was deleted, and until when it can be brought back. */
export async function noSuchRun(lab: Lab, runId: string): Promise<AppError> {
  const deletedAtUs = (await findDeletion(lab.database.db, runId))?.deletedAtUs ?? null;
  if (deletedAtUs !== null && deletedAtUs >= goneBeforeUs(lab.nowUs())) {
    return new AppError('run-deleted', deletedSentence(deletedAtUs));
  }
  return new AppError('not-found', 'There is no such run; it may have been deleted for good.');
}
