import { MAX_HOSTS } from '../../contract/bounds.ts';
import type { OpenJoinToken } from '../../contract/host.ts';
import type { Db } from '../../platform/store/db.ts';

/** Admits one more agent. */
const openAt = (nowUs: number) => ({ usedAtUs: null, revokedAtUs: null, expiresAtUs: { gt: nowUs } });

/** The newest first; of those of the same time always in the same order. */
export async function findOpenJoinTokens(db: Db, nowUs: number): Promise<OpenJoinToken[]> {
  const rows = await db.joinToken.findMany({
    where: openAt(nowUs),
    orderBy: [{ createdAtUs: 'desc' }, { id: 'desc' }],
    take: MAX_HOSTS,
    include: { createdBy: { select: { name: true } } },
  });
  const launches = await launchesOf(
    db,
    rows.flatMap(({ hostId }) => hostId ?? []),
  );
  return rows.map(({ id, createdAtUs, expiresAtUs, createdBy, hostId, labels }) => ({
    ...{ id, labels, createdAtUs: Number(createdAtUs), expiresAtUs: Number(expiresAtUs) },
    createdByName: createdBy?.name ?? null,
    launchId: (hostId !== null && launches.get(hostId)) || null,
  }));
}

async function launchesOf(db: Db, hostIds: string[]): Promise<Map<string, string | null>> {
  const hosts = await db.host.findMany({ where: { id: { in: hostIds } }, select: { id: true, launchId: true } });
  return new Map(hosts.map(({ id, launchId }) => [id, launchId]));
}

/** Whether it was open, and is no longer. */
export async function revokeOpenJoinToken(db: Db, id: string, nowUs: number): Promise<boolean> {
  const { count } = await db.joinToken.updateMany({ where: { id, ...openAt(nowUs) }, data: { revokedAtUs: nowUs } });
  return count > 0;
}

export async function createJoinToken(
  db: Db,
  input: {
    id: string;
    tokenHash: string;
    createdAtUs: number;
    expiresAtUs: number;
    createdByUserId: string | null;
    labels: string[];
  },
): Promise<void> {
  await db.joinToken.create({ data: input });
}

/** Revokes the unused join tokens that this person made. */
export async function endJoinTokens(db: Db, createdByUserId: string, nowUs: number): Promise<void> {
  await db.joinToken.updateMany({ where: { createdByUserId, ...openAt(nowUs) }, data: { revokedAtUs: nowUs } });
}

/** Makes the token, or extends the open one with this hash; one that was used or revoked stays as it is. */
export async function keepJoinToken(
  db: Db,
  input: {
    id: string;
    tokenHash: string;
    createdAtUs: number;
    expiresAtUs: number;
    hostId?: string;
    labels?: string[];
  },
): Promise<void> {
  await db.joinToken.createMany({ data: [input], skipDuplicates: true });
  const { tokenHash, expiresAtUs } = input;
  await db.joinToken.updateMany({ where: { tokenHash, usedAtUs: null, revokedAtUs: null }, data: { expiresAtUs } });
}

/** Ends the join tokens of hosts that are launched, used or not. */
export async function endHostTokens(db: Db, hostIds: string[], nowUs: number): Promise<void> {
  await db.joinToken.updateMany({
    where: { hostId: { in: hostIds }, expiresAtUs: { gt: nowUs } },
    data: { expiresAtUs: nowUs },
  });
}

/** The agent that used a join token, and its incarnation. */
export interface TokenUse {
  agentId: string;
  incarnationId: string;
}

/** The host whose agent a token admits; null: it makes a host. */
export interface UsedToken extends TokenUse {
  hostId: string | null;
  /** What the host gets that it makes. */
  labels: string[];
}

/** Takes a token that has not expired for an agent, or tells who took it before, however long ago; undefined when neither. */
export async function useJoinToken(
  db: Db,
  tokenHash: string,
  use: TokenUse,
  nowUs: number,
): Promise<UsedToken | undefined> {
  await db.joinToken.updateMany({
    where: { tokenHash, ...openAt(nowUs) },
    data: { ...use, usedAtUs: nowUs },
  });
  const token = await db.joinToken.findUnique({ where: { tokenHash } });
  return token?.agentId && token.incarnationId
    ? { agentId: token.agentId, incarnationId: token.incarnationId, hostId: token.hostId, labels: token.labels }
    : undefined;
}

/** Whether useJoinToken would take it for this life of an agent as things are now. */
export async function isJoinTokenFor(
  db: Db,
  tokenHash: string,
  incarnationId: unknown,
  nowUs: number,
): Promise<boolean> {
  const token = await db.joinToken.findUnique({ where: { tokenHash } });
  if (!token) return false;
  if (token.usedAtUs !== null) return token.incarnationId === incarnationId;
  return token.revokedAtUs === null && token.expiresAtUs > nowUs;
}

/** Whether a join token is known and neither expired nor revoked; one that an agent has used counts as well. */
export async function isJoinTokenAlive(db: Db, tokenHash: string, nowUs: number): Promise<boolean> {
  return (await db.joinToken.count({ where: { tokenHash, revokedAtUs: null, expiresAtUs: { gt: nowUs } } })) > 0;
}

/**
 * Removes tokens that expired before. Those without a maker stay, unless they were made for a launched host or by a pool's
 * token, which gives each life one that expires at once: the environment may name the others again, and must not revive them.
 */
export async function forgetJoinTokens(db: Db, expiredBeforeUs: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "JoinToken" WHERE "expiresAtUs" < ${expiredBeforeUs}::bigint
      AND ("createdByUserId" IS NOT NULL OR "hostId" IS NOT NULL OR "expiresAtUs" = "createdAtUs" + 1)`;
}
