import type { Db } from '../../platform/store/db.ts';
import { Prisma } from '../../platform/store/generated/client.ts';

const { sql } = Prisma;

/** So long after its end a run takes what an agent held back while it was out of reach. */
const LATE_US = 86_400_000_000;

/** Of a run `r`: it has had its hosts, and is not over for long. What comes at another time is none of its own. */
export const takesReports = (nowUs: number): Prisma.Sql => sql`
  r."startedAtUs" IS NOT NULL AND (r."endedAtUs" IS NULL OR r."endedAtUs" > ${nowUs - LATE_US}::bigint)`;

/** The same of one host: it is one of the run's. */
export async function takesReportsOf(db: Db, runId: string, hostId: string, nowUs: number): Promise<boolean> {
  const rows = await db.$queryRaw<object[]>`
    SELECT 1 FROM "Run" r JOIN "RunHost" h ON h."runId" = r."id"
    WHERE r."id" = ${runId}::uuid AND h."hostId" = ${hostId}::uuid AND ${takesReports(nowUs)}`;
  return rows.length > 0;
}
