import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

const { sql, raw } = Prisma;

interface FoundRow {
  id: string;
  name: string;
  createdAtUs: bigint;
}

const SOURCES = {
  run: {
    from: sql`SELECT "id"::text, "name", "createdAtUs", "groupName" AS "about", "bestRequestsPerSecond" AS "figure" FROM "Run" WHERE "deletedAtUs" IS NULL`,
    name: '"name"',
  },
  experiment: {
    from: sql`SELECT "id"::text, "question" AS "name", "createdAtUs", coalesce("headline", "status") AS "about", NULL::float8 AS "figure" FROM "Experiment" WHERE TRUE`,
    name: '"question"',
  },
  host: {
    from: sql`SELECT "id"::text, "name", "joinedAtUs" AS "createdAtUs", "facts"->>'kernel' AS "about", ("facts"->>'cpus')::float8 AS "figure" FROM "Host" WHERE TRUE`,
    name: '"name"',
  },
  share: {
    from: sql`SELECT "id"::text, "title" AS "name", "createdAtUs", "token" AS "about", NULL::float8 AS "figure" FROM "Share" WHERE "revokedAtUs" IS NULL`,
    name: '"title"',
  },
};

export type Sought = FoundRow & { about: string | null; figure: number | null };

/** Of one kind the newest whose names have every word, in upper or lower case. */
export async function searchKind(
  db: Db,
  kind: keyof typeof SOURCES,
  words: string[],
  limit: number,
): Promise<Sought[]> {
  const { from, name } = SOURCES[kind];
  const has = words.map((word) => sql` AND strpos(lower(${raw(name)}), lower(${word})) > 0`);
  return db.$queryRaw<Sought[]>`
    ${from}${has.length > 0 ? Prisma.join(has, '') : Prisma.empty} ORDER BY "createdAtUs" DESC, "id" DESC LIMIT ${limit}`;
}
