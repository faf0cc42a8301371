import type { Db } from '../../platform/store/db.ts';
import type { Prisma } from '../../platform/store/generated/client.ts';
import { TERMINAL_STATES } from '../../rules/run/run-machine.ts';
import { POINT_OF_LINE } from './points.ts';

/** What a line of the list needs: of a run everything else stays where it is. */
export const SUMMARY = {
  id: true,
  name: true,
  spec: true,
  state: true,
  stepIndex: true,
  failureCode: true,
  failure: true,
  createdAtUs: true,
  startedAtUs: true,
  endedAtUs: true,
  deletedAtUs: true,
  tags: true,
  notes: true,
  basedOnRunId: true,
  createdByName: true,
  verdictVersion: true,
  validity: true,
  wall: true,
  wallConfidence: true,
  walls: true,
  verdictSentence: true,
  leftOutRequestsPerSecond: true,
  leftOutValidity: true,
  leftOutMore: true,
  leftOutInvalid: true,
  bestStepIndex: true,
  experiment: { select: { experimentId: true } },
  imported: { select: { source: true, summary: true } },
  hosts: { select: { name: true }, orderBy: { hostId: 'asc' } },
  steps: {
    orderBy: { index: 'asc' },
    select: { index: true, spec: true, status: true, point: { select: POINT_OF_LINE } },
  },
  transitions: { orderBy: { sequence: 'desc' }, take: 1, select: { atUs: true } },
} as const satisfies Prisma.RunSelect;

export type SummaryRow = Prisma.RunGetPayload<{ select: typeof SUMMARY }>;
export async function listSummaries(db: Db, runIds: string[]): Promise<SummaryRow[]> {
  return runIds.length === 0 ? [] : db.run.findMany({ where: { id: { in: runIds } }, select: SUMMARY });
}

/** Those that are not over, the oldest first. */
export async function listActiveSummaries(db: Db): Promise<SummaryRow[]> {
  return db.run.findMany({
    where: { state: { notIn: [...TERMINAL_STATES] }, deletedAtUs: null },
    select: SUMMARY,
    orderBy: [{ createdAtUs: 'asc' }, { id: 'asc' }],
  });
}

/** Of their rows: another after each change. */
export async function listActiveVersions(db: Db): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ id: string; version: string }[]>`
    SELECT "id"::text AS "id", xmin::text AS "version" FROM "Run" WHERE "state" <> ALL(${[...TERMINAL_STATES]}::text[])`;
  return new Map(rows.map(({ id, version }) => [id, version]));
}
