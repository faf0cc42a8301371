import type { Lab } from '../platform/lab.ts';
import { settle } from '../runs/drive/settle.ts';
import { moveExperiment } from './move-experiment.ts';
import { listRunningExperiments } from './store/experiments.ts';

/** Moves an experiment on, and the runs that this affects. */
export async function driveExperiment(lab: Lab, id: string): Promise<void> {
  await settle(lab, await moveExperiment(lab, id));
}

/** Moves every running experiment on, after an interruption or a wait. */
export async function driveExperiments(lab: Lab): Promise<void> {
  for (const id of await listRunningExperiments(lab.database.db)) {
    await driveExperiment(lab, id).catch((error) => lab.log.error({ err: error, experimentId: id }, 'an experiment'));
  }
}
