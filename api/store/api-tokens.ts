import type { Role } from '../contract/session.ts';
import type { Db } from './db.ts';

export interface TokenHolder {
  userId: string | null;
  name: string;
  email: string | null;
  role: Role;
}

/** Who a token acts for; null when it was never given out or is good no more. */
export async function findApiToken(db: Db, tokenHash: string): Promise<TokenHolder | null> {
  const row = await db.apiToken.findUnique({ where: { tokenHash }, include: { user: true } });
  if (!row || row.revokedAtUs !== null) return null;
  return { userId: row.userId, name: row.name, email: row.user?.email ?? null, role: row.role as Role };
}

/** The one preset token: whatever was preset before is good no more. */
export async function presetApiToken(
  db: Db,
  input: { id: string; name: string; tokenHash: string; createdAtUs: number },
): Promise<void> {
  const others = { name: input.name, tokenHash: { not: input.tokenHash }, userId: null, revokedAtUs: null };
  await db.apiToken.updateMany({ where: others, data: { revokedAtUs: input.createdAtUs } });
  const create = { ...input, role: 'admin' };
  await db.apiToken.upsert({ where: { tokenHash: input.tokenHash }, create, update: { revokedAtUs: null } });
}
