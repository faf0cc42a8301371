import type { LaunchSpec } from '../../contract/launch.ts';
import type { Failure } from '../../contract/primitives.ts';
import { type Db, json, orNull, toNumber } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { costSoFar } from '../../rules/launch/launch-cost.ts';
import { isLive, type LaunchMachine } from '../../rules/launch/launch-machine.ts';
import { useOfHosts } from './launch-use.ts';

export interface Remark extends Failure {
  atUs: number;
}

/** Of the same remarks again and again the first ones say it all. */
const REMARKS_MOST = 200;

const WITH_HOSTS = {
  hosts: {
    select: {
      id: true,
      name: true,
      joinedAtUs: true,
      agent: { select: { id: true, revokedAtUs: true } },
    },
    orderBy: { id: 'asc' as const },
  },
} as const;

const toRecord = (row: Prisma.LaunchGetPayload<{ include: typeof WITH_HOSTS }>) => ({
  id: row.id,
  spec: row.spec as unknown as LaunchSpec,
  machine: row.machine as unknown as LaunchMachine,
  images: row.images as Record<string, string>,
  remarks: row.remarks as unknown as Remark[],
  endAsked: row.endAsked as unknown as Failure | null,
  idempotencyKey: row.idempotencyKey,
  createdByName: row.createdByName,
  createdAtUs: toNumber(row.createdAtUs),
  reservedUntilUs: toNumber(row.reservedUntilUs),
  wakeAtUs: orNull(row.wakeAtUs),
  costMicroUsd: orNull(row.costMicroUsd),
  hosts: row.hosts.map((host) => ({
    hostId: host.id,
    name: host.name,
    /** When its agent joined; null while none has, and once it was taken away. */
    joinedAtUs: host.agent && host.agent.revokedAtUs === null ? toNumber(host.joinedAtUs) : null,
  })),
});
export type LaunchRecord = ReturnType<typeof toRecord>;

export interface NewLaunch {
  id: string;
  spec: LaunchSpec;
  machine: LaunchMachine;
  images: Record<string, string>;
  idempotencyKey: string | null;
  createdByName: string | null;
  createdAtUs: number;
  reservedUntilUs: number;
}

export async function insertLaunch(db: Db, launch: NewLaunch): Promise<void> {
  const { spec, machine, images, ...rest } = launch;
  await db.launch.create({
    data: {
      ...rest,
      spec: json(spec),
      region: spec.region,
      state: machine.state,
      machine: json(machine),
      images: json(images),
      wakeAtUs: launch.createdAtUs,
    },
  });
}

export async function findLaunch(db: Db, id: string): Promise<LaunchRecord | null> {
  const row = await db.launch.findUnique({ where: { id }, include: WITH_HOSTS });
  return row && toRecord(row);
}

export async function findLaunchByKey(db: Db, idempotencyKey: string): Promise<LaunchRecord | null> {
  const row = await db.launch.findUnique({ where: { idempotencyKey }, include: WITH_HOSTS });
  return row && toRecord(row);
}

/** The launch that was promised, as it was kept, to the request with this key. */
export async function findReservedByKey(db: Db, reservedByKey: string): Promise<LaunchRecord | null> {
  const row = await db.launch.findFirst({ where: { reservedByKey }, include: WITH_HOSTS });
  return row && toRecord(row);
}

export async function listLaunches(
  db: Db,
  { runId, before, limit }: { runId?: string | undefined; before?: string | undefined; limit: number },
): Promise<LaunchRecord[]> {
  const rows = await db.launch.findMany({
    where: {
      ...(before !== undefined && { id: { lt: before } }),
      ...(runId !== undefined && { hosts: { some: { runs: { some: { runId } } } } }),
    },
    include: WITH_HOSTS,
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(toRecord);
}

/** Launches that may cost money, oldest first. */
export async function listLive(db: Db, region?: string): Promise<LaunchRecord[]> {
  const rows = await db.launch.findMany({
    where: { wakeAtUs: { not: null }, ...(region !== undefined && { region }) },
    include: WITH_HOSTS,
    orderBy: { id: 'asc' },
  });
  return rows.map(toRecord).filter(({ machine }) => isLive(machine.state));
}

export async function listDue(db: Db, nowUs: number): Promise<string[]> {
  const rows = await db.launch.findMany({
    where: { wakeAtUs: { lte: nowUs } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ id }) => id);
}

export async function listLaunchRegions(db: Db): Promise<string[]> {
  const rows = await db.launch.findMany({ distinct: ['region'], select: { region: true } });
  return rows.map(({ region }) => region);
}

/** Of everything that was ever launched, as far as it is known. What is stored of those that run is of when they were last driven. */
export async function sumOfCosts(db: Db, nowUs: number): Promise<number> {
  const live = await listLive(db);
  const { _sum } = await db.launch.aggregate({
    _sum: { costMicroUsd: true },
    where: { id: { notIn: live.map(({ id }) => id) } },
  });
  return live.reduce((sum, { machine }) => sum + (costSoFar(machine, nowUs) ?? 0), Number(_sum.costMicroUsd ?? 0n));
}

export async function countLive(db: Db): Promise<number> {
  return db.launch.count({ where: { wakeAtUs: { not: null } } });
}

/** Writes what the machine decided. Only the replica that drives the launch does. */
export async function saveLaunch(
  db: Db,
  id: string,
  machine: LaunchMachine,
  { wakeAtUs, costMicroUsd }: { wakeAtUs: number | null; costMicroUsd: number | null },
): Promise<void> {
  await db.launch.update({
    where: { id },
    data: { machine: json(machine), state: machine.state, wakeAtUs, costMicroUsd },
  });
}

export async function addRemarks(db: Db, { id, remarks }: LaunchRecord, more: Remark[]): Promise<Remark[]> {
  const all = [...remarks, ...more].slice(0, REMARKS_MOST);
  if (more.length > 0) await db.launch.update({ where: { id }, data: { remarks: json(all) } });
  return all;
}

/** Whoever drives it next ends it. The first reason stands. */
export async function askEnd(db: Db, id: string, failure: Failure, nowUs: number): Promise<void> {
  await db.launch.updateMany({
    where: { id, wakeAtUs: { not: null }, endAsked: { equals: Prisma.DbNull } },
    data: { endAsked: json(failure), wakeAtUs: nowUs },
  });
}

/** One that is over is looked at no more. */
export async function restLaunch(db: Db, id: string): Promise<void> {
  await db.launch.update({ where: { id }, data: { wakeAtUs: null } });
}

/** Until when it is promised, and nobody else promises it before the transaction is over. */
export async function lockReservation(tx: Db, id: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ reservedUntilUs: bigint }[]>`
    SELECT "reservedUntilUs" FROM "Launch" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return toNumber(row?.reservedUntilUs ?? 0n);
}

/**
 * Promises a launch to one who asks for it; false when it is promised, or no longer ready, or a run has come to its hosts since they were
 * seen to be free.
 */
export async function reserveLaunch(
  tx: Db,
  { id, hostIds }: { id: string; hostIds: string[] },
  { untilUs, byKey }: { untilUs: number; byKey: string | null },
  nowUs: number,
): Promise<boolean> {
  if ((await lockReservation(tx, id)) > nowUs) return false;
  const { runIds, experimentIds } = await useOfHosts(tx, hostIds);
  if (runIds.length > 0 || experimentIds.length > 0) return false;
  const { count } = await tx.launch.updateMany({
    where: { id, state: 'ready', endAsked: { equals: Prisma.DbNull } },
    data: { reservedUntilUs: untilUs, reservedByKey: byKey },
  });
  return count === 1;
}
