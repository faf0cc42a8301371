import { StoreAway } from '../../platform/blobs/blob-store.ts';
import type { Lab } from '../../platform/lab.ts';
import { isDatabaseAway, isLasting, toNumber } from '../../platform/store/db.ts';
import { isTerminal } from '../../rules/run/run-machine.ts';
import { findRun, type RunRow } from '../store/run-row.ts';
import { findRunState, isAwaitingPoint, stepsAwaitingPoints } from '../store/runs.ts';
import { forgetVerdict } from '../store/verdicts.ts';
import { countStep, keepStep } from './keep-step.ts';
import { moveRun } from './move-run.ts';
import { advanceRun, settle } from './settle.ts';

/** What fails longer than this, while the run does nothing else, will not be made. */
const GIVE_UP_US = 600_000_000;

/**
 * Makes the points of a run's measured steps that have none. Apart from the transaction that ended the step: the samples of
 * all its hosts are read, and they get their next commands meanwhile. What fails in passing is thrown, and the sweep has it
 * tried again; a step of which no point can be made fails.
 */
export async function countSteps(lab: Lab, runId: string): Promise<void> {
  const row = await findRun(lab.database.db, runId);
  if (!row) return;
  for (const stepIndex of stepsAwaitingPoints(row)) await countOne(lab, row, stepIndex);
}

async function countOne(lab: Lab, row: RunRow, stepIndex: number): Promise<void> {
  const aftermath = await keepCounts(lab, row, stepIndex).catch(async (error: unknown) => {
    if (!givesUp(lab, row, error)) throw error;
    lab.log.error({ err: error, runId: row.id, stepIndex }, 'no point can be made for this step');
    await advanceRun(lab, row.id, { kind: 'uncountable', stepIndex });
  });
  await settle(lab, aftermath ? [aftermath] : []);
}

function givesUp(lab: Lab, { state, transitions }: RunRow, error: unknown): boolean {
  // Both come back, and then all is as it was.
  if (error instanceof StoreAway || isDatabaseAway(error)) return false;
  const waitsForIt = state === 'analysing' || state === 'cooling';
  const sinceUs = toNumber(transitions.at(-1)?.atUs ?? 0n);
  return isLasting(error) || (waitsForIt && lab.nowUs() - sinceUs > GIVE_UP_US);
}

async function keepCounts(lab: Lab, row: RunRow, stepIndex: number) {
  const counts = await countStep({ db: lab.database.db, blobs: lab.blobs }, row, stepIndex);
  return lab.database.transaction((tx) =>
    moveRun(lab, tx, row.id, { kind: 'counted' }, async () => {
      // Another process may have been faster, or the run was removed.
      if (!(await isAwaitingPoint(tx, row.id, stepIndex))) return;
      await keepStep(tx, row.id, counts);
      // A process of the release before ends runs without waiting, perhaps just now, and judges them without this point.
      const state = await findRunState(tx, row.id);
      if (state && isTerminal(state)) await forgetVerdict(tx, row.id);
    }),
  );
}
