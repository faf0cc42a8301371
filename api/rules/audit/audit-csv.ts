import type { AuditEntry } from '../../contract/audit.ts';
import { type Column, csvHead, csvLines } from '../export/csv.ts';

const timeOf = (us: number | null): string | null => (us === null ? null : new Date(us / 1000).toISOString());

const COLUMNS: Column<AuditEntry>[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'at', of: ({ atUs }) => timeOf(atUs) },
  { name: 'by', of: ({ by }) => by?.name ?? null },
  { name: 'by_user_id', of: ({ by }) => by?.userId ?? null },
  { name: 'via', of: ({ by }) => by?.via ?? null },
  { name: 'by_token_id', of: ({ by }) => by?.tokenId ?? null },
  { name: 'role', of: ({ by }) => by?.role ?? null },
  { name: 'address', of: ({ address }) => address },
  { name: 'action', of: ({ action }) => action },
  { name: 'subject', of: ({ subject }) => subject.kind },
  { name: 'subject_id', of: ({ subject }) => subject.id },
  { name: 'subject_name', of: ({ subject }) => subject.name },
  { name: 'fields', of: ({ fields }) => JSON.stringify(fields) },
  { name: 'outcome', of: ({ outcome }) => outcome },
  { name: 'reason', of: ({ reason }) => reason },
  { name: 'ended_at', of: ({ endedAtUs }) => timeOf(endedAtUs) },
];

export const auditCsvHead = csvHead(COLUMNS);
export const auditCsvLines = (entries: AuditEntry[]): string => csvLines(COLUMNS, entries);
