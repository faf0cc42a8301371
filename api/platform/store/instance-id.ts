import { type Db, toNumber } from './db.ts';
import { newId } from './ids.ts';

/** The tables are those of another version, or are not there yet. */
export class NotMigrated extends Error {}

const NO_SUCH_TABLE = 'P2021';

/** The sweep has come to its end. */
export async function noteSweep(db: Db, sweptAtUs: number): Promise<void> {
  await db.instance.updateMany({ data: { sweptAtUs } });
}

/** When the database was last restored, and the moment to which it went back; null: never. */
export async function findRestore(db: Db): Promise<{ atUs: number; fromUs: number } | null> {
  const row = await db.instance.findUnique({ where: { id: 1 } });
  const [atUs, fromUs] = [row?.restoredAtUs ?? null, row?.restoredFromUs ?? null];
  return atUs === null || fromUs === null ? null : { atUs: toNumber(atUs), fromUs: toNumber(fromUs) };
}

/** What the database is known by, made by whoever asks first. Throws NotMigrated. */
export async function ownInstanceId(db: Db): Promise<string> {
  try {
    await db.instance.createMany({ data: [{ instanceId: newId() }], skipDuplicates: true });
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_SUCH_TABLE) throw error;
    throw new NotMigrated(
      'The database does not have the tables of this version yet: apply the migrations with `npm run prisma -- migrate deploy`, which every ' +
        'start of the instance does, and try again.',
    );
  }
  return (await db.instance.findUniqueOrThrow({ where: { id: 1 } })).instanceId;
}
