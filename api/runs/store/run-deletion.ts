import { type Db, orNull } from '../../platform/store/db.ts';
import { listPacks, listPacksOf } from './packed-chunks.ts';

/** State and deletion of a run, deleted or not; null when there is no such run. */
export async function findDeletion(
  db: Db,
  runId: string,
): Promise<{ state: string; deletedAtUs: number | null } | null> {
  const row = await db.run.findUnique({ where: { id: runId }, select: { state: true, deletedAtUs: true } });
  return row && { state: row.state, deletedAtUs: orNull(row.deletedAtUs) };
}

export async function setDeleted(db: Db, runId: string, deletedAtUs: number | null): Promise<void> {
  await db.run.update({ where: { id: runId }, data: { deletedAtUs } });
}

/** Runs that were deleted before a moment, a few at a time. */
export async function listDeletedBefore(db: Db, beforeUs: number, limit: number): Promise<string[]> {
  const rows = await db.run.findMany({
    // A run of an experiment cannot be deleted; should one be, it is kept.
    where: { deletedAtUs: { lt: beforeUs }, experiment: null },
    select: { id: true },
    orderBy: { deletedAtUs: 'asc' },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Deletes a run with everything that belongs to it; returns the blobs that nothing refers to any longer. */
export async function eraseRun(db: Db, runId: string): Promise<string[]> {
  const artifacts = await db.artifact.findMany({ where: { runId }, select: { sha256: true }, distinct: ['sha256'] });
  const packs = await listPacksOf(db, runId);
  await db.run.delete({ where: { id: runId } });
  const named = [...artifacts.map(({ sha256 }) => sha256), ...packs];
  const [others, shares] = [
    await db.artifact.findMany({ where: { sha256: { in: named } }, select: { sha256: true }, distinct: ['sha256'] }),
    await db.share.findMany({ where: { documentSha256: { in: named } }, select: { documentSha256: true } }),
  ];
  const needed = new Set([
    ...others.map((o) => o.sha256),
    ...shares.map((s) => s.documentSha256),
    ...(await listPacks(db, named)),
  ]);
  return named.filter((sha256) => !needed.has(sha256));
}
