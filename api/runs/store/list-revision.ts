import type { Db } from '../../platform/store/db.ts';

/** Which runs a list has: those that are over, or all others. */
export type ListedRuns = 'ended' | 'active';

export interface Revision {
  /**
   * When the database was started. One that takes over from another may lack the last changes and count the next ones by
   * the same numbers; it was started at another time.
   */
  startedAtUs: bigint;
  /** Grows with each committed transaction that changes what a list of these runs may show; the same for every process. */
  changes: bigint;
}

export async function listRevision(db: Db, list: ListedRuns): Promise<Revision> {
  const [row] = await db.$queryRaw<Revision[]>`
    SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint AS "startedAtUs",
      COALESCE(sum("changes"), 0)::bigint AS "changes"
    FROM "ListRevision" WHERE "list" = ${list}`;
  if (!row) throw new Error('a sum without a row');
  return row;
}

export const isSameRevision = (a: Revision, b: Revision): boolean =>
  a.startedAtUs === b.startedAtUs && a.changes === b.changes;

/** The same of ended runs, and whether an experiment is running: lines of such ones tell more than what is stored. */
export async function endedRevision(db: Db): Promise<Revision & { isExperimentRunning: boolean }> {
  const [row] = await db.$queryRaw<(Revision & { isExperimentRunning: boolean })[]>`
    SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint AS "startedAtUs",
      COALESCE(sum("changes"), 0)::bigint AS "changes",
      EXISTS (SELECT 1 FROM "Experiment" WHERE "status" = 'running') AS "isExperimentRunning"
    FROM "ListRevision" WHERE "list" = 'ended'`;
  if (!row) throw new Error('a sum without a row');
  return row;
}

/** Adds up what backends counted that are gone: there would be ever more of them. The sums stay the same. */
export async function gatherRevisions(db: Db): Promise<void> {
  await db.$executeRaw`
    WITH gone AS (
      DELETE FROM "ListRevision" WHERE "backend" <> 0 AND "backend" NOT IN (SELECT "pid" FROM pg_stat_activity)
      RETURNING "list", "changes"
    )
    INSERT INTO "ListRevision" AS l ("list", "backend", "changes", "transaction")
    SELECT "list", 0, sum("changes"), 0 FROM gone GROUP BY "list"
    ON CONFLICT ("list", "backend") DO UPDATE SET "changes" = l."changes" + excluded."changes"`;
}
