import type { Held, RunBaseline, RunStanding } from '../../contract/run-baseline.ts';
import type { StepStanding } from '../../contract/verdict.ts';
import { type Db, json, toNumber } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import type { GroupRun } from '../../rules/comparison/against-baseline.ts';
import { upgradeSpec } from '../../rules/spec/spec-upgrade.ts';
import { CONFIGURATION, HOSTS_OF_RUN } from './run-noise.ts';

/** Runs of one group that are held against its baseline: the newest alone. */
const HELD_MOST = 20_000;

/** The baseline of a group is locked until the transaction ends, also where it has none yet; null there. */
export async function lockBaseline(db: Db, groupName: string): Promise<{ runId: string } | null> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('baseline ' || ${groupName}, 0))`;
  const [row] = await db.$queryRaw<{ runId: string }[]>`
    SELECT "runId"::text AS "runId" FROM "Baseline" WHERE "groupName" = ${groupName}`;
  return row ?? null;
}

export async function saveBaseline(
  db: Db,
  baseline: { groupName: string; runId: string; pinnedAtUs: number; pinnedByName: string | null },
): Promise<void> {
  const { groupName, ...pinned } = baseline;
  // Of a run that was judged anew the group may have got another name.
  await db.baseline.deleteMany({ where: { runId: pinned.runId, groupName: { not: groupName } } });
  await db.baseline.upsert({ where: { groupName }, create: baseline, update: pinned });
}

/** False for a deleted run; others cannot be deleted until the transaction ends. */
export async function lockPresent(db: Db, runId: string): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`
    SELECT 1 FROM "Run" WHERE "id" = ${runId}::uuid AND "deletedAtUs" IS NULL FOR UPDATE`;
  return rows.length > 0;
}

/** The groups whose baseline is this run. */
export async function listGroupsOf(db: Db, runId: string): Promise<string[]> {
  const rows = await db.baseline.findMany({
    where: { runId },
    select: { groupName: true },
    orderBy: { groupName: 'asc' },
  });
  return rows.map(({ groupName }) => groupName);
}

/** The groups that had this run as their baseline. */
export async function removeBaseline(db: Db, runId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ groupName: string }[]>`
    DELETE FROM "Baseline" WHERE "runId" = ${runId}::uuid RETURNING "groupName"`;
  return rows.map(({ groupName }) => groupName);
}

export async function listBaselineGroups(db: Db): Promise<string[]> {
  const rows = await db.baseline.findMany({ select: { groupName: true }, orderBy: { groupName: 'asc' } });
  return rows.map(({ groupName }) => groupName);
}

/** Null where there is no such run that is not deleted. */
export async function findGroup(
  db: Db,
  runId: string,
): Promise<{ groupName: string | null; name: string; measured: boolean; validity: string | null } | null> {
  const row = await db.run.findFirst({
    where: { id: runId, deletedAtUs: null },
    select: { groupName: true, name: true, bestStepIndex: true, imported: { select: { runId: true } }, validity: true },
  });
  if (!row) return null;
  const { imported, bestStepIndex, ...told } = row;
  return { ...told, measured: !imported && bestStepIndex !== null };
}

interface GroupRow {
  runId: string;
  spec: unknown;
  hosts: string | null;
  configuration: string;
  measuredSteps: number;
  steps: { spec: unknown; standing: unknown; requestsPerSecond: number; serverCpuUsPerRequest: number | null }[] | null;
}

/** Of each run the steps without profiles that ask for the load of the baseline's best one; which of them it is, is the same in all. */
export async function listGroupRuns(db: Db, groupName: string, baselineId: string): Promise<GroupRun[]> {
  const rows = await db.$queryRaw<(GroupRow & { place: number })[]>`
    WITH best AS (
      SELECT s."spec" - 'durationSeconds' - 'profiles' AS "load", s."index" FROM "Run" b
      JOIN "Step" s ON s."runId" = b."id" AND s."index" = b."bestStepIndex" WHERE b."id" = ${baselineId}::uuid
    ), place AS (
      SELECT count(*)::int AS "place" FROM "Step" s, best
      WHERE s."runId" = ${baselineId}::uuid AND s."index" < best."index" AND ${sameLoad}
    )
    SELECT r."id"::text AS "runId", r."spec", place."place", ${HOSTS_OF_RUN} AS "hosts", ${CONFIGURATION} AS "configuration",
      (SELECT count(*)::int FROM "Point" p WHERE p."runId" = r."id") AS "measuredSteps",
      (SELECT json_agg(json_build_object('spec', s."spec", 'standing', s."standing",
          'requestsPerSecond', p."requestsPerSecond", 'serverCpuUsPerRequest', p."serverCpuUsPerRequest") ORDER BY s."index")
        FROM best, "Step" s LEFT JOIN "Point" p ON p."runId" = s."runId" AND p."stepIndex" = s."index"
        WHERE s."runId" = r."id" AND ${sameLoad}) AS "steps"
    FROM (
      SELECT * FROM "Run" WHERE "groupName" = ${groupName} AND "deletedAtUs" IS NULL ORDER BY "createdAtUs" DESC LIMIT ${HELD_MOST}
    ) r, place ORDER BY r."createdAtUs", r."id"`;
  return rows.map(({ runId, spec, hosts, configuration, measuredSteps, steps, place }) => ({
    runId,
    spec: upgradeSpec(spec as Prisma.JsonValue),
    hosts: hosts ?? '',
    configuration,
    measuredSteps,
    step: toStep(steps?.[place]),
  }));
}

const sameLoad = Prisma.sql`
  s."spec" - 'durationSeconds' - 'profiles' = best."load" AND COALESCE(s."spec"->'profiles', '[]') = '[]'`;

function toStep(row: NonNullable<GroupRow['steps']>[number] | undefined): GroupRun['step'] {
  if (!row || row.requestsPerSecond === null) return null;
  const { spec, standing, ...figures } = row;
  return { spec, standing: standing as StepStanding | null, figures } as GroupRun['step'];
}

/** Replaces the comparisons of a group: its runs that are not in `held` get none. */
export async function saveHeld(db: Db, groupName: string, held: ReadonlyMap<string, Held>): Promise<void> {
  const rows = [...held].map(([runId, { word, metric, ratio, load, sentence }]) => ({
    runId,
    word,
    metric,
    ratio,
    load,
    sentence,
  }));
  await db.$executeRaw`
    UPDATE "Run" r SET "heldWord" = h."word", "heldMetric" = h."metric", "heldRatio" = h."ratio",
      "heldLoad" = h."load", "heldSentence" = h."sentence"
    FROM "Run" own LEFT JOIN json_to_recordset(${JSON.stringify(rows)}::json)
      AS h("runId" uuid, "word" text, "metric" text, "ratio" float8, "load" text, "sentence" text) ON h."runId" = own."id"
    WHERE own."groupName" = ${groupName} AND r."id" = own."id"
      AND (r."heldWord", r."heldMetric", r."heldRatio", r."heldLoad", r."heldSentence")
        IS DISTINCT FROM (h."word", h."metric", h."ratio", h."load", h."sentence")`;
}

/** Of what each step's verdict decides about comparisons. */
export async function saveStandings(
  db: Db,
  runId: string,
  steps: { index: number; standing: StepStanding | null }[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE "Step" s SET "standing" = v."standing"
    FROM json_to_recordset(${JSON.stringify(json(steps))}::json) AS v("index" int, "standing" jsonb)
    WHERE s."runId" = ${runId}::uuid AND s."index" = v."index"`;
}

interface StandingRow {
  id: string;
  pinned: boolean;
  heldWord: string | null;
  heldMetric: string | null;
  heldRatio: number | null;
  heldLoad: string | null;
  heldSentence: string | null;
}

/** Without runs that are neither pinned nor held against anything. */
export async function listStandings(db: Db, runIds: string[]): Promise<RunStanding[]> {
  if (runIds.length === 0) return [];
  const rows = await db.$queryRaw<StandingRow[]>`
    SELECT r."id"::text AS "id", b."runId" IS NOT NULL AS "pinned", r."heldWord", r."heldMetric", r."heldRatio", r."heldLoad",
      r."heldSentence"
    FROM "Run" r LEFT JOIN "Baseline" b ON b."runId" = r."id"
    WHERE r."id" = ANY(${runIds}::uuid[]) AND (b."runId" IS NOT NULL OR r."heldWord" IS NOT NULL)
    ORDER BY r."id" DESC`;
  return rows.map(toStanding);
}

const toStanding = ({
  id,
  pinned,
  heldWord,
  heldMetric,
  heldRatio,
  heldLoad,
  heldSentence,
}: StandingRow): RunStanding => ({
  runId: id,
  pinned,
  held:
    heldWord === null
      ? null
      : ({
          word: heldWord,
          metric: heldMetric,
          ratio: heldRatio,
          load: heldLoad,
          sentence: heldSentence ?? '',
        } as Held),
});

export async function findBaselineOf(db: Db, groupName: string): Promise<RunBaseline['baseline']> {
  const row = await db.baseline.findUnique({ where: { groupName }, include: { run: { select: { name: true } } } });
  return (
    row && {
      runId: row.runId,
      name: row.run.name,
      pinnedAtUs: toNumber(row.pinnedAtUs),
      pinnedByName: row.pinnedByName,
    }
  );
}
