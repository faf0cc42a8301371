import type { ShownExperiment } from '../contract/experiment.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { roundsDoneText } from '../rules/experiment/slots.ts';
import { holdUsableHosts } from '../runs/drive/usable-hosts.ts';
import { driveExperiment } from './drive-experiment.ts';
import { readExperiment, specsOf } from './experiment-state.ts';
import { getExperiment, noSuchExperiment } from './get-experiment.ts';
import { changeExperiment, lockExperiment } from './store/experiments.ts';

/**
 * Queues the first run of a planned experiment. Doing so twice changes nothing. Throws conflict once it is over, and
 * what keeps a run from its hosts.
 */
export async function startExperiment(lab: Lab, id: string): Promise<ShownExperiment> {
  await lab.database.transaction(async (tx) => {
    await lockExperiment(tx, id);
    const known = await readExperiment(tx, id);
    if (!known) throw noSuchExperiment();
    if (known.state.status === 'running') return;
    if (known.state.status === 'done') {
      throw new AppError('conflict', 'This experiment is over; plan another one to ask again.');
    }
    await holdUsableHosts(lab, tx, specsOf(known));
    await changeExperiment(tx, id, { status: 'running', startedAtUs: lab.nowUs() });
  });
  await driveExperiment(lab, id);
  return getExperiment(lab, id);
}

/**
 * Ends a running experiment once the run under way is over. For one that is over it changes nothing; a planned one
 * throws conflict.
 */
export async function stopExperiment(lab: Lab, id: string, byName: string | null): Promise<ShownExperiment> {
  await endExperiment(lab, id, (rounds) => `Stopped by ${byName ?? 'a program'} after ${rounds}.`);
  return getExperiment(lab, id);
}

/** The same, for a reason that names how many rounds are done. */
export async function endExperiment(lab: Lab, id: string, why: (rounds: string) => string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    await lockExperiment(tx, id);
    const known = await readExperiment(tx, id);
    if (!known) throw noSuchExperiment();
    if (known.state.status === 'planned') {
      throw new AppError('conflict', 'This experiment was not started; delete it if it is not wanted.');
    }
    if (known.state.status === 'done' || known.row.stoppedSentence !== null) return;
    await changeExperiment(tx, id, { stoppedSentence: why(roundsDoneText(known.state)) });
  });
  await driveExperiment(lab, id);
}
