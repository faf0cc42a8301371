import type { Db } from './db.ts';

export async function hasUser(db: Db, email: string): Promise<boolean> {
  return (await db.user.count({ where: { email } })) > 0;
}

/** The address needs no proof: the person was made here, not by mail. */
export async function verifyUser(db: Db, userId: string): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { emailVerified: true } });
}
