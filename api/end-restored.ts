import { endExperiment } from './experiments/start-experiment.ts';
import { listRunningExperiments } from './experiments/store/experiments.ts';
import type { Lab } from './platform/lab.ts';
import { findRestore } from './platform/store/instance-id.ts';
import { fromBackup } from './rules/service/restored.ts';
import { advanceRun } from './runs/drive/settle.ts';
import { listActiveRuns } from './runs/store/runs.ts';

/**
 * After this database was restored from a backup: what was under way when that was made is ended, with the reason. Whether it went on elsewhere
 * is not known here, and nobody asked this instance to load those hosts now. Doing so twice changes nothing.
 */
export async function endRestored(lab: Lab): Promise<void> {
  const { db } = lab.database;
  const restore = await findRestore(db);
  if (!restore) return;
  const of = fromBackup(restore.fromUs);
  for (const id of await listRunningExperiments(db, restore.atUs)) {
    await endExperiment(lab, id, (rounds) => `Stopped after ${rounds}: this instance was restored ${of}.`);
  }
  for (const { id } of await listActiveRuns(db, restore.atUs)) {
    const sentence = `This instance was restored ${of}, when the run was not over.`;
    await advanceRun(lab, id, { kind: 'instance-restored', sentence });
  }
}
