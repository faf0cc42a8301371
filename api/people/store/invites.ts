import type { Role } from '../../contract/account.ts';
import { type Db, plain } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';

/** Its secret stays here. */
const WITHOUT_SECRET = { omit: { tokenHash: true, createdByUserId: true, acceptedByUserId: true } } as const;

const toRecord = (row: Prisma.InviteGetPayload<typeof WITHOUT_SECRET>) => ({ ...plain(row), role: row.role as Role });
export type InviteRecord = ReturnType<typeof toRecord>;

export async function insertInvite(
  db: Db,
  input: Omit<InviteRecord, 'acceptedAtUs' | 'revokedAtUs'> & {
    tokenHash: string;
    createdByUserId: string | null;
  },
): Promise<void> {
  await db.invite.create({ data: input });
}

export async function listInvites(db: Db): Promise<InviteRecord[]> {
  return (await db.invite.findMany({ ...WITHOUT_SECRET, orderBy: [{ createdAtUs: 'desc' }, { id: 'desc' }] })).map(
    toRecord,
  );
}

export async function findInvite(db: Db, tokenHash: string): Promise<InviteRecord | null> {
  const row = await db.invite.findUnique({ ...WITHOUT_SECRET, where: { tokenHash } });
  return row && toRecord(row);
}

/** Takes an open invite for a new account; false when it was taken or revoked, or has expired. */
export async function useInvite(db: Db, inviteId: string, acceptedByUserId: string, nowUs: number): Promise<boolean> {
  const open = { id: inviteId, acceptedAtUs: null, revokedAtUs: null, expiresAtUs: { gt: nowUs } };
  return (await db.invite.updateMany({ where: open, data: { acceptedAtUs: nowUs, acceptedByUserId } })).count === 1;
}

/** Revokes the open invites of an address or of their maker, or the one of that id. Answers how many those were. */
export async function revokeInvites(
  db: Db,
  which: { id: string } | { email: string } | { createdByUserId: string },
  nowUs: number,
): Promise<number> {
  const where = { ...which, acceptedAtUs: null, revokedAtUs: null };
  return (await db.invite.updateMany({ where, data: { revokedAtUs: nowUs } })).count;
}
