import type { Db } from '../../platform/store/db.ts';
import { WAITING } from '../../runs/store/runs.ts';

interface Counted {
  hostId: string;
  count: number;
}

const byHost = (rows: Counted[]): Map<string, number> => new Map(rows.map(({ hostId, count }) => [hostId, count]));

/** How many runs wait for each host that any waits for. */
export async function queuedByHost(db: Db): Promise<Map<string, number>> {
  return byHost(
    await db.$queryRaw<Counted[]>`
      SELECT named."hostId"::text AS "hostId", count(*)::int AS "count"
      FROM "Run" run JOIN "RunHost" named ON named."runId" = run."id"
      WHERE run."state" = ANY(${WAITING}) AND run."deletedAtUs" IS NULL
      GROUP BY named."hostId"`,
  );
}

/** How many experiments that are not over name each of these hosts. */
export async function experimentsByHost(db: Db, hostIds: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { hostId } of await experimentsNaming(db, hostIds)) counts.set(hostId, (counts.get(hostId) ?? 0) + 1);
  return counts;
}

/** Which experiments that are not over name which of these hosts, each once. Also one whose first run is still to be queued. */
export function experimentsNaming(db: Db, hostIds: string[]): Promise<{ hostId: string; experimentId: string }[]> {
  return db.$queryRaw`
    SELECT DISTINCT named."hostId", experiment."id"::text AS "experimentId"
    FROM "Experiment" experiment
    JOIN "ExperimentConfiguration" configuration ON configuration."experimentId" = experiment."id"
    CROSS JOIN LATERAL (
      SELECT configuration."spec"->'server'->>'hostId' AS "hostId"
      UNION ALL SELECT configuration."spec"->'backend'->>'hostId'
      UNION ALL SELECT client->>'hostId' FROM jsonb_array_elements(configuration."spec"->'clients') client
    ) named
    WHERE experiment."status" = 'running' AND named."hostId" = ANY(${hostIds})
    ORDER BY "experimentId"`;
}
