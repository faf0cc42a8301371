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
 * Takes a run away for good, with its files. They go after the rows: nobody holds a lock while S3 is asked, and what is left when it
 * does not answer, or when the process dies in between, is a file without a row, which the sweep finds.
 */
export async function purgeRun(lab: Lab, runId: string): Promise<void> {
  const freed = await lab.database.transaction(async (tx) => {
    await lockRun(tx, runId);
    const run = await findDeletion(tx, runId);
    if (run === null || run.deletedAtUs === null || run.deletedAtUs >= goneBeforeUs(lab.nowUs())) return [];
    return eraseRun(tx, runId);
  });
  for (const sha256 of freed) await lab.blobs.removeStale(sha256);
}
