import { MAX_ATTEMPTS_KEPT } from '../../contract/limits.ts';
import type { SentEventType, WebhookAttempt, WebhookDelivery } from '../../contract/webhook.ts';
import { type Db, json, orNull, toNumber } from '../../platform/store/db.ts';
import type { WebhookDelivery as Row } from '../../platform/store/generated/client.ts';

export interface NewDelivery {
  id: string;
  webhookId: string;
  eventId: string;
  type: SentEventType;
  data: { sentence: string; link: string };
  atUs: number;
}

export interface DeliveryRecord extends NewDelivery {
  body: string | null;
  state: WebhookDelivery['state'];
  tries: number;
  attempts: WebhookAttempt[];
  nextAttemptAtUs: number | null;
}

const recordOf = ({ claimedUntilUs: _, ...row }: Row): DeliveryRecord => ({
  ...row,
  type: row.type as SentEventType,
  data: row.data as unknown as DeliveryRecord['data'],
  state: row.state as DeliveryRecord['state'],
  attempts: row.attempts as unknown as WebhookAttempt[],
  atUs: toNumber(row.atUs),
  nextAttemptAtUs: orNull(row.nextAttemptAtUs),
});

export async function insertDeliveries(db: Db, deliveries: NewDelivery[]): Promise<void> {
  await db.webhookDelivery.createMany({
    data: deliveries.map(({ data, ...delivery }) => ({
      ...delivery,
      data: json(data),
      ...{ state: 'pending', tries: 0, attempts: [], nextAttemptAtUs: delivery.atUs },
    })),
  });
}

/**
 * Takes what is due, for as long as it takes to send: of each webhook one at a time, so that one that hangs delays no other. Of two
 * processes that want the same, one gets it.
 */
export async function claimDue(db: Db, nowUs: number, untilUs: number): Promise<DeliveryRecord[]> {
  const claimed = await db.$queryRaw<{ id: string }[]>`
    UPDATE "WebhookDelivery" d SET "claimedUntilUs" = ${untilUs}::bigint
    WHERE d."id" IN (
      SELECT DISTINCT ON (o."webhookId") o."id" FROM "WebhookDelivery" o
      WHERE o."nextAttemptAtUs" <= ${nowUs}::bigint
        AND NOT EXISTS (
          SELECT 1 FROM "WebhookDelivery" busy
          WHERE busy."webhookId" = o."webhookId" AND busy."claimedUntilUs" > ${nowUs}::bigint)
      ORDER BY o."webhookId", o."nextAttemptAtUs", o."id")
      AND d."nextAttemptAtUs" <= ${nowUs}::bigint
      AND (d."claimedUntilUs" IS NULL OR d."claimedUntilUs" <= ${nowUs}::bigint)
    RETURNING d."id"::text AS "id"`;
  if (claimed.length === 0) return [];
  return (await db.webhookDelivery.findMany({ where: { id: { in: claimed.map(({ id }) => id) } } })).map(recordOf);
}

export interface DeliveryChange {
  body?: string;
  state?: WebhookDelivery['state'];
  tries?: number;
  attempts?: WebhookAttempt[];
  nextAttemptAtUs?: number | null;
}

/** Gives it back, unless it was ended or removed meanwhile. */
export async function saveDelivery(db: Db, id: string, { attempts, ...change }: DeliveryChange): Promise<void> {
  await db.webhookDelivery.updateMany({
    where: { id },
    data: {
      ...change,
      ...(attempts && { attempts: json(attempts.slice(-MAX_ATTEMPTS_KEPT)) }),
      claimedUntilUs: null,
    },
  });
}

/** What waits for a webhook that wants nothing any more is over. */
export async function failPending(db: Db, webhookId: string): Promise<void> {
  await db.webhookDelivery.updateMany({
    where: { webhookId, state: 'pending' },
    data: { state: 'failed', nextAttemptAtUs: null },
  });
}

/** False: there is none such of that webhook. */
export async function replay(db: Db, webhookId: string, id: string, nowUs: number): Promise<boolean> {
  const again = { state: 'pending', tries: 0, nextAttemptAtUs: nowUs };
  return (await db.webhookDelivery.updateMany({ where: { id, webhookId }, data: again })).count > 0;
}

export async function findDelivery(db: Db, id: string): Promise<DeliveryRecord | null> {
  const row = await db.webhookDelivery.findUnique({ where: { id } });
  return row && recordOf(row);
}

export async function listDeliveries(db: Db, webhookId: string, limit: number): Promise<DeliveryRecord[]> {
  const orderBy = [{ atUs: 'desc' as const }, { id: 'desc' as const }];
  return (await db.webhookDelivery.findMany({ where: { webhookId }, orderBy, take: limit })).map(recordOf);
}

/** The newest one that was attempted. */
export async function lastAttempted(db: Db, webhookId: string): Promise<DeliveryRecord | null> {
  const where = { webhookId, attempts: { not: json([]) } };
  const row = await db.webhookDelivery.findFirst({ where, orderBy: [{ atUs: 'desc' }, { id: 'desc' }] });
  return row && recordOf(row);
}

export async function countPending(db: Db): Promise<Map<string, number>> {
  const rows = await db.webhookDelivery.groupBy({ by: ['webhookId'], where: { state: 'pending' }, _count: true });
  return new Map(rows.map(({ webhookId, _count }) => [webhookId, _count]));
}

/** Of each webhook the newest so many stay, and none older than that; what is still to be sent stays until it is, or is given up. */
export async function pruneDeliveries(db: Db, most: number, beforeUs: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM "WebhookDelivery" WHERE "id" IN (
      SELECT "id" FROM (
        SELECT "id", "atUs", row_number() OVER (PARTITION BY "webhookId" ORDER BY "atUs" DESC, "id" DESC) AS "place"
        FROM "WebhookDelivery") d
      WHERE d."place" > ${most} OR d."atUs" < ${beforeUs}::bigint)
      AND "state" <> 'pending'`;
}
