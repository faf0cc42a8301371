import type { GroupMember, RunGroup } from '../../contract/run-list.ts';
import { type Db, toNumber } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import { type RunFilters, where } from './run-list.ts';
import { type LeftOutColumns, leftOutOfColumns } from './verdicts.ts';

const GROUPS_MOST = 200;

/** As its columns have it: null is a run that leaves out none. */
type Member = Omit<GroupMember, 'leftOut'> & LeftOutColumns;

type Row = {
  name: string;
  runs: number;
  invalid: number;
  imported: boolean;
  counted: number;
  low: number | null;
  high: number | null;
  suspect: boolean | null;
  shallowest: number | null;
  deepest: number | null;
  parameters: number;
  loops: number;
} & {
  [Key in keyof Member as `newest_${Key}`]: Key extends 'createdAtUs' ? bigint : Member[Key];
} & {
  [Key in keyof Member as `baseline_${Key}`]: (Key extends 'createdAtUs' ? bigint : Member[Key]) | null;
};

const { sql, raw } = Prisma;

const memberColumns = (table: string, as: string): Prisma.Sql =>
  raw(
    Object.entries({
      runId: `${table}."id"::text`,
      name: `${table}."name"`,
      createdAtUs: `${table}."createdAtUs"`,
      requestsPerSecond: `${table}."bestRequestsPerSecond"`,
      validity: `${table}."validity"`,
      leftOutRequestsPerSecond: `${table}."leftOutRequestsPerSecond"`,
      leftOutValidity: `${table}."leftOutValidity"`,
      leftOutMore: `${table}."leftOutMore"`,
      leftOutInvalid: `${table}."leftOutInvalid"`,
      pipelining: `${table}."bestPipelining"`,
    })
      .map(([name, column]) => `${column} AS "${as}_${name}"`)
      .join(', '),
  );

/** Groups of the runs that pass every filter, the one with the newest run first. */
export async function selectGroups(db: Db, filters: RunFilters): Promise<Omit<RunGroup, 'held'>[]> {
  const usable = sql`r."bestRequestsPerSecond" IS NOT NULL AND r."validity" IS DISTINCT FROM 'invalid'`;
  const rows = await db.$queryRaw<Row[]>`
    SELECT g."groupName" AS "name", g."runs", g."counted", g."low", g."high", g."suspect", g."shallowest", g."deepest", g."parameters", g."loops", g."invalid",
      NOT EXISTS (
        SELECT FROM "Run" m WHERE m."groupName" = g."groupName" AND m."deletedAtUs" IS NULL
          AND NOT EXISTS (SELECT FROM "ImportedRun" i WHERE i."runId" = m."id")
      ) AS "imported",
      ${memberColumns('n', 'newest')}, ${memberColumns('b', 'baseline')}
    FROM (
      SELECT r."groupName", count(*)::int AS "runs", max(r."createdAtUs") AS "newestAtUs",
        (array_agg(r."id" ORDER BY r."createdAtUs" DESC, r."id" DESC))[1] AS "newestId",
        (count(*) FILTER (WHERE ${usable}))::int AS "counted",
        min(r."bestRequestsPerSecond") FILTER (WHERE ${usable}) AS "low",
        max(r."bestRequestsPerSecond") FILTER (WHERE ${usable}) AS "high",
        bool_or(r."validity" = 'suspect') FILTER (WHERE ${usable}) AS "suspect",
        min(r."bestPipelining") FILTER (WHERE ${usable}) AS "shallowest",
        max(r."bestPipelining") FILTER (WHERE ${usable}) AS "deepest",
        (count(DISTINCT r."spec"->'target'->'parameters') FILTER (WHERE ${usable}))::int AS "parameters",
        (count(DISTINCT (SELECT t."spec"->>'loop' FROM "Step" t WHERE t."runId" = r."id" AND t."index" = r."bestStepIndex")) FILTER (WHERE ${usable}))::int AS "loops",
        (count(*) FILTER (WHERE 'invalid' IN (r."validity", r."leftOutValidity") OR r."leftOutInvalid" > 0))::int AS "invalid"
      FROM "Run" r WHERE ${where(filters)} AND r."groupName" IS NOT NULL
      GROUP BY r."groupName" ORDER BY max(r."createdAtUs") DESC, r."groupName" LIMIT ${GROUPS_MOST}
    ) g
    JOIN "Run" n ON n."id" = g."newestId"
    LEFT JOIN "Baseline" p ON p."groupName" = g."groupName"
    LEFT JOIN "Run" b ON b."id" = p."runId" AND b."deletedAtUs" IS NULL
    ORDER BY g."newestAtUs" DESC, g."groupName"`;
  return rows.map(toGroup);
}

const toGroup = (row: Row): Omit<RunGroup, 'held'> => ({
  name: row.name,
  runs: row.runs,
  invalid: row.invalid,
  imported: row.imported,
  newest: {
    runId: row.newest_runId,
    name: row.newest_name,
    createdAtUs: toNumber(row.newest_createdAtUs),
    requestsPerSecond: row.newest_requestsPerSecond,
    validity: row.newest_validity,
    leftOut: leftOutOfColumns({
      leftOutRequestsPerSecond: row.newest_leftOutRequestsPerSecond,
      leftOutValidity: row.newest_leftOutValidity,
      leftOutMore: row.newest_leftOutMore,
      leftOutInvalid: row.newest_leftOutInvalid,
    }),
    pipelining: row.newest_pipelining,
  },
  baseline:
    row.baseline_runId === null
      ? null
      : {
          runId: row.baseline_runId,
          name: row.baseline_name ?? '',
          createdAtUs: toNumber(row.baseline_createdAtUs ?? 0n),
          requestsPerSecond: row.baseline_requestsPerSecond,
          validity: row.baseline_validity,
          leftOut: leftOutOfColumns({
            leftOutRequestsPerSecond: row.baseline_leftOutRequestsPerSecond,
            leftOutValidity: row.baseline_leftOutValidity,
            leftOutMore: row.baseline_leftOutMore,
            leftOutInvalid: row.baseline_leftOutInvalid,
          }),
          pipelining: row.baseline_pipelining,
        },
  range:
    row.low === null || row.high === null
      ? null
      : {
          ...{ runs: row.counted, low: row.low, high: row.high, suspect: row.suspect ?? false },
          pipelining: row.shallowest === null || row.deepest === null ? null : [row.shallowest, row.deepest],
          mixed: (['parameters', 'loops'] as const).filter((what) => row[what] > 1),
        },
});

/** All groups of the runs that pass every filter, and the runs that are in none. */
export async function countGroups(db: Db, filters: RunFilters): Promise<{ total: number; ungrouped: number }> {
  const [row] = await db.$queryRaw<{ total: number; ungrouped: number }[]>`
    SELECT count(DISTINCT r."groupName")::int AS "total",
      (count(*) FILTER (WHERE r."groupName" IS NULL))::int AS "ungrouped"
    FROM "Run" r WHERE ${where(filters)}`;
  return row ?? { total: 0, ungrouped: 0 };
}
