import type { AuditFilters } from '../../contract/audit.ts';
import type { AuditAction, AuditOutcome, AuditSubject, AuditVia } from '../../contract/audit-actions.ts';
import { AUDIT_USUAL_DAYS } from '../../contract/audit-actions.ts';
import { type Db, orNull, plain } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';

/** Who was about to do what. */
export interface EntryRecord {
  id: string;
  atUs: number;
  action: AuditAction;
  byUserId: string | null;
  byName: string | null;
  byRole: string | null;
  byTokenId: string | null;
  address: string;
  subjectKind: AuditSubject;
  subjectId: string | null;
  subjectName: string | null;
  fields: Record<string, string>;
}

/** How it ended. */
export interface OutcomeRecord {
  atUs: number;
  outcome: Exclude<AuditOutcome, 'open'>;
  reason: string | null;
  /** What the action made, where it made something. */
  subjectId: string | null;
  subjectName: string | null;
}

export interface KeptEntry extends EntryRecord {
  outcome: OutcomeRecord | null;
}

export async function insertEntry(db: Db, entry: EntryRecord): Promise<void> {
  await db.auditEntry.create({ data: entry });
}

export async function insertOutcome(db: Db, entryId: string, outcome: OutcomeRecord): Promise<void> {
  await db.auditOutcome.create({ data: { entryId, ...outcome } });
}

/** Both at once: all of it, or nothing. */
export async function insertEnded(db: Db, entry: EntryRecord, outcome: OutcomeRecord): Promise<void> {
  await db.auditEntry.create({ data: { ...entry, outcome: { create: outcome } } });
}

/** The newest first. `after`: the last one of the page before. */
export async function listEntries(
  db: Db,
  filters: AuditFilters,
  after: { atUs: number; id: string } | null,
  limit: number,
): Promise<KeptEntry[]> {
  const rows = await db.auditEntry.findMany({
    where: { AND: [where(filters), after === null ? {} : before(after)] },
    orderBy: [{ atUs: 'desc' }, { id: 'desc' }],
    take: limit,
    include: { outcome: true },
  });
  return rows.map(({ outcome, ...row }) => ({
    ...(plain(row) as EntryRecord),
    outcome: outcome && (plain(outcome) as OutcomeRecord),
  }));
}

const before = ({ atUs, id }: { atUs: number; id: string }): Prisma.AuditEntryWhereInput => ({
  OR: [{ atUs: { lt: atUs } }, { atUs, id: { lt: id } }],
});

/** What an entry was made with, of somebody who was known. */
export function viaOf({ byUserId, byTokenId }: EntryRecord): AuditVia {
  if (byUserId === null) return 'preset-token';
  return byTokenId === null ? 'session' : 'token';
}

/** The same, as it is asked for. */
const ACTED: Record<AuditVia, Prisma.AuditEntryWhereInput> = {
  'preset-token': { byUserId: null, byName: { not: null } },
  session: { byUserId: { not: null }, byTokenId: null },
  token: { byUserId: { not: null }, byTokenId: { not: null } },
};

function where({ action, userId, via, tokenId, ...rest }: AuditFilters): Prisma.AuditEntryWhereInput {
  const { outcome, subjectId, sinceUs, untilUs } = rest;
  return {
    AND: [{ action, byUserId: userId, byTokenId: tokenId }, via === undefined ? {} : ACTED[via]],
    atUs: { gte: sinceUs, lt: untilUs },
    ...(subjectId !== undefined && { OR: [{ subjectId }, { outcome: { is: { subjectId } } }] }),
    ...(outcome !== undefined && { outcome: outcome === 'open' ? { is: null } : { is: { outcome } } }),
  };
}

export interface RetentionRecord {
  /** Null: for ever. */
  days: number | null;
  changedAtUs: number | null;
  changedByName: string | null;
}

export async function findAuditRetention(db: Db): Promise<RetentionRecord> {
  const row = await db.auditRetention.findUnique({ where: { id: 1 } });
  if (!row) return { days: AUDIT_USUAL_DAYS, changedAtUs: null, changedByName: null };
  return { days: row.days, changedAtUs: orNull(row.changedAtUs), changedByName: row.changedByName };
}

export async function saveAuditRetention(db: Db, retention: RetentionRecord & { changedAtUs: number }): Promise<void> {
  await db.auditRetention.upsert({ where: { id: 1 }, create: { id: 1, ...retention }, update: retention });
}

/** Removes the oldest entries that were asked for before a moment; answers how many. The table refuses any that are to be kept still. */
export async function removeEntries(db: Db, beforeUs: number, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "AuditEntry" WHERE "id" IN (
      SELECT "id" FROM "AuditEntry" WHERE "atUs" < ${beforeUs}::bigint ORDER BY "atUs", "id" LIMIT ${limit})`;
}
