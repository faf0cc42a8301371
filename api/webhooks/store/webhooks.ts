import type { WebhookTemplate } from '../../contract/choices.ts';
import type { WebhookEventType } from '../../contract/webhook.ts';
import { type Db, orNull, toNumber } from '../../platform/store/db.ts';
import type { Webhook as Row } from '../../platform/store/generated/client.ts';

export interface WebhookRecord {
  id: string;
  url: string;
  description: string;
  eventTypes: WebhookEventType[];
  template: WebhookTemplate;
  disabledSentence: string | null;
  secretNumber: number;
  secretHash: string;
  rotatedAtUs: number | null;
  createdAtUs: number;
  createdByName: string | null;
}

const recordOf = ({ eventTypes, template, rotatedAtUs, createdAtUs, ...row }: Row): WebhookRecord => ({
  ...row,
  eventTypes: eventTypes as WebhookEventType[],
  template: template as WebhookTemplate,
  rotatedAtUs: orNull(rotatedAtUs),
  createdAtUs: toNumber(createdAtUs),
});

/** Enabled ones that are told of such events. */
export async function listSubscribed(db: Db, type: WebhookEventType): Promise<string[]> {
  const where = { disabledSentence: null, eventTypes: { has: type } };
  return (await db.webhook.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

export async function listWebhooks(db: Db): Promise<WebhookRecord[]> {
  return (await db.webhook.findMany({ orderBy: { id: 'asc' } })).map(recordOf);
}

export async function findWebhook(db: Db, id: string): Promise<WebhookRecord | null> {
  const row = await db.webhook.findUnique({ where: { id } });
  return row && recordOf(row);
}

export const countWebhooks = (db: Db): Promise<number> => db.webhook.count();

/** Until the transaction ends no other webhook is made, and none changes. */
export async function lockWebhooks(tx: Db): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('webhooks', 0))`;
}

export async function insertWebhook(db: Db, webhook: WebhookRecord): Promise<void> {
  await db.webhook.create({ data: webhook });
}

/** False: there is no such webhook. */
export async function updateWebhook(db: Db, id: string, change: Partial<WebhookRecord>): Promise<boolean> {
  return (await db.webhook.updateMany({ where: { id }, data: change })).count > 0;
}

export async function deleteWebhook(db: Db, id: string): Promise<boolean> {
  return (await db.webhook.deleteMany({ where: { id } })).count > 0;
}
