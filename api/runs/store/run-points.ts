import type { RunPoint } from '../../contract/run-points.ts';
import { type Db, toNumber } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { type RunFilters, where } from './run-list.ts';

const { sql } = Prisma;

export type PlacedRun = Omit<RunPoint, 'group'> & { groupName: string | null };
type Row = Omit<PlacedRun, 'createdAtUs'> & { createdAtUs: bigint };

/** Both figures belong to the step by which the run was judged. */
const PLACED = sql`r."bestStepIndex" IS NOT NULL AND r."bestRequestsPerSecond" IS NOT NULL AND r."bestLatencyMsP99" IS NOT NULL`;

/** Of an imported run there are no steps: its document says what its percentiles mean. */
const LATENCY_OF_IMPORT = sql`(
  SELECT step->'point'->'latencyMs' FROM "ImportedRun" i, jsonb_array_elements(i."document"->'run'->'steps') step
  WHERE i."runId" = r."id" AND step->>'index' = r."bestStepIndex"::text LIMIT 1)`;

/** Runs that pass every filter, the newest first. */
export async function selectPoints(db: Db, filters: RunFilters, limit: number): Promise<PlacedRun[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT r."id"::text AS "runId", r."name", r."createdAtUs", r."groupName",
      r."bestRequestsPerSecond" AS "requestsPerSecond", r."bestLatencyMsP99" AS "latencyMsP99",
      coalesce(p."latencyResolutionUs", (m."latency"->>'resolutionUs')::float8) AS "latencyResolutionUs",
      coalesce(p."latencyLoop", m."latency"->>'loop') AS "latency",
      r."wall", r."validity", r."bestPipelining" AS "pipelining", b."runId" IS NOT NULL AS "pinned"
    FROM (
      SELECT * FROM "Run" r WHERE ${where(filters)} AND ${PLACED} ORDER BY r."createdAtUs" DESC, r."id" DESC LIMIT ${limit}
    ) r
    LEFT JOIN "Point" p ON p."runId" = r."id" AND p."stepIndex" = r."bestStepIndex"
    LEFT JOIN "Baseline" b ON b."runId" = r."id"
    LEFT JOIN LATERAL (SELECT ${LATENCY_OF_IMPORT} AS "latency") m ON p."runId" IS NULL
    ORDER BY r."createdAtUs" DESC, r."id" DESC`;
  return rows.map((row) => ({ ...row, createdAtUs: toNumber(row.createdAtUs) }));
}

/** All runs that pass every filter, and those of them that have both figures. */
export async function countPoints(db: Db, filters: RunFilters): Promise<{ total: number; placed: number }> {
  const [row] = await db.$queryRaw<{ total: number; placed: number }[]>`
    SELECT count(*)::int AS "total", (count(*) FILTER (WHERE ${PLACED}))::int AS "placed" FROM "Run" r WHERE ${where(filters)}`;
  return row ?? { total: 0, placed: 0 };
}
