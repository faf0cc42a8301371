import { type Db, plain } from './db.ts';

export interface LeaseRecord {
  hostId: string;
  runId: string;
  ttlMs: number;
  guardMs: number;
  expiresAtUs: number;
}

/** Takes all hosts or none; false when one of them works for another run. */
export async function leaseHosts(db: Db, leases: LeaseRecord[]): Promise<boolean> {
  const { count } = await db.lease.createMany({ data: leases, skipDuplicates: true });
  if (count === leases.length) return true;
  await db.lease.deleteMany({ where: { runId: leases[0]?.runId ?? '', hostId: { in: leases.map((l) => l.hostId) } } });
  return false;
}

export async function releaseHost(db: Db, runId: string, hostId: string): Promise<void> {
  await db.lease.deleteMany({ where: { runId, hostId } });
}

export async function findLease(db: Db, hostId: string): Promise<LeaseRecord | null> {
  const row = await db.lease.findUnique({ where: { hostId } });
  return row && plain(row);
}

/** Whether any host works for a run. */
export async function hasLeases(db: Db): Promise<boolean> {
  return (await db.lease.findFirst({ select: { hostId: true } })) !== null;
}

/** The run that each host works for, in their order; of one that works for none its own id. */
export async function runsOfHosts(db: Db, hostIds: string[]): Promise<string[]> {
  const rows = await db.lease.findMany({ where: { hostId: { in: hostIds } }, select: { hostId: true, runId: true } });
  const runs = new Map(rows.map(({ hostId, runId }) => [hostId, runId]));
  return hostIds.map((hostId) => runs.get(hostId) ?? hostId);
}

/** Every sign of life moves the end; the database's row is the only truth about who holds a host. */
export async function renewLease(db: Db, hostId: string, runId: string, expiresAtUs: number): Promise<void> {
  await db.lease.updateMany({ where: { hostId, runId }, data: { expiresAtUs } });
}

export async function listExpiredLeases(db: Db, nowUs: number): Promise<LeaseRecord[]> {
  const rows = await db.lease.findMany({ where: { expiresAtUs: { lt: nowUs } } });
  return rows.map(plain);
}

/** After an outage of the API no agent could renew: all get the time again that they had. */
export async function graceLeases(db: Db, nowUs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE "Lease" SET "expiresAtUs" = GREATEST("expiresAtUs", ${nowUs}::bigint + "ttlMs"::bigint * 1000)`;
}
