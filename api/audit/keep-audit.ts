import type { AuditRetention } from '../contract/audit.ts';
import type { Lab } from '../platform/lab.ts';
import { findAuditRetention, removeEntries, saveAuditRetention } from './store/audit.ts';

const DAY_US = 86_400_000_000;
/** In one transaction, every minute. */
const ENTRIES_AT_ONCE = 10_000;

export const readAuditRetention = ({ database }: Lab): Promise<AuditRetention> => findAuditRetention(database.db);

export async function changeAuditRetention(
  lab: Lab,
  days: number | null,
  changedByName: string,
): Promise<AuditRetention> {
  await saveAuditRetention(lab.database.db, { days, changedAtUs: lab.nowUs(), changedByName });
  return readAuditRetention(lab);
}

/** Removes entries that are older than they are kept, the oldest first and so many at a time; answers how many. */
export async function removeExpiredEntries(lab: Lab): Promise<number> {
  const { days } = await findAuditRetention(lab.database.db);
  if (days === null) return 0;
  const entries = await removeEntries(lab.database.db, lab.nowUs() - days * DAY_US, ENTRIES_AT_ONCE);
  if (entries > 0) lab.log.info({ entries, days }, 'old entries of the audit log were removed');
  return entries;
}
