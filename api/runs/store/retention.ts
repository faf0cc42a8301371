import type { FileKind, StoragePart } from '../../contract/storage.ts';
import { type Db, orNull } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

export interface RetentionRecord {
  samplesDays: number | null;
  changedAtUs: number | null;
  changedByName: string | null;
}

export async function findRetention(db: Db): Promise<RetentionRecord> {
  const row = await db.retention.findUnique({ where: { id: 1 } });
  return {
    samplesDays: row?.samplesDays ?? null,
    changedAtUs: orNull(row?.changedAtUs ?? null),
    changedByName: row?.changedByName ?? null,
  };
}

export async function saveRetention(db: Db, retention: RetentionRecord & { changedAtUs: number }): Promise<void> {
  await db.retention.upsert({ where: { id: 1 }, create: { id: 1, ...retention }, update: retention });
}

/** A run `r` whose samples stay whatever their age. */
const EXEMPT = Prisma.sql`(
  EXISTS (SELECT 1 FROM "Favourite" f WHERE f."runId" = r."id")
  OR EXISTS (SELECT 1 FROM "Baseline" b WHERE b."runId" = r."id")
  OR EXISTS (SELECT 1 FROM "ExperimentRun" e WHERE e."runId" = r."id"))`;
const SAMPLED = Prisma.sql`EXISTS (SELECT 1 FROM "SampleChunk" c WHERE c."runId" = r."id")`;

/** Runs that ended before a moment and have samples that nothing keeps, the oldest first. */
export async function listExpiredSamples(db: Db, endedBeforeUs: number, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT r."id"::text AS "id" FROM "Run" r
    WHERE r."endedAtUs" < ${endedBeforeUs}::bigint AND r."samplesRemovedAtUs" IS NULL AND ${SAMPLED} AND NOT ${EXEMPT}
    ORDER BY r."endedAtUs" LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Packs of these samples lose their last reference and are swept like other files. False, and nothing is removed, where something keeps
 * them by now: what begins to keep them waits for the lock of the run.
 */
export async function removeSamples(db: Db, runId: string, nowUs: number): Promise<boolean> {
  await db.$queryRaw`SELECT 1 FROM "Run" WHERE "id" = ${runId}::uuid FOR UPDATE`;
  const removable = await db.$queryRaw<object[]>`
    SELECT 1 FROM "Run" r WHERE r."id" = ${runId}::uuid AND r."samplesRemovedAtUs" IS NULL AND NOT ${EXEMPT}`;
  if (removable.length === 0) return false;
  await db.run.update({ where: { id: runId }, data: { samplesRemovedAtUs: nowUs } });
  await db.sampleChunk.deleteMany({ where: { runId } });
  await db.frame.deleteMany({ where: { runId } });
  return true;
}

const PART_OF_TABLE = Prisma.sql`CASE
  WHEN c.relname IN ('Frame', 'SampleChunk', 'SampleLayout') THEN 'samples'
  WHEN c.relname ~ '^(Run|Step|Point|Command|HostSnapshot|Artifact|Annotation|Baseline|Favourite)' THEN 'runs'
  WHEN c.relname LIKE 'Experiment%' THEN 'experiments'
  WHEN c.relname = 'ImportedRun' THEN 'imports'
  WHEN c.relname LIKE 'Audit%' THEN 'audit'
  ELSE 'other' END`;

export function sizesOfParts(db: Db): Promise<{ part: StoragePart; bytes: number }[]> {
  return db.$queryRaw`
    SELECT ${PART_OF_TABLE} AS "part", sum(pg_total_relation_size(c.oid))::float8 AS "bytes"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    GROUP BY 1 ORDER BY 2 DESC`;
}

/** Each file once, wherever it lies. */
export function sizesOfFiles(db: Db): Promise<{ kind: FileKind; count: number; bytes: number }[]> {
  return db.$queryRaw`
    SELECT "kind", count(*)::int AS "count", coalesce(sum("bytes"), 0)::float8 AS "bytes" FROM (
      SELECT max("kind") AS "kind", "sha256", max("sizeBytes") AS "bytes" FROM "Artifact" GROUP BY "sha256"
      UNION ALL
      SELECT 'packs', "packSha256", sum("packBytes") FROM "SampleChunk" WHERE "packSha256" IS NOT NULL GROUP BY "packSha256"
      UNION ALL
      SELECT 'shares', "documentSha256", max("documentSizeBytes") FROM "Share" GROUP BY "documentSha256") f
    GROUP BY "kind" ORDER BY "bytes" DESC`;
}

const MONTHS = 24;

export function samplesByMonth(db: Db): Promise<{ month: string; runs: number; bytes: number }[]> {
  return db.$queryRaw`
    SELECT to_char(to_timestamp("firstTimeUs" / 1e6) AT TIME ZONE 'UTC', 'YYYY-MM') AS "month",
      count(DISTINCT "runId")::int AS "runs", coalesce(sum(coalesce("packBytes", pg_column_size("data"))), 0)::float8 AS "bytes"
    FROM "SampleChunk" GROUP BY 1 ORDER BY 1 DESC LIMIT ${MONTHS}`;
}

export async function countSampled(db: Db): Promise<{ withSamples: number; exempt: number; withoutSamples: number }> {
  const [row] = await db.$queryRaw<{ withSamples: number; exempt: number; withoutSamples: number }[]>`
    SELECT count(*) FILTER (WHERE r."samplesRemovedAtUs" IS NULL)::int AS "withSamples",
      count(*) FILTER (WHERE r."samplesRemovedAtUs" IS NULL AND ${EXEMPT})::int AS "exempt",
      count(*) FILTER (WHERE r."samplesRemovedAtUs" IS NOT NULL)::int AS "withoutSamples"
    FROM "Run" r WHERE r."endedAtUs" IS NOT NULL AND (r."samplesRemovedAtUs" IS NOT NULL OR ${SAMPLED})`;
  return row ?? { withSamples: 0, exempt: 0, withoutSamples: 0 };
}
