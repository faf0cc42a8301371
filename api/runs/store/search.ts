import type { Validity } from '../../contract/verdict.ts';
import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

const { sql, raw } = Prisma;

interface FoundRow {
  id: string;
  name: string;
  createdAtUs: bigint;
}

interface Source {
  from: Prisma.Sql;
  name: string;
}

/** `userId`: who asks; null for the preset token. */
const sources = (userId: string | null) =>
  ({
    view: {
      from: sql`SELECT v."id"::text, v."name", v."createdAtUs", v."query" AS "about", NULL::float8 AS "figure",
        CASE WHEN v."userId" = ${userId}::text THEN NULL ELSE u."name" END AS "owner"
      FROM "RunView" v JOIN "User" u ON u."id" = v."userId" WHERE (v."shared" OR v."userId" = ${userId}::text)`,
      name: 'v."name"',
    },
    run: {
      from: sql`SELECT "id"::text, "name", "createdAtUs", "groupName" AS "about", "bestRequestsPerSecond" AS "figure", "validity" FROM "Run" WHERE "deletedAtUs" IS NULL`,
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
  }) satisfies Record<string, Source>;

/** `owner`: another person whose it is. `validity`: of the figure, where it is known. */
export type Sought = FoundRow & {
  about: string | null;
  figure: number | null;
  owner: string | null;
  validity: Validity | null;
};

/** Of one kind the newest whose names have every word, in upper or lower case. */
export async function searchKind(
  db: Db,
  kind: keyof ReturnType<typeof sources>,
  { words, limit, userId }: { words: string[]; limit: number; userId: string | null },
): Promise<Sought[]> {
  const { from, name }: Source = sources(userId)[kind];
  const has = words.map((word) => sql` AND strpos(lower(${raw(name)}), lower(${word})) > 0`);
  const rows = await db.$queryRaw<(Omit<Sought, 'owner' | 'validity'> & Partial<Sought>)[]>`
    ${from}${has.length > 0 ? Prisma.join(has, '') : Prisma.empty} ORDER BY "createdAtUs" DESC, "id" DESC LIMIT ${limit}`;
  return rows.map((row) => ({ owner: null, validity: null, ...row }));
}
