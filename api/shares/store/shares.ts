import type { Share } from '../../contract/share.ts';
import { type Db, plain } from '../../platform/store/db.ts';
import type { Share as Row } from '../../platform/store/generated/client.ts';

const toRecord = (row: Row) => ({ ...plain(row), kind: row.kind as Share['kind'] });
export type ShareRecord = ReturnType<typeof toRecord>;

export type NewShare = Omit<ShareRecord, 'revokedAtUs' | 'opens' | 'lastOpenedAtUs'>;

export async function insertShare(db: Db, share: NewShare): Promise<ShareRecord> {
  return toRecord(await db.share.create({ data: share }));
}

/** Newest first; of one run, or all. */
export async function listShares(db: Db, runId: string | null): Promise<ShareRecord[]> {
  const rows = await db.share.findMany({
    where: runId === null ? {} : { runIds: { has: runId } },
    orderBy: { id: 'desc' },
  });
  return rows.map(toRecord);
}

export async function findShareByToken(db: Db, token: string): Promise<ShareRecord | null> {
  const row = await db.share.findUnique({ where: { token } });
  return row && toRecord(row);
}

/** The first revocation stands; null when there is no such share. */
export async function revokeShare(db: Db, shareId: string, nowUs: number): Promise<ShareRecord | null> {
  await db.share.updateMany({ where: { id: shareId, revokedAtUs: null }, data: { revokedAtUs: nowUs } });
  const row = await db.share.findUnique({ where: { id: shareId } });
  return row && toRecord(row);
}

export async function countOpening(db: Db, shareId: string, nowUs: number): Promise<void> {
  await db.share.update({ where: { id: shareId }, data: { opens: { increment: 1 }, lastOpenedAtUs: nowUs } });
}
