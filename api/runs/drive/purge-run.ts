import type { Lab } from '../../platform/lab.ts';
import { goneBeforeUs } from '../../rules/run/deletion.ts';
import { eraseRun, findDeletion, listDeletedBefore } from '../store/run-deletion.ts';
import { lockRun } from '../store/runs.ts';

/** So that one sweep stays short. */
const AT_ONCE = 5;

/** Runs that were deleted too long ago to be brought back. */
export function expiredRuns(lab: Lab): Promise<string[]> {
  return listDeletedBefore(lab.database.db, goneBeforeUs(lab.nowUs()), AT_ONCE);
}

/**
 * Takes a run away for good, with its files. Files go before the transaction commits: if the process dies in between,
 * the run is still there to be purged, and no file is left without a row.
 */
export async function purgeRun(lab: Lab, runId: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    await lockRun(tx, runId);
    const run = await findDeletion(tx, runId);
    if (run === null || run.deletedAtUs === null || run.deletedAtUs >= goneBeforeUs(lab.nowUs())) return;
    for (const sha256 of await eraseRun(tx, runId)) await lab.blobs.removeStale(sha256);
  });
}
