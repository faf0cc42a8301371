import type { WebhookData, WebhookEventType } from '../contract/webhook.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { thin } from '../rules/webhooks/body.ts';
import { insertDeliveries } from './store/deliveries.ts';
import { listSubscribed } from './store/webhooks.ts';

/** Where a page of this instance is. */
export const linkTo = ({ publicUrl }: Lab, path: string): string => publicUrl.replace(/\/$/, '') + path;

/**
 * Tells webhooks what happened, if this transaction commits. `about` says it, and is not asked while no webhook wants to know: then
 * this costs one query of a small table.
 */
export async function publish<T extends WebhookEventType>(
  lab: Lab,
  tx: Db,
  type: T,
  about: () => WebhookData<T> | Promise<WebhookData<T>>,
): Promise<void> {
  const webhookIds = await listSubscribed(tx, type);
  if (webhookIds.length === 0) return;
  const data = await about();
  const event = { eventId: newId(), type, data: { ...data, sentence: thin(data.sentence) }, atUs: lab.nowUs() };
  await insertDeliveries(
    tx,
    webhookIds.map((webhookId) => ({ id: newId(), webhookId, ...event })),
  );
}
