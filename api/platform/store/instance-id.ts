import type { Db } from './db.ts';
import { newId } from './ids.ts';

/** What the database is known by, made by whoever asks first. */
export async function ownInstanceId(db: Db): Promise<string> {
  await db.instance.createMany({ data: [{ instanceId: newId() }], skipDuplicates: true });
  return (await db.instance.findUniqueOrThrow({ where: { id: 1 } })).instanceId;
}
