import type { AuditEntry, AuditFilters, AuditList, ListAuditQuery } from '../contract/audit.ts';
import type { AuditSubject } from '../contract/audit-actions.ts';
import { ROLES } from '../contract/choices.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { auditCsvHead, auditCsvLines } from '../rules/audit/audit-csv.ts';
import { writeCursor } from '../rules/run/run-cursor.ts';
import { positionOf } from '../runs/read-position.ts';
import { type KeptEntry, listEntries, viaOf } from './store/audit.ts';
import { readSubjects } from './store/subjects.ts';

const DEFAULT_LIMIT = 50;
const ORDER = { sort: 'created', direction: 'desc' } as const;
/** So many are in memory at once. */
const EXPORTED_AT_ONCE = 1000;

export async function listAudit(lab: Lab, query: ListAuditQuery): Promise<AuditList> {
  const { cursor, limit = DEFAULT_LIMIT, ...filters } = query;
  const position = cursor === undefined ? null : positionOf(ORDER, cursor);
  const after = position && { atUs: Number(position.key), id: position.id };
  const { db } = lab.database;
  const rows = await listEntries(db, filters, after, limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    entries: await viewsOf(db, rows.slice(0, limit)),
    nextCursor: last ? writeCursor(ORDER, { key: String(last.atUs), id: last.id }) : null,
  };
}

/** The newest first, in pieces of text. */
export async function* exportAudit(lab: Lab, filters: AuditFilters, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  const { db } = lab.database;
  if (format === 'csv') yield auditCsvHead;
  let rows: KeptEntry[] = [];
  do {
    rows = await listEntries(db, filters, rows.at(-1) ?? null, EXPORTED_AT_ONCE);
    const entries = await viewsOf(db, rows);
    if (entries.length > 0) {
      yield format === 'csv' ? auditCsvLines(entries) : entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    }
  } while (rows.length === EXPORTED_AT_ONCE);
}

async function viewsOf(db: Db, rows: KeptEntry[]): Promise<AuditEntry[]> {
  const ids = new Map<AuditSubject, Set<string>>();
  for (const row of rows) {
    const { id } = subjectOf(row);
    if (id !== null) ids.set(row.subjectKind, (ids.get(row.subjectKind) ?? new Set()).add(id));
  }
  const there = new Set<string>();
  for (const [kind, some] of ids) {
    for (const { id, gone } of (await readSubjects(db, kind, [...some])).values())
      if (!gone) there.add(`${kind} ${id}`);
  }
  return rows.map((row) => viewOf(row, there));
}

const subjectOf = ({ subjectId, subjectName, outcome }: KeptEntry) => ({
  id: outcome?.subjectId ?? subjectId,
  name: outcome?.subjectName ?? subjectName,
});

function viewOf(row: KeptEntry, there: Set<string>): AuditEntry {
  const { id, atUs, action, address, subjectKind, fields, outcome, byName } = row;
  const subject = subjectOf(row);
  return {
    id,
    atUs,
    action,
    by:
      byName === null
        ? null
        : { userId: row.byUserId, name: byName, role: roleOf(row), via: viaOf(row), tokenId: row.byTokenId },
    address,
    subject: {
      kind: subjectKind,
      ...subject,
      exists: subject.id !== null && there.has(`${subjectKind} ${subject.id}`),
    },
    fields,
    outcome: outcome?.outcome ?? 'open',
    reason: outcome?.reason ?? null,
    endedAtUs: outcome?.atUs ?? null,
  };
}

const roleOf = ({ byRole }: KeptEntry) => ROLES.find((role) => role === byRole) ?? 'viewer';
