import { setTimeout } from 'node:timers/promises';
import type { Lab } from '../platform/lab.ts';
import { DELIVERIES_DAYS } from '../rules/service/kept.ts';
import { afterAttempt } from '../rules/webhooks/attempts.ts';
import { bodyOf } from '../rules/webhooks/body.ts';
import { complete } from './complete.ts';
import { signedHeaders, signingSecrets } from './secret.ts';
import { type Sent, send } from './send.ts';
import { claimDue, type DeliveryRecord, failPending, pruneDeliveries, saveDelivery } from './store/deliveries.ts';
import { findWebhook, updateWebhook, type WebhookRecord } from './store/webhooks.ts';

const LOOK_MS = 2_000;
/** More may be due at once of a webhook that just took one. */
const LOOK_AGAIN_MS = 50;
/** Longer than an attempt takes. What a process took that died is sent by another then. */
const CLAIM_US = 60_000_000;
/** An event that is not complete yet is looked at again after so long. */
const INCOMPLETE_US = 1_000_000;
const PRUNE_EVERY_MS = 600_000;
const KEPT_MOST = 1000;
const KEPT_US = DELIVERIES_DAYS * 86_400_000_000;

/** Sends what is due until `stopping`. Every process does; what one has taken, no other takes. */
export async function keepDelivering(
  lab: Lab,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let prunedMs = 0;
  while (!stopping.aborted) {
    const begun = await beginDue(lab, stopping).catch((error: unknown) => {
      onError(error);
      return [];
    });
    for (const one of begun) {
      const ended: Promise<void> = one.catch(onError).finally(() => underWay.delete(ended));
      underWay.add(ended);
    }
    if (performance.now() > prunedMs + PRUNE_EVERY_MS) {
      prunedMs = performance.now();
      await lab.leader.attempt('prune webhooks', () => prune(lab)).catch(onError);
    }
    await setTimeout(begun.length > 0 ? LOOK_AGAIN_MS : LOOK_MS, undefined, { signal: stopping }).catch(() => {});
  }
  await Promise.all(underWay);
}

/** Takes what is due now; each promise is of one attempt. */
export async function beginDue(lab: Lab, stopping: AbortSignal): Promise<Promise<void>[]> {
  const nowUs = lab.nowUs();
  const taken = await claimDue(lab.database.db, nowUs, nowUs + CLAIM_US);
  return taken.map((delivery) => attempt(lab, delivery, stopping));
}

export const prune = ({ database, nowUs }: Lab): Promise<void> =>
  pruneDeliveries(database.db, KEPT_MOST, nowUs() - KEPT_US);

async function attempt(lab: Lab, delivery: DeliveryRecord, stopping: AbortSignal): Promise<void> {
  const { db } = lab.database;
  const webhook = await findWebhook(db, delivery.webhookId);
  if (!webhook) return;
  // Published or replayed at the moment in which it was disabled.
  if (webhook.disabledSentence !== null)
    return saveDelivery(db, delivery.id, { state: 'failed', nextAttemptAtUs: null });
  const body = delivery.body ?? (await madeBody(lab, webhook, delivery));
  if (body === null) return saveDelivery(db, delivery.id, { nextAttemptAtUs: lab.nowUs() + INCOMPLETE_US });
  const atUs = lab.nowUs();
  const sent = await sendSigned(lab, webhook, delivery, body, stopping);
  // It may have arrived: it is sent again, with the same id, when the claim is over.
  if (stopping.aborted && sent.status === null) return;
  const tries = delivery.tries + 1;
  const then = afterAttempt(sent, tries, Math.random());
  const { retryAfterSeconds: _, ...kept } = sent;
  await lab.database.transaction(async (tx) => {
    await saveDelivery(tx, delivery.id, {
      ...{ body, tries, state: then.state },
      attempts: [...delivery.attempts, { atUs, ...kept }],
      nextAttemptAtUs: then.state === 'pending' ? lab.nowUs() + Math.round(then.afterSeconds * 1e6) : null,
    });
    if (then.state !== 'failed' || !then.gone) return;
    await updateWebhook(tx, webhook.id, { disabledSentence: 'The receiver answered 410: it wants nothing more.' });
    await failPending(tx, webhook.id);
  });
}

async function madeBody(lab: Lab, { template }: WebhookRecord, delivery: DeliveryRecord): Promise<string | null> {
  const data = await complete(lab, delivery);
  return data && bodyOf(template, { ...delivery, data });
}

const SECRET_CHANGED =
  'MILLIONRPS_SECRET of this instance is another one than when this webhook got its secret: rotate the secret, and give the receiver the new one.';

async function sendSigned(
  lab: Lab,
  webhook: WebhookRecord,
  { eventId }: DeliveryRecord,
  body: string,
  stopping: AbortSignal,
): Promise<Sent> {
  const nowUs = lab.nowUs();
  const secrets = signingSecrets(lab.secret, webhook, nowUs);
  if (!secrets) return { tookMs: 0, status: null, reply: null, fault: SECRET_CHANGED, retryAfterSeconds: null };
  const headers = signedHeaders(secrets, { messageId: messageIdOf(eventId), nowUs, body });
  return send({ url: webhook.url, headers, body, allowed: lab.webhookNetworks, nowUs }, stopping);
}

export const messageIdOf = (eventId: string): string => `msg_${eventId}`;
