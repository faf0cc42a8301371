import { StoreAway } from '../../platform/blobs/blob-store.ts';
import type { Lab } from '../../platform/lab.ts';
import { isLasting } from '../../platform/store/db.ts';
import { findRun, isAwaitingPoint, type RunRow, stepsAwaitingPoints } from '../store/runs.ts';
import { countStep, keepStep } from './keep-step.ts';
import { moveRun } from './move-run.ts';
import { advanceRun, settle } from './settle.ts';

/**
 * Makes the points of a run's measured steps that have none. Apart from the transaction that ended the step: the samples of
 * all its hosts are read, and they get their next commands meanwhile. What fails in passing is thrown, and the sweep has it
 * tried again; a step of which no point can ever be made fails.
 */
export async function countSteps(lab: Lab, runId: string): Promise<void> {
  const row = await findRun(lab.database.db, runId);
  if (!row) return;
  for (const stepIndex of stepsAwaitingPoints(row)) {
    try {
      await countOne(lab, row, stepIndex);
    } catch (error) {
      if (!isLasting(error) || error instanceof StoreAway) throw error;
      lab.log.error({ err: error, runId, stepIndex }, 'a step of which no point can be made');
      await advanceRun(lab, runId, { kind: 'uncountable', stepIndex, sentence: NO_POINT });
    }
  }
}

const NO_POINT =
  'The instance could not make figures of what the hosts reported of this step; its log says why, and their samples are kept.';

async function countOne(lab: Lab, row: RunRow, stepIndex: number): Promise<void> {
  const counts = await countStep({ db: lab.database.db, blobs: lab.blobs }, row, stepIndex);
  const aftermath = await lab.database.transaction((tx) =>
    moveRun(lab, tx, row.id, { kind: 'counted' }, async () => {
      // Another process may have been faster, or the run was removed.
      if (await isAwaitingPoint(tx, row.id, stepIndex)) await keepStep(tx, row.id, counts);
    }),
  );
  await settle(lab, aftermath ? [aftermath] : []);
}
