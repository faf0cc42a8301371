import type { Run } from '../../contract/run.ts';
import {
  type LeftOut,
  type PointVerdict,
  type StepStanding,
  VERDICT_VERSION,
  type VerdictSummary,
} from '../../contract/verdict.ts';
import type { Db } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import { TERMINAL_STATES } from '../../rules/run/run-machine.ts';
import { groupNameOf } from '../../rules/spec/target-words.ts';
import { summaryOf } from '../../rules/verdict/run-verdict.ts';
import { saveStandings } from './baselines.ts';
import { bestColumns, loadColumns } from './best-columns.ts';

type Judged = Pick<Run, 'verdict' | 'best' | 'spec' | 'steps'>;

/** What lines of the list show, are filtered and sorted by. Without a verdict nothing was measured, and nothing will be. */
export async function saveVerdict(db: Db, runId: string, judged: Judged): Promise<void> {
  await db.run.updateMany({ where: { id: runId }, data: verdictColumns(judged) });
  await saveStandings(
    db,
    runId,
    judged.steps.map(({ index, verdict }) => ({ index, standing: standingOf(verdict) })),
  );
}

export function standingOf(verdict: PointVerdict | null): StepStanding | null {
  if (!verdict) return null;
  const { validity, wall, walls, confidence, lowerBound } = verdict;
  return { validity, wall, walls, confidence, lowerBound };
}

export function verdictColumns({ best, spec, ...run }: Judged) {
  const verdict = summaryOf(run);
  return {
    groupName: groupNameOf(spec),
    verdictVersion: VERDICT_VERSION,
    validity: verdict?.validity ?? null,
    wall: verdict?.wall ?? null,
    wallConfidence: verdict?.confidence ?? null,
    walls: verdict?.walls ?? [],
    verdictSentence: verdict?.sentence ?? null,
    leftOutRequestsPerSecond: verdict?.leftOut?.requestsPerSecond ?? null,
    leftOutValidity: verdict?.leftOut?.validity ?? null,
    leftOutMore: verdict?.leftOut?.more ?? null,
    leftOutInvalid: verdict?.leftOut?.invalid ?? null,
    bestStepIndex: best?.stepIndex ?? null,
    ...bestColumns(best),
    ...loadColumns(best),
  };
}

interface VerdictRow {
  validity: string | null;
  wall: string | null;
  wallConfidence: string | null;
  walls: string[];
  verdictSentence: string | null;
  leftOutRequestsPerSecond: number | null;
  leftOutValidity: string | null;
  leftOutMore: number | null;
  leftOutInvalid: number | null;
}

export type LeftOutColumns = Pick<
  VerdictRow,
  'leftOutRequestsPerSecond' | 'leftOutValidity' | 'leftOutMore' | 'leftOutInvalid'
>;

export function leftOutOfColumns(row: LeftOutColumns): LeftOut | null {
  const { leftOutRequestsPerSecond, leftOutValidity, leftOutMore, leftOutInvalid } = row;
  if (leftOutRequestsPerSecond === null || leftOutValidity === null) return null;
  return {
    ...{ requestsPerSecond: leftOutRequestsPerSecond, validity: leftOutValidity as LeftOut['validity'] },
    ...(leftOutMore !== null && { more: leftOutMore }),
    ...(leftOutInvalid !== null && { invalid: leftOutInvalid }),
  };
}

export function toVerdictSummary(row: VerdictRow): VerdictSummary | null {
  const { validity, wall, wallConfidence: confidence, verdictSentence: sentence } = row;
  if (validity === null || confidence === null || sentence === null) return null;
  return {
    validity: validity as VerdictSummary['validity'],
    wall: wall as VerdictSummary['wall'],
    walls: row.walls as VerdictSummary['walls'],
    confidence: confidence as VerdictSummary['confidence'],
    sentence,
    leftOut: leftOutOfColumns(row),
  };
}

const stale = {
  state: { in: [...TERMINAL_STATES] },
  deletedAtUs: null,
  OR: [{ verdictVersion: null }, { verdictVersion: { lt: VERDICT_VERSION } }],
} satisfies Prisma.RunWhereInput;

/** It is judged anew. */
export async function forgetVerdict(db: Db, runId: string): Promise<void> {
  await db.run.update({ where: { id: runId }, data: { verdictVersion: null } });
}

/** Whether the run is over and not judged yet by the rules of today. */
export async function isUnjudged(db: Db, runId: string): Promise<boolean> {
  return (await db.run.count({ where: { ...stale, id: runId } })) > 0;
}

/** Such runs, the latest first; `before`: those that are older than this one. */
export async function listUnjudged(db: Db, before: string | null, limit: number): Promise<string[]> {
  const rows = await db.run.findMany({
    where: { ...stale, ...(before !== null && { id: { lt: before } }) },
    select: { id: true },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Those that ended since. */
export async function listUnjudgedSince(db: Db, endedAfterUs: number): Promise<string[]> {
  const rows = await db.run.findMany({ where: { ...stale, endedAtUs: { gte: endedAfterUs } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Measured steps without a host's evidence that has the counts of today; none once the samples to count are gone. */
export async function listUncounted(db: Db, runId: string): Promise<number[]> {
  const rows = await db.$queryRaw<{ stepIndex: number }[]>`
    SELECT s."index" AS "stepIndex" FROM "Step" s JOIN "Run" r ON r."id" = s."runId" AND r."samplesRemovedAtUs" IS NULL
    WHERE s."runId" = ${runId}::uuid AND s."status" = 'measured' AND NOT EXISTS (
      SELECT 1 FROM "StepEvidence" e
      WHERE e."runId" = s."runId" AND e."stepIndex" = s."index" AND jsonb_exists(e."evidence", 'underLoad')
    )
    ORDER BY 1`;
  return rows.map(({ stepIndex }) => stepIndex);
}
