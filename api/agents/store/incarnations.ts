import type { Db } from '../../platform/store/db.ts';

/**
 * Locks lives of agents for their reports; up to which sequence each is stored, by its id. One that is another agent's, or
 * unknown, is missing. NO KEY: another agent that ends a step of the same run seals the frames of both. In order of
 * their ids, so that two of these never wait for each other.
 */
export async function lockIncarnations(
  db: Db,
  lives: { agentId: string; incarnationId: string }[],
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ id: string; agentId: string; acknowledged: number }[]>`
    SELECT "id"::text AS "id", "agentId"::text AS "agentId", "acknowledgedSequence"::float8 AS "acknowledged"
    FROM "AgentIncarnation" WHERE "id" = ANY(${lives.map((life) => life.incarnationId)}::uuid[])
    ORDER BY "id" FOR NO KEY UPDATE`;
  const agents = new Map(lives.map(({ agentId, incarnationId }) => [incarnationId, agentId]));
  return new Map(
    rows.flatMap(({ id, agentId, acknowledged }) => (agents.get(id) === agentId ? [[id, acknowledged]] : [])),
  );
}

/** Up to which sequence of each life all is stored. */
export async function acknowledge(db: Db, sequences: Map<string, number>): Promise<void> {
  await db.$executeRaw`
    UPDATE "AgentIncarnation" i SET "acknowledgedSequence" = said."sequence"
    FROM unnest(${[...sequences.keys()]}::uuid[], ${[...sequences.values()]}::bigint[]) AS said("id", "sequence")
    WHERE i."id" = said."id"`;
}
