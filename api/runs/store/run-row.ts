import type { Failure } from '../../contract/primitives.ts';
import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

/** Thousands of numbers; neither a line of the list nor the state machine needs one. */
const WITHOUT_HISTOGRAM = { omit: { histogram: true } } as const;

/** Only the page of a run shows these: hundreds of functions for each profile. */
const OF_PAGE = { profiles: true, standing: true, command: true, warmupCommand: true } as const;
const STEPS = {
  orderBy: { index: 'asc' },
  omit: OF_PAGE,
  include: { point: WITHOUT_HISTOGRAM },
} as const satisfies Prisma.Run$stepsArgs;

/** What the state machine of a run needs. */
const WHOLE = {
  hosts: { orderBy: { hostId: 'asc' }, select: { hostId: true, name: true, roles: true, lost: true } },
  steps: STEPS,
  transitions: { orderBy: { sequence: 'desc' }, take: 1 },
} as const satisfies Prisma.RunInclude;

export type RunRow = Prisma.RunGetPayload<{ include: typeof WHOLE }>;
type StepOfRun = RunRow['steps'][number];
type PointOfStep = NonNullable<StepOfRun['point']>;

/** Why a run, a step or a client's part in one ended early; null otherwise. */
export const failureOf = ({ failure, failureCode }: Pick<RunRow, 'failure' | 'failureCode'>): Failure | null =>
  failure === null ? null : { code: failureCode ?? '', sentence: failure };

/** Columns of a table, without those that are left out. */
const columns = (table: string, names: object, leftOut: object = {}): Prisma.Sql =>
  Prisma.raw(
    Object.keys(names)
      .filter((name) => !(name in leftOut))
      .map((name) => `${table}."${name}"`)
      .join(', '),
  );

/** By Prisma each table would be a query of its own, five in all, and the state machine reads a run at each of its moves. */
const SELECTED = Prisma.sql`
  SELECT ${columns('r', Prisma.RunScalarFieldEnum)},
    (SELECT coalesce(json_agg(h), '[]') FROM
      (SELECT "hostId", "name", "roles", "lost" FROM "RunHost" WHERE "runId" = r."id" ORDER BY "hostId") h) AS "hosts",
    (SELECT coalesce(json_agg(s), '[]') FROM
      (SELECT ${columns('step', Prisma.StepScalarFieldEnum, OF_PAGE)},
        (SELECT row_to_json(p) FROM (SELECT ${columns('point', Prisma.PointScalarFieldEnum, WITHOUT_HISTOGRAM.omit)}) p
          WHERE point."runId" IS NOT NULL) AS "point"
      FROM "Step" step LEFT JOIN "Point" point ON point."runId" = step."runId" AND point."stepIndex" = step."index"
      WHERE step."runId" = r."id" ORDER BY step."index") s) AS "steps",
    (SELECT coalesce(json_agg(t), '[]') FROM
      (SELECT ${columns('transition', Prisma.RunTransitionScalarFieldEnum)} FROM "RunTransition" transition
      WHERE transition."runId" = r."id" ORDER BY transition."sequence" DESC LIMIT 1) t) AS "transitions"
  FROM "Run" r`;

type BigIntsOf<Row> = { [Column in keyof Row]: Row[Column] extends bigint | null ? Column : never }[keyof Row];
/** Columns that JSON brings as numbers: all of them are below 2^53. */
const POINT_BIGINTS = {
  ...{ startedAtUs: true, endedAtUs: true, requests: true, durationUs: true, inFlightMax: true, serverRequests: true },
  ...{ errorsConnection: true, errorsTimeout: true, errorsReset: true, errorsNon2xx: true, errorsMismatch: true },
  ...{ unsent: true, connectsFailed: true, commonWindowUs: true },
} as const satisfies Record<BigIntsOf<PointOfStep>, true>;
const TRANSITION_BIGINTS = { atUs: true } as const satisfies Record<BigIntsOf<RunRow['transitions'][number]>, true>;

function withBigInts<Row extends object>(row: Row, names: object): Row {
  const revived = Object.entries(row).map(([name, value]) =>
    name in names && typeof value === 'number' ? [name, BigInt(value)] : [name, value],
  );
  return Object.fromEntries(revived) as Row;
}

/** Null for a run that is not there, or was deleted. */
export async function findRun(db: Db, runId: string): Promise<RunRow | null> {
  const [row] = await db.$queryRaw<RunRow[]>`${SELECTED} WHERE r."id" = ${runId}::uuid AND r."deletedAtUs" IS NULL`;
  if (!row) return null;
  const steps = row.steps.map((step) => ({ ...step, point: step.point && withBigInts(step.point, POINT_BIGINTS) }));
  return { ...row, steps, transitions: row.transitions.map((one) => withBigInts(one, TRANSITION_BIGINTS)) };
}
