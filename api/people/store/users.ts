import type { Role } from '../../contract/account.ts';
import type { Db } from '../../platform/store/db.ts';

/** What better-auth calls an account with a password. */
const WITH_PASSWORD = 'credential';

const PARTS = {
  accounts: { where: { providerId: WITH_PASSWORD, password: { not: null } }, select: { id: true } },
  sessions: { orderBy: { updatedAt: 'desc' }, take: 1, select: { updatedAt: true } },
} as const;

export async function findPeople(db: Db, where: { id?: string; email?: string } = {}) {
  const rows = await db.user.findMany({ where, include: PARTS, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return rows.map((row) => ({
    userId: row.id,
    name: row.name,
    email: row.email,
    role: (row.role ?? 'viewer') as Role,
    disabled: row.banned === true,
    hasPassword: row.accounts.length > 0,
    hasSecondFactor: row.twoFactorEnabled === true,
    createdAtUs: row.createdAt.getTime() * 1000,
    lastUsedAtUs: row.sessions[0] ? row.sessions[0].updatedAt.getTime() * 1000 : null,
  }));
}
export type PersonRecord = Awaited<ReturnType<typeof findPeople>>[number];

/** The address needs no proof: whoever made the person vouches for it. */
export async function createPerson(
  db: Db,
  input: { id: string; name: string; email: string; role: Role; nowUs: number },
): Promise<void> {
  const { nowUs, ...rest } = input;
  await db.user.create({ data: { ...rest, emailVerified: true, createdAt: new Date(nowUs / 1000) } });
}

export async function changePerson(
  db: Db,
  userId: string,
  data: { name?: string; role?: Role; banned?: boolean },
): Promise<void> {
  await db.user.update({ where: { id: userId }, data });
}

/** The administrators who can sign in, held so that no other transaction can take one away meanwhile. */
export async function lockAdmins(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string; banned: boolean | null }[]>`
    SELECT "id", "banned" FROM "User" WHERE "role" = 'admin' ORDER BY "id" FOR UPDATE`;
  return rows.filter((row) => row.banned !== true).map((row) => row.id);
}

/** Whether the person is an administrator who can sign in, held so until the transaction ends. */
export async function holdAdmin(db: Db, userId: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "User" WHERE "id" = ${userId} AND "role" = 'admin' AND "banned" IS NOT TRUE FOR SHARE`;
  return rows.length > 0;
}

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const row = await db.account.findFirst({ where: { userId, providerId: WITH_PASSWORD }, select: { password: true } });
  return row?.password ?? null;
}

/** The secret and the backup codes go with it. */
export async function dropSecondFactor(db: Db, userId: string): Promise<void> {
  await db.twoFactor.deleteMany({ where: { userId } });
  await db.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
}

/** Null takes the password away. */
export async function setPasswordHash(
  db: Db,
  input: { id: string; userId: string; password: string | null },
): Promise<void> {
  const { id, userId, password } = input;
  const { count } = await db.account.updateMany({ where: { userId, providerId: WITH_PASSWORD }, data: { password } });
  if (count === 0 && password !== null) {
    await db.account.create({ data: { id, userId, accountId: userId, providerId: WITH_PASSWORD, password } });
  }
}
