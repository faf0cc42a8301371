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
  revisionLabel: true,
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

interface ActiveVersion {
  id: string;
  version: string;
  underWay: number;
  queued: number;
}

/**
 * Of those that are not over, as many as are asked for: what is under way first, then the queue, each the oldest first.
 * Their version is another after each change of a row that a summary is made of. And how many more there are.
 */
export async function listActiveVersions(
  db: Db,
  limit: number,
): Promise<{ versions: Map<string, string>; more: { underWay: number; queued: number } }> {
  const rows = await db.$queryRaw<ActiveVersion[]>`
    SELECT r."id"::text AS "id", r."underWay", r."queued", concat(r."version",
      ';', (SELECT string_agg(concat(s.xmin, ' ', p.xmin), ',' ORDER BY s."index") FROM "Step" s
        LEFT JOIN "Point" p ON p."runId" = s."runId" AND p."stepIndex" = s."index" WHERE s."runId" = r."id"),
      ';', (SELECT string_agg(h.xmin::text, ',' ORDER BY h."hostId") FROM "RunHost" h WHERE h."runId" = r."id"),
      ';', (SELECT concat(t."sequence", ' ', t.xmin) FROM "RunTransition" t WHERE t."runId" = r."id"
        ORDER BY t."sequence" DESC LIMIT 1),
      ';', (SELECT i.xmin FROM "ImportedRun" i WHERE i."runId" = r."id"),
      ';', (SELECT e.xmin FROM "ExperimentRun" e WHERE e."runId" = r."id")) AS "version"
    FROM (
      SELECT "id", "state", "createdAtUs", xmin AS "version",
        (count(*) FILTER (WHERE "state" <> 'queued') OVER ())::int AS "underWay",
        (count(*) FILTER (WHERE "state" = 'queued') OVER ())::int AS "queued"
      FROM "Run" WHERE "state" <> ALL(${[...TERMINAL_STATES]}::text[]) AND "deletedAtUs" IS NULL
      ORDER BY "state" = 'queued', "createdAtUs", "id" LIMIT ${limit}
    ) r
    ORDER BY r."state" = 'queued', r."createdAtUs", r."id"`;
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const [all = { underWay: 0, queued: 0 }] = rows;
  const underWay = Math.max(0, all.underWay - limit);
  return { versions, more: { underWay, queued: Math.max(0, all.underWay + all.queued - limit) - underWay } };
}
