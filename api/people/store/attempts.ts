import type { Db } from '../../platform/store/db.ts';
import { newId } from '../../platform/store/ids.ts';

/**
 * Counts one more attempt under a key, in the table in which sign-ins are counted. Says how many ms to wait when there
 * were `max` already and none of the last `windowMs` was quiet; 0 when the attempt may be made. However many ask at once.
 */
export async function countAttempt(
  db: Db,
  key: string,
  { max, windowMs }: { max: number; windowMs: number },
  nowMs: number,
): Promise<number> {
  const over = BigInt(nowMs - windowMs);
  const counted = await db.$queryRaw<unknown[]>`
    INSERT INTO "RateLimit" AS r ("id", "key", "count", "lastRequest") VALUES (${newId()}, ${key}, 1, ${BigInt(nowMs)})
    ON CONFLICT ("key") DO UPDATE
    SET "count" = CASE WHEN r."lastRequest" <= ${over} THEN 1 ELSE r."count" + 1 END, "lastRequest" = excluded."lastRequest"
    WHERE r."lastRequest" <= ${over} OR r."count" < ${max}
    RETURNING 1`;
  if (counted.length > 0) return 0;
  const row = await db.rateLimit.findUnique({ where: { key } });
  return Math.max(1, Number(row?.lastRequest ?? nowMs) + windowMs - nowMs);
}

/** Counts of which the last attempt was made before. */
export async function forgetAttempts(db: Db, beforeMs: number): Promise<void> {
  await db.rateLimit.deleteMany({ where: { lastRequest: { lt: beforeMs } } });
}
