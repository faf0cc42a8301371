import type { Run } from '../../contract/run.ts';
import type { RunDeletion } from '../../contract/run-list.ts';
import { experimentOf } from '../../experiments/store/experiment-runs.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Lab } from '../../platform/lab.ts';
import { notify } from '../../platform/store/notify.ts';
import { goneBeforeUs, restorableUntilUs } from '../../rules/run/deletion.ts';
import { TERMINAL_STATES } from '../../rules/run/run-machine.ts';
import { getRun, noSuchRun } from '../get-run.ts';
import { judgeBroughtBack } from '../judge-runs.ts';
import { forgetBaseline } from '../pin-baseline.ts';
import { findDeletion, setDeleted } from '../store/run-deletion.ts';
import { lockRun } from '../store/runs.ts';

/**
 * Hides a finished run until it is restored or purged, and unpins it as a baseline. Doing so twice changes nothing.
 * Throws conflict for a run under way and for a run of an experiment.
 */
export async function deleteRun(lab: Lab, runId: string): Promise<RunDeletion> {
  const deletedAtUs = await lab.database.transaction(async (tx) => {
    await lockRun(tx, runId);
    const run = await findDeletion(tx, runId);
    if (!run || isGone(lab, run.deletedAtUs)) throw await noSuchRun(lab, runId);
    if (run.deletedAtUs !== null) return run.deletedAtUs;
    if (![...TERMINAL_STATES].some((state) => state === run.state)) {
      throw new AppError('conflict', 'This run is not over yet: cancel it or wait for its end, then delete it.');
    }
    const experiment = await experimentOf(tx, runId);
    if (experiment) {
      const sentence = `This run belongs to the experiment "${experiment.question}", which needs it; delete the experiment first; its runs stay.`;
      throw new AppError('conflict', sentence);
    }
    const nowUs = lab.nowUs();
    await setDeleted(tx, runId, nowUs);
    notify(tx, 'runs', runId);
    return nowUs;
  });
  await forgetBaseline(lab, runId);
  return { runId, deletedAtUs, restorableUntilUs: restorableUntilUs(deletedAtUs) };
}

/** Brings a deleted run back. For a run that is there already it changes nothing. */
export async function undeleteRun(lab: Lab, runId: string): Promise<Run> {
  await lab.database.transaction(async (tx) => {
    await lockRun(tx, runId);
    const run = await findDeletion(tx, runId);
    if (!run || isGone(lab, run.deletedAtUs)) throw await noSuchRun(lab, runId);
    await setDeleted(tx, runId, null);
    notify(tx, 'runs', runId);
  });
  await judgeBroughtBack(lab, runId);
  return getRun(lab, runId);
}

/** Deleted so long ago that the next sweep purges it. */
const isGone = (lab: Lab, deletedAtUs: number | null): boolean =>
  deletedAtUs !== null && deletedAtUs < goneBeforeUs(lab.nowUs());
