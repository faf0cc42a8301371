import type { HostFacts } from '../../contract/host.ts';
import type { HostAvailability } from '../../contract/host-availability.ts';
import { type Db, json, orNull, toNumber } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import type { Dirt } from '../../rules/run/run-machine.ts';

const WITH_AGENT = { agent: true, lease: true } as const;

/** A row without an agent is that of a host that is launched. */
const THERE_OR_AWAITED: Prisma.HostWhereInput = {
  goneAtUs: null,
  OR: [{ agent: { revokedAtUs: null } }, { agent: null, launchId: { not: null } }],
};

const WITHOUT_FACTS = { include: WITH_AGENT, omit: { facts: true } } as const;

const toState = (row: Prisma.HostGetPayload<typeof WITHOUT_FACTS>) => ({
  id: row.id,
  name: row.name,
  dirtyReason: row.dirtyReason,
  dirtyKind: row.dirtyKind as Dirt['kind'] | null,
  joinedAtUs: toNumber(row.joinedAtUs),
  agentVersion: row.agent?.version ?? '',
  lastSeenAtUs: orNull(row.agent?.lastSeenAtUs ?? null) ?? 0,
  /** When its agent's side dropped its last poll, unanswered. */
  cutOffAtUs: orNull(row.agent?.cutOffAtUs ?? null),
  /** When another life with its agent's credential was refused last, and until when it is at the most; null: never. */
  refusedAtUs: orNull(row.agent?.refusedAtUs ?? null),
  refusedUntilUs: orNull(row.agent?.refusedUntilUs ?? null),
  leasedRunId: row.lease?.runId ?? null,
  /** When its agent was asked to replace its program; null once that has ended. */
  upgradeAskedAtUs: orNull(row.agent?.upgradeAskedAtUs ?? null),
  launchId: row.launchId,
  /** It is launched, or to be, and its agent has not joined. */
  isAwaited: row.agent === null && row.goneAtUs === null,
  isGone: row.goneAtUs !== null,
  labels: row.labels,
  availability: row.availability as HostAvailability,
  /** When it was last opened, cordoned or drained; null: never. */
  availabilitySetAtUs: orNull(row.availabilitySetAtUs),
  closed:
    row.closedAtUs === null ? null : { atUs: toNumber(row.closedAtUs), byName: row.closedByName, why: row.closedWhy },
});
export type HostStateRecord = ReturnType<typeof toState>;

const toRecord = (row: Prisma.HostGetPayload<{ include: typeof WITH_AGENT }>) => ({
  ...toState(row),
  facts: row.facts as unknown as HostFacts,
});
export type HostRecord = ReturnType<typeof toRecord>;

/** The same without their facts. */
export async function listHostStates(db: Db): Promise<HostStateRecord[]> {
  const rows = await db.host.findMany({
    where: THERE_OR_AWAITED,
    ...WITHOUT_FACTS,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toState);
}

export async function findHostStates(db: Db, hostIds: string[]): Promise<HostStateRecord[]> {
  const rows = await db.host.findMany({ where: { id: { in: hostIds }, ...THERE_OR_AWAITED }, ...WITHOUT_FACTS });
  return rows.map(toState);
}

/** Of each host, what changes whenever its row does: its facts are in it, and little else. */
export async function factsVersions(db: Db): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ id: string; version: string }[]>`
    SELECT "id"::text AS "id", xmin::text AS "version" FROM "Host"`;
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export async function listHosts(db: Db): Promise<HostRecord[]> {
  const rows = await db.host.findMany({
    where: THERE_OR_AWAITED,
    include: WITH_AGENT,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toRecord);
}

/** The hosts of these ids that are still enrolled, or awaited. */
export async function findHosts(db: Db, hostIds: string[]): Promise<HostRecord[]> {
  const rows = await db.host.findMany({ where: { id: { in: hostIds }, ...THERE_OR_AWAITED }, include: WITH_AGENT });
  return rows.map(toRecord);
}

/**
 * Until the transaction ends nobody opens, cordons, drains or removes these hosts, so what is read of them stays true. In
 * order of id: two transactions never wait for each other.
 */
export async function holdHosts(tx: Db, hostIds: string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Host" WHERE "id" = ANY(${hostIds}::uuid[]) ORDER BY "id" FOR SHARE`;
}

/** Waits for whoever holds the host, and is waited for by whoever wants to. */
async function lockHost(tx: Db, hostId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Host" WHERE "id" = ${hostId}::uuid FOR NO KEY UPDATE`;
}

/** Also one that was launched and is gone. */
export async function findAnyHost(db: Db, hostId: string): Promise<HostRecord | null> {
  const row = await db.host.findFirst({
    where: { id: hostId, OR: [THERE_OR_AWAITED, { goneAtUs: { not: null } }] },
    include: WITH_AGENT,
  });
  return row && toRecord(row);
}

export interface HostChange {
  name?: string | undefined;
  labels?: string[] | undefined;
}

export async function changeHost(db: Db, hostId: string, { name, labels }: HostChange): Promise<void> {
  const data = { ...(name !== undefined && { name }), ...(labels !== undefined && { labels }) };
  await db.host.update({ where: { id: hostId }, data });
}

/** `by`: who closed it and what for; null for a host that is open. */
export async function setAvailability(
  db: Db,
  hostId: string,
  availability: HostAvailability,
  by: Pick<NonNullable<HostStateRecord['closed']>, 'byName' | 'why'> | null,
  nowUs: number,
): Promise<void> {
  const closed = {
    closedAtUs: by === null ? null : nowUs,
    closedByName: by?.byName ?? null,
    closedWhy: by?.why ?? null,
  };
  await db.host.update({ where: { id: hostId }, data: { availability, availabilitySetAtUs: nowUs, ...closed } });
}

/**
 * As lockHost, and what comes from its agent waits as well. An agent that says hello is locked before its host: the other way
 * round the two would wait for each other.
 */
export async function lockHostWithAgent(tx: Db, hostId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Agent" WHERE "hostId" = ${hostId}::uuid FOR UPDATE`;
  await lockHost(tx, hostId);
}

/** The row stays for runs that name it; its agent's credential no longer works. */
export async function retireHost(db: Db, hostId: string, nowUs: number): Promise<void> {
  await db.agent.updateMany({ where: { hostId, revokedAtUs: null }, data: { revokedAtUs: nowUs } });
}

export async function soilHost(db: Db, { hostId, kind, reason }: Dirt): Promise<void> {
  await db.host.update({ where: { id: hostId }, data: { dirtyReason: reason, dirtyKind: kind } });
}

export async function cleanHost(db: Db, hostId: string): Promise<void> {
  await db.host.update({ where: { id: hostId }, data: { dirtyReason: null, dirtyKind: null } });
}

interface NewAgent {
  hostId: string;
  agentId: string;
  facts: HostFacts;
  version: string;
  credentialHash: string;
  nowUs: number;
}

/** The agent of a launched host has joined, and says what is there. */
export async function giveAgent(
  db: Db,
  { hostId, agentId, facts, version, credentialHash, nowUs }: NewAgent,
): Promise<void> {
  await db.host.update({
    where: { id: hostId },
    data: {
      facts: json(facts),
      joinedAtUs: nowUs,
      agent: { create: { id: agentId, credentialHash, version, lastSeenAtUs: nowUs } },
    },
  });
  await db.launch.updateMany({
    where: { hosts: { some: { id: hostId } }, wakeAtUs: { gt: nowUs } },
    data: { wakeAtUs: nowUs },
  });
}

export async function createHostWithAgent(db: Db, input: NewAgent & { name: string; labels: string[] }): Promise<void> {
  await db.host.create({
    data: {
      id: input.hostId,
      name: input.name,
      labels: input.labels,
      facts: json(input.facts),
      joinedAtUs: input.nowUs,
      agent: {
        create: {
          id: input.agentId,
          credentialHash: input.credentialHash,
          version: input.version,
          lastSeenAtUs: input.nowUs,
        },
      },
    },
  });
}
