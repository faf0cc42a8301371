import type { Db } from '../../platform/store/db.ts';

export async function listFavouritesAmong(db: Db, userId: string, runIds: string[]): Promise<string[]> {
  const rows = await db.favourite.findMany({
    where: { userId, runId: { in: runIds } },
    select: { runId: true },
    orderBy: { runId: 'desc' },
  });
  return rows.map(({ runId }) => runId);
}

/** Those of deleted runs too: they may be brought back. Nobody else adds to them until the transaction ends. */
export async function countFavourites(db: Db, userId: string): Promise<number> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('favourites ' || ${userId}, 0))`;
  return db.favourite.count({ where: { userId } });
}

export async function addFavourite(
  db: Db,
  favourite: { userId: string; runId: string; addedAtUs: number },
): Promise<void> {
  const { userId, runId } = favourite;
  await db.favourite.upsert({ where: { userId_runId: { userId, runId } }, create: favourite, update: {} });
}

export async function removeFavourite(db: Db, userId: string, runId: string): Promise<void> {
  await db.favourite.deleteMany({ where: { userId, runId } });
}
