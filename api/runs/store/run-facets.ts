import type { RunFacets } from '../../contract/run-list.ts';
import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

import { FRAMEWORK_OF_RUN } from './framework-of-run.ts';

type Facet = RunFacets['tools'];

const LISTED = Prisma.sql`r."deletedAtUs" IS NULL`;

/** What the runs that are not deleted can be filtered by, with how many have it. Tags in two spellings are one choice. */
export async function readFacets(db: Db): Promise<RunFacets> {
  const [tags, hosts, tools, paths, frameworks, preforks, createdBy, walls, validities, against, pipelinings] =
    await Promise.all([
      db.$queryRaw<Facet>`
      SELECT min(t) AS "value", count(DISTINCT r."id")::int AS "runs" FROM "Run" r, unnest(r."tags") t
      WHERE ${LISTED} GROUP BY lower(t) ORDER BY lower(t)`,
      db.$queryRaw<RunFacets['hosts']>`
      SELECT h."id"::text AS "hostId", h."name", count(DISTINCT r."id")::int AS "runs"
      FROM "Run" r JOIN "RunHost" rh ON rh."runId" = r."id" JOIN "Host" h ON h."id" = rh."hostId"
      WHERE ${LISTED} GROUP BY h."id" ORDER BY h."name", h."id"`,
      ofSpec(db, Prisma.sql`r."spec"->'load'->>'tool'`),
      ofSpec(db, Prisma.sql`jsonb_array_elements(r."spec"->'requests')->>'path'`),
      ofSpec(db, FRAMEWORK_OF_RUN),
      ofSpec(db, Prisma.sql`r."spec"->'target'->>'prefork'`),
      ofSpec(db, Prisma.sql`r."createdByName"`),
      // One of several is found by each of them.
      ofSpec(
        db,
        Prisma.sql`unnest(CASE WHEN r."wall" = 'several' THEN r."walls" || r."wall" ELSE ARRAY[r."wall"] END)`,
      ),
      ofSpec(db, Prisma.sql`r."validity"`),
      ofSpec(db, Prisma.sql`r."heldWord"`),
      db.$queryRaw<Facet>`
      SELECT r."bestPipelining"::int8::text AS "value", count(*)::int AS "runs" FROM "Run" r
      WHERE ${LISTED} AND r."bestPipelining" IS NOT NULL
      GROUP BY r."bestPipelining" ORDER BY r."bestPipelining"`,
    ]);
  return { tags, hosts, tools, paths, frameworks, preforks, createdBy, walls, validities, against, pipelinings };
}

async function ofSpec(db: Db, value: Prisma.Sql): Promise<Facet> {
  return db.$queryRaw<Facet>`
    SELECT "value", count(DISTINCT "id")::int AS "runs"
    FROM (SELECT r."id", ${value} AS "value" FROM "Run" r WHERE ${LISTED}) AS all_runs
    WHERE "value" IS NOT NULL GROUP BY "value" ORDER BY "value"`;
}
