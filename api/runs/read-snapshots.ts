import type { RunSnapshots } from '../contract/tuning.ts';
import type { Lab } from '../platform/lab.ts';
import { noSuchRun } from './get-run.ts';
import { findRun } from './store/run-row.ts';
import { listSnapshots } from './store/run-tuning.ts';

/** The snapshots of every host of a run, each host's in the order of a run. */
export async function readSnapshots(lab: Lab, runId: string): Promise<RunSnapshots> {
  const { db } = lab.database;
  const run = await findRun(db, runId);
  if (!run) throw await noSuchRun(lab, runId);
  const all = await listSnapshots(db, runId);
  return {
    hosts: run.hosts.map(({ hostId, name }) => ({
      hostId,
      name,
      snapshots: all.filter((one) => one.hostId === hostId).map(({ hostId: _, ...snapshot }) => snapshot),
    })),
  };
}
