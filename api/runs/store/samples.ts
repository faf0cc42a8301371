import type { SampleLayout } from '../../contract/samples.ts';
import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { encodeChunk } from '../../rules/samples/chunk.ts';
import { takesReports } from './run-reports.ts';

/**
 * The columns have the hash that the id says. One whose columns were taken away as forged gets the true ones. True where it was
 * not known before. It counts as named when its life began at the earliest: the clock may have been set meanwhile.
 */
export async function saveLayout(
  db: Db,
  { layoutId, schemaVersion, columns }: SampleLayout,
  { incarnationId, nowUs }: { incarnationId: string; nowUs: number },
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO "SampleLayout" AS l ("id", "schemaVersion", "columns", "namedAtUs")
    SELECT ${layoutId}, ${schemaVersion}::int, ${columns}::text[], GREATEST(${nowUs}::bigint, (
      SELECT "firstHelloAtUs" FROM "AgentIncarnation" WHERE "id" = ${incarnationId}::uuid))
    ON CONFLICT ("id") DO UPDATE SET "columns" = excluded."columns", "namedAtUs" = GREATEST(l."namedAtUs", excluded."namedAtUs")
    RETURNING l."xmax" = 0 AS "isNew"`;
  return row?.isNew === true;
}

/** Each has to be looked for among all frames that are not sealed. */
const FORGOTTEN_AT_ONCE = 50;

/**
 * Removes some layouts without samples that no agent can mean any more. Agents of today name theirs in each run, older ones once in
 * their life: one that was last named `spareUs` before each present life began, by the API's clock, will be named again before it is used.
 */
export async function forgetLayouts(
  db: Db,
  { namedBeforeUs, spareUs }: { namedBeforeUs: number; spareUs: number },
): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "SampleLayout" WHERE "id" IN (
      SELECT l."id" FROM "SampleLayout" l
      WHERE l."namedAtUs" < LEAST(${namedBeforeUs}::bigint, (
        SELECT min(i."firstHelloAtUs") - ${spareUs}::bigint
        FROM "Agent" a JOIN "AgentIncarnation" i ON i."id" = a."incarnationId" WHERE a."revokedAtUs" IS NULL))
      AND NOT EXISTS (SELECT 1 FROM "Frame" f WHERE f."layoutId" = l."id")
      AND NOT EXISTS (SELECT 1 FROM "SampleChunk" c WHERE c."layoutId" = l."id")
      LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE OF l)`;
}

/** How many columns each of the layouts has that are known; their names stay where they are. */
export async function layoutWidths(db: Db, layoutIds: string[]): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ id: string; width: number }[]>`
    SELECT "id", cardinality("columns") AS "width" FROM "SampleLayout" WHERE "id" = ANY(${layoutIds}::text[])`;
  return new Map(rows.map(({ id, width }) => [id, width]));
}

export interface NewFrame {
  incarnationId: string;
  sequence: number;
  runId: string;
  hostId: string;
  layoutId: string;
  timeUs: number;
  monotonicUs: number;
  boundary: boolean;
  values: number[];
}

const { sql } = Prisma;

/** As rows of the table of frames. */
export function rowsOf(frames: NewFrame[]): Prisma.Sql {
  const column = <Key extends keyof NewFrame>(key: Key): NewFrame[Key][] => frames.map((frame) => frame[key]);
  // An array of arrays would have to be of equal lengths.
  const values = frames.map((frame) => `{${frame.values.join(',')}}`);
  return sql`
    SELECT "incarnationId", "sequence", "runId", "hostId", "layoutId", "timeUs", "monotonicUs", "boundary", "values"::bigint[]
    FROM unnest(${column('incarnationId')}::uuid[], ${column('sequence')}::bigint[], ${column('runId')}::uuid[],
      ${column('hostId')}::uuid[], ${column('layoutId')}::text[], ${column('timeUs')}::bigint[],
      ${column('monotonicUs')}::bigint[], ${column('boundary')}::boolean[], ${values}::text[])
      AS row("incarnationId", "sequence", "runId", "hostId", "layoutId", "timeUs", "monotonicUs", "boundary", "values")`;
}

/**
 * Frames of a run that was purged, whose samples were removed, or that takes none of this host, are let go. Their runs are
 * locked first, and what was removed while this waited is seen then: a statement that only looked would see what was there
 * when it began. KEY: a run that moves on keeps no frame waiting. `rows`: a query of such rows.
 */
export const insertion = (rows: Prisma.Sql, nowUs: number): Prisma.Sql => sql`
  WITH given AS MATERIALIZED (${rows}),
  sampled AS MATERIALIZED (${sampledRuns(sql`ARRAY(SELECT "runId" FROM given)`, takesReports(nowUs))})
  INSERT INTO "Frame" ("incarnationId", "sequence", "runId", "hostId", "layoutId", "timeUs", "monotonicUs", "boundary", "values")
  SELECT given.* FROM given JOIN sampled ON sampled."id" = given."runId"
  JOIN "RunHost" h ON h."runId" = given."runId" AND h."hostId" = given."hostId"
  ON CONFLICT DO NOTHING
  RETURNING "incarnationId", "runId"`;

/** Locks those of the runs that keep samples, in order of id, so that two of these never wait for each other. */
const sampledRuns = (runIds: Prisma.Sql, also: Prisma.Sql = sql`true`): Prisma.Sql => sql`
  SELECT r."id" FROM "Run" r WHERE r."id" = ANY(${runIds}) AND r."samplesRemovedAtUs" IS NULL AND ${also}
  ORDER BY r."id" FOR KEY SHARE`;

/** Answers which runs took any. */
export async function saveFrames(db: Db, frames: NewFrame[], nowUs: number): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ runId: string }[]>`
    WITH stored AS (${insertion(rowsOf(frames), nowUs)}) SELECT DISTINCT "runId"::text AS "runId" FROM stored`;
  return new Set(rows.map(({ runId }) => runId));
}

/**
 * Moves the frames of a host into immutable chunks, one for each stretch of one layout. While another transaction does so
 * it is left to that one: waiting for it with the run locked could be waiting for each other.
 */
export async function sealFrames(db: Db, runId: string, hostId: string): Promise<void> {
  const [mine] = await db.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`seal ${runId} ${hostId}`}, 0)) AS locked`;
  if (!mine?.locked) return;
  const sampled = await db.$queryRaw<object[]>(sampledRuns(sql`ARRAY[${runId}::uuid]`));
  if (sampled.length === 0) return;
  const rows = await looseFrames(db, runId, [{ hostId, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER }]);
  for (const stretch of stretches(rows)) {
    const [first, last] = [stretch[0], stretch[stretch.length - 1]];
    if (!first || !last) continue;
    await saveChunk(db, stretch);
    await db.frame.deleteMany({
      where: {
        incarnationId: first.incarnationId,
        runId,
        hostId,
        sequence: { gte: first.sequence, lte: last.sequence },
      },
    });
  }
}

/** A stretch of a host's time, its bounds included. */
export interface HostTime {
  hostId: string;
  fromUs: number;
  toUs: number;
}

/**
 * Frames of hosts that are rows of their own still, in the order in which their agents made them. Numbers as text: a million
 * of them are made every minute, and the database's own types are an object each.
 */
export async function looseFrames(db: Db, runId: string, times: HostTime[]): Promise<NewFrame[]> {
  const column = <Key extends keyof HostTime>(key: Key): HostTime[Key][] => times.map((time) => time[key]);
  const rows = await db.$queryRaw<(Omit<NewFrame, 'values'> & { values: string })[]>`
    SELECT f."incarnationId"::text AS "incarnationId", f."sequence"::float8 AS "sequence", f."runId"::text AS "runId",
      f."hostId"::text AS "hostId", f."layoutId", f."timeUs"::float8 AS "timeUs",
      f."monotonicUs"::float8 AS "monotonicUs", f."boundary", f."values"::text AS "values"
    FROM unnest(${column('hostId')}::uuid[], ${column('fromUs')}::bigint[], ${column('toUs')}::bigint[])
      AS wanted("hostId", "fromUs", "toUs")
    JOIN "Frame" f ON f."hostId" = wanted."hostId" AND f."timeUs" BETWEEN wanted."fromUs" AND wanted."toUs"
    WHERE f."runId" = ${runId}::uuid
    ORDER BY f."incarnationId", f."sequence"`;
  return rows.map((row) => ({ ...row, values: JSON.parse(`[${row.values.slice(1, -1)}]`) as number[] }));
}

/** Frames of one host's run in one layout, in order of their sequence, as one chunk. */
export async function saveChunk(db: Db, frames: NewFrame[]): Promise<void> {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return;
  const { incarnationId, runId, hostId, layoutId } = first;
  await db.sampleChunk.create({
    data: {
      ...{ incarnationId, runId, hostId, layoutId },
      firstSequence: first.sequence,
      lastSequence: last.sequence,
      frames: frames.length,
      // Not of the first and the last: a clock may be set back in between.
      firstTimeUs: frames.reduce((least, { timeUs }) => Math.min(least, timeUs), first.timeUs),
      lastTimeUs: frames.reduce((most, { timeUs }) => Math.max(most, timeUs), last.timeUs),
      data: new Uint8Array(encodeChunk(frames)),
    },
  });
}

/** Whose frames are rows of their own still. */
export async function listLooseFrames(db: Db): Promise<{ runId: string; hostId: string }[]> {
  return db.$queryRaw`SELECT DISTINCT "runId"::text AS "runId", "hostId"::text AS "hostId" FROM "Frame"`;
}

function stretches<T extends { incarnationId: string; layoutId: string }>(rows: T[]): T[][] {
  const out: T[][] = [];
  for (const row of rows) {
    const current = out[out.length - 1];
    const head = current?.[0];
    if (current && head?.incarnationId === row.incarnationId && head.layoutId === row.layoutId) current.push(row);
    else out.push([row]);
  }
  return out;
}
