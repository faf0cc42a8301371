import type { Db } from '../../platform/store/db.ts';

/** Specs with a request that sends this file. */
const sending = (sha256: string) => ({ path: ['requests'], array_contains: [{ body: { sha256 } }] });

export async function runNames(db: Db, runId: string, sha256: string): Promise<boolean> {
  return (await db.run.count({ where: { id: runId, spec: sending(sha256) } })) > 0;
}

/** Those of these files that a run or an experiment sends: every spec is read, once. */
export async function listSent(db: Db, sha256s: string[]): Promise<string[]> {
  if (sha256s.length === 0) return [];
  const rows = await db.$queryRaw<{ sha256: string }[]>`
    SELECT DISTINCT sent #>> '{}' AS "sha256"
    FROM (SELECT "spec" FROM "Run" UNION ALL SELECT "spec" FROM "ExperimentConfiguration") asked,
      jsonb_path_query(asked."spec", '$.requests[*].body.sha256') sent
    WHERE sent #>> '{}' = ANY(${sha256s}::text[])`;
  return rows.map(({ sha256 }) => sha256);
}
