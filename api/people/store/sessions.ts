import type { Db } from '../../platform/store/db.ts';

/** The sessions of a person that have not expired, the latest used first. Their tokens stay here. */
export async function listSessions(db: Db, userId: string, nowUs: number) {
  const rows = await db.session.findMany({
    where: { userId, expiresAt: { gt: new Date(nowUs / 1000) } },
    orderBy: [{ updatedAt: 'desc' }, { id: 'asc' }],
    omit: { token: true },
  });
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.userAgent || null,
    address: row.ipAddress || null,
    createdAtUs: row.createdAt.getTime() * 1000,
    lastUsedAtUs: row.updatedAt.getTime() * 1000,
    expiresAtUs: row.expiresAt.getTime() * 1000,
  }));
}

/** When the person of a session last proved who they are: by signing in, or since. Null once it has ended. */
export async function lastProvedAtUs(db: Db, sessionId: string): Promise<number | null> {
  const row = await db.session.findUnique({ where: { id: sessionId }, select: { createdAt: true, provedAtUs: true } });
  return row && Math.max(row.createdAt.getTime() * 1000, Number(row.provedAtUs ?? 0));
}

export async function noteProof(db: Db, sessionId: string, nowUs: number): Promise<void> {
  await db.session.updateMany({ where: { id: sessionId }, data: { provedAtUs: nowUs } });
}

/** Whether the session lives. Who would end it waits until the transaction is over, and ends what was made in it, too. */
export async function holdSession(tx: Db, sessionId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: string }[]>`SELECT "id" FROM "Session" WHERE "id" = ${sessionId} FOR SHARE`;
  return rows.length > 0;
}

/** Ends one session of a person; false when they have no such session. */
export async function endSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  return (await db.session.deleteMany({ where: { id: sessionId, userId } })).count > 0;
}

/** Ends all sessions of a person, or all but one. */
export async function endSessions(db: Db, userId: string, but: string | null = null): Promise<void> {
  await db.session.deleteMany({ where: { userId, ...(but !== null && { id: { not: but } }) } });
}

/** Keeps who made a one-time link for another person, as it works only with that person's right. */
export async function noteLinkMaker(db: Db, identifier: string, madeByUserId: string): Promise<void> {
  await db.verification.updateMany({ where: { identifier }, data: { madeByUserId } });
}

/** Deletes the unopened one-time links that a person made for others. */
export async function dropLinksMadeBy(db: Db, madeByUserId: string): Promise<void> {
  await db.verification.deleteMany({ where: { madeByUserId } });
}

/** Deletes the unopened one-time links of an address. */
export async function dropSignInLinks(db: Db, email: string): Promise<void> {
  // Tokens are kept as hashes; the address is in what better-auth keeps beside them, in exactly this form.
  await db.verification.deleteMany({ where: { value: JSON.stringify({ email }) } });
}

/** Sessions and one-time links whose time is over. */
export async function forgetExpired(db: Db, nowUs: number): Promise<void> {
  const over = { expiresAt: { lt: new Date(nowUs / 1000) } };
  await db.session.deleteMany({ where: over });
  await db.verification.deleteMany({ where: over });
}
