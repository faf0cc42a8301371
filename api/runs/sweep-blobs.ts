import { forgetUploadsBefore } from '../agents/store/agent-uploads.ts';
import type { Lab } from '../platform/lab.ts';
import { goneBeforeUs } from '../rules/run/deletion.ts';
import { listNeeded } from './store/artifacts.ts';

/**
 * Takes away files that no row refers to: uploads whose report never came, and what links showed that were closed a week ago. Each
 * call looks at a part of the folder.
 */
export async function sweepBlobs(lab: Lab): Promise<void> {
  const { db } = lab.database;
  const goneUs = goneBeforeUs(lab.nowUs());
  await forgetUploadsBefore(db, goneUs);
  const stale = await lab.blobs.nextStale();
  if (stale.length === 0) return;
  const needed = await listNeeded(db, stale, goneUs);
  for (const sha256 of stale) if (!needed.has(sha256)) await lab.blobs.removeStale(sha256);
}
