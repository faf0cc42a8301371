import type { Db } from '../../platform/store/db.ts';

/** Which runs a list has: those that are over, or all others. */
export type ListedRuns = 'ended' | 'active';

/** Grows with each committed transaction that changes what a list of these runs may show; the same for every process. */
export async function listRevision(db: Db, list: ListedRuns): Promise<bigint> {
  const [row] = await db.$queryRaw<{ revision: bigint }[]>`
    SELECT COALESCE(sum("changes"), 0)::bigint AS "revision" FROM "ListRevision" WHERE "list" = ${list}`;
  return row?.revision ?? 0n;
}

/** The same of ended runs, and whether an experiment is running: lines of such ones tell more than what is stored. */
export async function endedRevision(db: Db): Promise<{ revision: bigint; isExperimentRunning: boolean }> {
  const [row] = await db.$queryRaw<{ revision: bigint; isExperimentRunning: boolean }[]>`
    SELECT COALESCE(sum("changes"), 0)::bigint AS "revision",
      EXISTS (SELECT 1 FROM "Experiment" WHERE "status" = 'running') AS "isExperimentRunning"
    FROM "ListRevision" WHERE "list" = 'ended'`;
  return row ?? { revision: 0n, isExperimentRunning: false };
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
