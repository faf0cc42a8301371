import type { RunState } from '../../contract/run.ts';
import { type Db, plain } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';
import type { Attempt } from '../../rules/experiment/slots.ts';
import { whyInvalid } from '../../rules/findings/findings-of-load.ts';
import { METRICS } from '../../rules/outcomes/figures.ts';
import { hostIdsOf } from '../../rules/spec/hosts-of-spec.ts';
import { upgradeSpec } from '../../rules/spec/spec-upgrade.ts';
import type { Figured } from '../../rules/verdict/measured-seconds.ts';
import { failureOf } from '../../runs/store/run-row.ts';

export interface NewExperimentRun {
  experimentId: string;
  runId: string;
  round: number;
  position: number;
  configuration: number;
  attempt: number;
}

/** Throws when that place has this attempt already. */
export async function addExperimentRun(db: Db, run: NewExperimentRun): Promise<void> {
  await db.experimentRun.create({ data: run });
}

/** The experiment that a run belongs to, or was made for. */
export async function experimentOf(db: Db, runId: string): Promise<{ id: string; question: string } | null> {
  const row = await db.experimentRun.findUnique({
    where: { runId },
    select: { experiment: { select: { id: true, question: true } } },
  });
  return row?.experiment ?? null;
}

/** Hosts that experiments under way use: those of schedules, of people, or all of them. */
export async function hostsOfExperiments(db: Db, which: { scheduled?: boolean } = {}): Promise<Set<string>> {
  const where = { experiment: { status: 'running', ...which } };
  const rows = await db.experimentConfiguration.findMany({ where, select: { spec: true } });
  return new Set(rows.flatMap(({ spec }) => hostIdsOf(upgradeSpec(spec))));
}

/** What a point tells of a metric that is named in the row: names of columns are none of the caller's. */
export const figureOf = (metric: Prisma.Sql): Prisma.Sql => Prisma.sql`CASE ${metric}
  ${Prisma.join(
    METRICS.map((name) => Prisma.sql`WHEN ${name} THEN p.${Prisma.raw(`"${name}"`)}`),
    ' ',
  )} END`;

interface AttemptRow {
  experimentId: string;
  runId: string;
  round: number;
  position: number;
  attempt: number;
  state: string;
  failureCode: string | null;
  failure: string | null;
  startedAtUs: bigint | null;
  endedAtUs: bigint | null;
  figure: number | null;
  /** The primary step's figures that may make a point invalid; null where it was not measured. */
  figured: Figured | null;
}

/** What a point is invalid by. Numbers of JSON: counts of requests are far below 2^53. */
const FIGURED = Prisma.sql`CASE WHEN p."runId" IS NOT NULL THEN jsonb_build_object(
  'spec', s."spec",
  'point', jsonb_build_object(
    'requestsPerSecond', p."requestsPerSecond", 'requests', p."requests", 'durationUs', p."durationUs",
    'connectionsEstablished', p."connectionsEstablished",
    'errors', jsonb_build_object('connection', p."errorsConnection", 'timeout', p."errorsTimeout",
      'reset', p."errorsReset", 'non2xx', p."errorsNon2xx", 'mismatch', p."errorsMismatch"),
    'latencyMs', jsonb_build_object('mean', p."latencyMsMean", 'p50', p."latencyMsP50",
      'loop', p."latencyLoop", 'resolutionUs', p."latencyResolutionUs"))) END`;

/** The runs of experiments with the figure of each one's primary outcome, in the order in which they were made. */
export async function listAttempts(db: Db, experimentIds: string[]): Promise<Map<string, Attempt[]>> {
  const rows = await db.$queryRaw<AttemptRow[]>`
    SELECT x."experimentId"::text, x."runId"::text, x."round", x."position", x."attempt", r."state", r."failureCode",
      r."failure", r."startedAtUs", r."endedAtUs", ${figureOf(Prisma.sql`e."primary"->>'metric'`)} AS "figure",
      ${FIGURED} AS "figured"
    FROM "ExperimentRun" x
    JOIN "Experiment" e ON e."id" = x."experimentId"
    JOIN "Run" r ON r."id" = x."runId"
    LEFT JOIN "Point" p ON p."runId" = x."runId" AND p."stepIndex" = (e."primary"->>'stepIndex')::int
    LEFT JOIN "Step" s ON s."runId" = p."runId" AND s."index" = p."stepIndex"
    WHERE x."experimentId" = ANY(${experimentIds}::uuid[])
    ORDER BY x."round", x."position", x."attempt"`;
  const attempts = new Map<string, Attempt[]>(experimentIds.map((id) => [id, []]));
  for (const { experimentId, ...row } of rows) attempts.get(experimentId)?.push(toAttempt(row));
  return attempts;
}

function toAttempt({ failureCode, failure, figured, ...row }: Omit<AttemptRow, 'experimentId'>): Attempt {
  return {
    ...plain(row),
    state: row.state as RunState,
    failure: failureOf({ failureCode, failure }),
    invalid: figured && whyInvalid(figured),
  };
}
