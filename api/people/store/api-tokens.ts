import type { Role } from '../../contract/account.ts';
import { type Db, orNull, toNumber } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';

const WITH_OWNER = { user: true } as const;
const toRecord = ({ user, ...row }: Prisma.ApiTokenGetPayload<{ include: typeof WITH_OWNER }>) => ({
  id: row.id,
  name: row.name,
  role: row.role as Role,
  owner: user && {
    userId: user.id,
    name: user.name,
    email: user.email,
    role: (user.role ?? 'viewer') as Role,
    disabled: user.banned === true,
  },
  createdAtUs: toNumber(row.createdAtUs),
  lastUsedAtUs: orNull(row.lastUsedAtUs),
  expiresAtUs: orNull(row.expiresAtUs),
});
export type ApiTokenRecord = ReturnType<typeof toRecord>;

const working = (nowUs: number) => ({
  revokedAtUs: null,
  OR: [{ expiresAtUs: null }, { expiresAtUs: { gt: nowUs } }],
});

/** A token that was given out and neither revoked nor expired. */
export async function findApiToken(db: Db, tokenHash: string, nowUs: number): Promise<ApiTokenRecord | null> {
  const row = await db.apiToken.findFirst({ where: { tokenHash, ...working(nowUs) }, include: WITH_OWNER });
  return row && toRecord(row);
}

/** Tokens that work, newest first: one person's, or for null all. */
export async function listApiTokens(db: Db, userId: string | null, nowUs: number): Promise<ApiTokenRecord[]> {
  const rows = await db.apiToken.findMany({
    where: { ...working(nowUs), ...(userId !== null && { userId }) },
    include: WITH_OWNER,
    orderBy: [{ createdAtUs: 'desc' }, { id: 'desc' }],
  });
  return rows.map(toRecord);
}

export async function findApiTokenById(db: Db, tokenId: string, nowUs: number): Promise<ApiTokenRecord | null> {
  const row = await db.apiToken.findFirst({ where: { id: tokenId, ...working(nowUs) }, include: WITH_OWNER });
  return row && toRecord(row);
}

export async function insertApiToken(
  db: Db,
  input: {
    id: string;
    name: string;
    tokenHash: string;
    userId: string;
    role: Role;
    createdAtUs: number;
    expiresAtUs: number | null;
  },
): Promise<void> {
  await db.apiToken.create({ data: input });
}

export async function revokeApiToken(db: Db, tokenId: string, nowUs: number): Promise<void> {
  await db.apiToken.update({ where: { id: tokenId }, data: { revokedAtUs: nowUs } });
}

/** Revokes one person's tokens. */
export async function revokeApiTokens(db: Db, userId: string, nowUs: number): Promise<void> {
  await db.apiToken.updateMany({ where: { userId, revokedAtUs: null }, data: { revokedAtUs: nowUs } });
}

/** Revokes those that belong to no person, but the ones with these hashes. */
export async function revokePresetTokens(db: Db, kept: string[], nowUs: number): Promise<void> {
  const open = { userId: null, revokedAtUs: null, tokenHash: { notIn: kept } };
  await db.apiToken.updateMany({ where: open, data: { revokedAtUs: nowUs } });
}

/** A token is used hundreds of times a minute; a write for each would serve no reader. */
const USE_NOTED_EVERY_US = 60e6;

export async function noteUse(db: Db, token: ApiTokenRecord, nowUs: number): Promise<void> {
  if (token.lastUsedAtUs !== null && nowUs - token.lastUsedAtUs < USE_NOTED_EVERY_US) return;
  await db.apiToken.updateMany({ where: { id: token.id }, data: { lastUsedAtUs: nowUs } });
}

/** Makes a token that belongs to no person, or lets the one with this hash work again. */
export async function presetApiToken(
  db: Db,
  input: { id: string; name: string; tokenHash: string; createdAtUs: number },
): Promise<void> {
  const create = { ...input, role: 'admin' };
  await db.apiToken.upsert({ where: { tokenHash: input.tokenHash }, create, update: { revokedAtUs: null } });
}
