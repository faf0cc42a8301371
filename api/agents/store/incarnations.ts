import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { insertion, type NewFrame, rowsOf } from '../../runs/store/samples.ts';

const { sql } = Prisma;

/** The process of an agent from its start to its end. */
export interface Life {
  agentId: string;
  incarnationId: string;
}

/**
 * Locks a life of an agent for a report, and notes that all up to `sequence` is stored, as it is once the transaction is committed.
 * Up to which sequence it was before; null for a life that is another agent's, or unknown.
 */
export async function beginReport(db: Db, life: Life, sequence: number): Promise<number | null> {
  const [row] = await db.$queryRaw<{ acknowledged: number }[]>`
    WITH life AS MATERIALIZED (${locked([life])}),
    risen AS (
      UPDATE "AgentIncarnation" i SET "acknowledgedSequence" = ${sequence}::bigint FROM life
      WHERE i."id" = life."id" AND life."acknowledgedSequence" < ${sequence}::bigint)
    SELECT "acknowledgedSequence"::float8 AS "acknowledged" FROM life`;
  return row?.acknowledged ?? null;
}

/**
 * NO KEY: another agent that ends a step of the same run seals the frames of both. In order of their ids, so that two of
 * these never wait for each other.
 */
const locked = (lives: Life[]): Prisma.Sql => sql`
  SELECT i."id", i."acknowledgedSequence" FROM "AgentIncarnation" i
  JOIN unnest(${lives.map((life) => life.incarnationId)}::uuid[], ${lives.map((life) => life.agentId)}::uuid[])
    AS said("id", "agentId") ON said."id" = i."id" AND said."agentId" = i."agentId"
  ORDER BY i."id" FOR NO KEY UPDATE OF i`;

/** What came of a life's frames: up to which sequence all is dealt with, and which runs took any. */
export interface TakenFrames {
  acknowledged: number;
  runIds: Set<string>;
}

/**
 * Stores frames of many lives at once, each frame once, and acknowledges them; what came of each life, by its id. In one
 * statement, where a transaction would take five round trips.
 */
export async function takeFrames(
  db: Db,
  lives: Life[],
  frames: NewFrame[],
  nowUs: number,
): Promise<Map<string, TakenFrames>> {
  const rows = await db.$queryRaw<{ id: string; acknowledged: number; runIds: string[] }[]>`
    WITH life AS MATERIALIZED (${locked(lives)}),
    fresh AS MATERIALIZED (
      SELECT f.* FROM (${rowsOf(frames)}) f JOIN life ON life."id" = f."incarnationId"
      WHERE f."sequence" > life."acknowledgedSequence"),
    stored AS (${insertion(sql`SELECT * FROM fresh`, nowUs)}),
    top AS (SELECT "incarnationId" AS "id", max("sequence") AS "sequence" FROM fresh GROUP BY 1),
    risen AS (
      UPDATE "AgentIncarnation" i SET "acknowledgedSequence" = top."sequence" FROM top WHERE i."id" = top."id")
    SELECT life."id"::text AS "id", coalesce(top."sequence", life."acknowledgedSequence")::float8 AS "acknowledged",
      ARRAY(SELECT DISTINCT s."runId"::text FROM stored s WHERE s."incarnationId" = life."id") AS "runIds"
    FROM life LEFT JOIN top ON top."id" = life."id"`;
  return new Map(rows.map(({ id, acknowledged, runIds }) => [id, { acknowledged, runIds: new Set(runIds) }]));
}

/** By our clock, as an agent's may say anything; of lives from before that was kept, the agent's. */
const begunAtUs = (life: Prisma.Sql): Prisma.Sql => sql`
  CASE WHEN ${life}."firstHelloAtUs" > 0 THEN ${life}."firstHelloAtUs" ELSE ${life}."startedAtUs" END`;

/** Removes lives without samples that began long ago and are over: the life that their agent has now began before `endedBeforeUs`. */
export async function forgetLives(
  db: Db,
  { startedBeforeUs, endedBeforeUs }: { startedBeforeUs: number; endedBeforeUs: number },
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "AgentIncarnation" i USING "Agent" a JOIN "AgentIncarnation" present ON present."id" = a."incarnationId"
    WHERE a."id" = i."agentId" AND i."id" <> present."id" AND ${begunAtUs(sql`i`)} < ${startedBeforeUs}::bigint
      AND ${begunAtUs(sql`present`)} < ${endedBeforeUs}::bigint
      AND NOT EXISTS (SELECT 1 FROM "Frame" f WHERE f."incarnationId" = i."id")
      AND NOT EXISTS (SELECT 1 FROM "SampleChunk" c WHERE c."incarnationId" = i."id")`;
}
