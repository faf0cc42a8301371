import type { Run } from '../contract/run.ts';
import { findRun } from '../store/runs.ts';
import { AppError } from './app-error.ts';
import type { Lab } from './lab.ts';
import { toRun } from './run-view.ts';

export async function getRun(lab: Lab, runId: string): Promise<Run> {
  const row = await findRun(lab.database.db, runId);
  if (!row) throw new AppError('not-found', 'There is no such run; it may have been deleted.');
  return toRun(row, lab.nowUs());
}
