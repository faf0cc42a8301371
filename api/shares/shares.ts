import type { Share } from '../contract/share.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { toShare } from './share-view.ts';
import { listShares as readShares, revokeShare as revoke } from './store/shares.ts';

/** Newest first, revoked and expired ones too; of one run, or all. */
export async function listShares(lab: Lab, runId: string | null): Promise<Share[]> {
  return (await readShares(lab.database.db, runId)).map((record) => toShare(lab, record));
}

/** Closes a link for good; not-found for an unknown one. Doing so twice changes nothing. */
export async function revokeShare(lab: Lab, shareId: string): Promise<Share> {
  const record = await revoke(lab.database.db, shareId, lab.nowUs());
  if (!record) throw new AppError('not-found', 'There is no such share.');
  return toShare(lab, record);
}
