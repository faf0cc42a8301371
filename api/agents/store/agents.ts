import type { HostFacts } from '../../contract/host.ts';
import { type Db, json } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

export interface AgentRecord {
  id: string;
  hostId: string;
  hostName: string;
  incarnationId: string | null;
  /** The poll that was noted last when this was read. */
  pollId: string | null;
}

/** The enrolled agent of each credential, in their order; null of one that is unknown or revoked. */
export async function findAgentsByCredential(db: Db, credentialHashes: string[]): Promise<(AgentRecord | null)[]> {
  const rows = await db.$queryRaw<(AgentRecord & { hash: string })[]>`
    SELECT a."credentialHash" AS "hash", a."id"::text AS "id", a."hostId"::text AS "hostId", h."name" AS "hostName",
      a."incarnationId"::text AS "incarnationId", a."pollId"::text AS "pollId"
    FROM "Agent" a JOIN "Host" h ON h."id" = a."hostId"
    WHERE a."credentialHash" = ANY(${credentialHashes}::text[]) AND a."revokedAtUs" IS NULL`;
  const known = new Map(rows.map(({ hash, ...agent }) => [hash, agent]));
  return credentialHashes.map((hash) => known.get(hash) ?? null);
}

/** What a heartbeat is answered by: the lease that it renewed, and how far the host is known to be put back. */
export interface Contact {
  dirtyKind: string | null;
  lease: { runId: string; ttlMs: number; guardMs: number } | null;
}

/** In order of their ids, so that no two statements that change many at once wait for each other in a circle. */
export const lockedAgents = (agentIds: string[]): Prisma.Sql => Prisma.sql`
  SELECT a."id" FROM "Agent" a WHERE a."id" = ANY(${agentIds}::uuid[]) ORDER BY a."id" FOR NO KEY UPDATE`;

/** The agents of hosts, for a transaction that revokes or removes them; in the same order. */
export async function lockAgentsOf(db: Db, hostIds: string[]): Promise<void> {
  await db.$queryRaw`
    SELECT 1 FROM "Agent" WHERE "hostId" = ANY(${hostIds}::uuid[]) ORDER BY "id" FOR UPDATE`;
}

/** Notes that these agents live, and renews the leases of their hosts, in one go; in their order. */
export async function touchAgents(
  db: Db,
  agents: Pick<AgentRecord, 'id' | 'hostId'>[],
  nowUs: number,
): Promise<Contact[]> {
  const hostIds = agents.map(({ hostId }) => hostId);
  const rows = await db.$queryRaw<
    { hostId: string; dirtyKind: string | null; runId: string | null; ttlMs: number; guardMs: number }[]
  >`
    WITH live AS MATERIALIZED (${lockedAgents(agents.map(({ id }) => id))}),
    seen AS (UPDATE "Agent" a SET "lastSeenAtUs" = ${nowUs}::bigint FROM live WHERE a."id" = live."id"),
    renewed AS (
      UPDATE "Lease" SET "expiresAtUs" = ${nowUs}::bigint + "ttlMs"::bigint * 1000 WHERE "hostId" = ANY(${hostIds}::uuid[])
      RETURNING "hostId", "runId", "ttlMs", "guardMs"
    )
    SELECT h."id"::text AS "hostId", h."dirtyKind", r."runId"::text AS "runId", r."ttlMs", r."guardMs"
    FROM "Host" h LEFT JOIN renewed r ON r."hostId" = h."id" WHERE h."id" = ANY(${hostIds}::uuid[])`;
  const found = new Map(rows.map((row) => [row.hostId, row]));
  return hostIds.map((hostId) => {
    const { dirtyKind = null, runId = null, ttlMs = 0, guardMs = 0 } = found.get(hostId) ?? {};
    return { dirtyKind, lease: runId === null ? null : { runId, ttlMs, guardMs } };
  });
}

export async function touchAgent(db: Db, agentId: string, nowUs: number): Promise<void> {
  await db.agent.update({ where: { id: agentId }, data: { lastSeenAtUs: nowUs } });
}

/** Its side dropped a poll, and `pollId` was the last one noted. Ignored if another one was noted since, at any replica. */
export async function notePollDropped(db: Db, agentId: string, pollId: string | null, nowUs: number): Promise<void> {
  await db.agent.updateMany({ where: { id: agentId, pollId }, data: { cutOffAtUs: nowUs } });
}

/** A new life has asked no poll yet, and what was refused before may be what is taken now. */
export async function forgetPoll(db: Db, agentId: string): Promise<void> {
  await db.agent.update({ where: { id: agentId }, data: { pollId: null, cutOffAtUs: null, refusedAtUs: null } });
}

/** Serialises the calls of one agent that change what is known of it. */
export async function lockAgent(db: Db, agentId: string): Promise<{ incarnationId: string | null }> {
  const rows = await db.$queryRaw<{ incarnationId: string | null }[]>`
    SELECT "incarnationId"::text AS "incarnationId" FROM "Agent" WHERE "id" = ${agentId}::uuid FOR UPDATE`;
  return rows[0] ?? { incarnationId: null };
}

/** The life that an agent is known by: the boot it was in, and when it was heard of; null before the first. */
export interface CurrentLife {
  incarnationId: string;
  bootId: string;
  lastSeenAtUs: number;
  cutOffAtUs: number | null;
}

export async function findCurrentLife(db: Db, agentId: string): Promise<CurrentLife | null> {
  const rows = await db.$queryRaw<CurrentLife[]>`
    SELECT i."id"::text AS "incarnationId", i."bootId", a."lastSeenAtUs"::float8 AS "lastSeenAtUs",
      a."cutOffAtUs"::float8 AS "cutOffAtUs"
    FROM "Agent" a JOIN "AgentIncarnation" i ON i."id" = a."incarnationId" WHERE a."id" = ${agentId}::uuid`;
  return rows[0] ?? null;
}

/** So many refused lives are kept for each agent. Of more copies some are logged again. */
const REFUSED_LIVES = 16;

/** Another life with this agent's credential was refused. True: for the first time. */
export async function noteRefusal(
  db: Db,
  {
    agentId,
    incarnationId,
    nowUs,
    untilUs,
  }: { agentId: string; incarnationId: string; nowUs: number; untilUs: number },
): Promise<boolean> {
  const rows = await db.$queryRaw<{ isKnown: boolean }[]>`
    WITH before AS (
      SELECT "id", ${incarnationId}::uuid = ANY("refusedLives") AS "isKnown" FROM "Agent" WHERE "id" = ${agentId}::uuid FOR UPDATE
    )
    UPDATE "Agent" a SET "refusedAtUs" = ${nowUs}::bigint, "refusedUntilUs" = ${untilUs}::bigint,
      "refusedLives" = CASE WHEN before."isKnown" THEN a."refusedLives"
        ELSE (ARRAY[${incarnationId}::uuid] || a."refusedLives")[1:${REFUSED_LIVES}::int] END
    FROM before WHERE a."id" = before."id" RETURNING before."isKnown"`;
  return rows[0]?.isKnown === false;
}

export async function beginIncarnation(
  db: Db,
  input: {
    agentId: string;
    hostId: string;
    incarnationId: string;
    bootId: string;
    startedAtUs: number;
    version: string;
    facts: HostFacts;
    nowUs: number;
  },
): Promise<void> {
  const { incarnationId: id, agentId, bootId, startedAtUs, nowUs } = input;
  await db.agentIncarnation.upsert({
    where: { id },
    create: { id, agentId, bootId, startedAtUs, firstHelloAtUs: nowUs },
    update: {},
  });
  await db.agent.update({
    where: { id: input.agentId },
    data: { incarnationId: input.incarnationId, version: input.version },
  });
  await db.host.update({ where: { id: input.hostId }, data: { facts: json(input.facts) } });
}

/** Null: the agent is gone or revoked, and stays so. */
export async function replaceCredential(
  db: Db,
  agentId: string,
  credentialHash: string,
): Promise<{ hostId: string } | null> {
  const { count } = await db.agent.updateMany({ where: { id: agentId, revokedAtUs: null }, data: { credentialHash } });
  return count === 0 ? null : db.agent.findUnique({ where: { id: agentId }, select: { hostId: true } });
}
