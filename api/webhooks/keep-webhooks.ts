import { MAX_DELIVERIES_SHOWN, MAX_WEBHOOKS } from '../contract/limits.ts';
import {
  type ChangeWebhook,
  type CreateWebhook,
  TEST_EVENT,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '../contract/webhook.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { hashSecret, newId } from '../platform/store/ids.ts';
import { messageIdOf } from './deliver.ts';
import { linkTo } from './publish.ts';
import { earlierUntilUs, secretOf } from './secret.ts';
import {
  countPending,
  type DeliveryRecord,
  failPending,
  findDelivery,
  insertDeliveries,
  lastAttempted,
  listDeliveries,
  replay,
} from './store/deliveries.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhooks,
  updateWebhook,
  type WebhookRecord,
} from './store/webhooks.ts';

export async function readWebhooks(lab: Lab): Promise<Webhook[]> {
  const { db } = lab.database;
  const pending = await countPending(db);
  return Promise.all((await listWebhooks(db)).map((one) => view(lab, db, one, pending)));
}

export async function createWebhook(
  lab: Lab,
  input: CreateWebhook,
  createdByName: string | null,
): Promise<WebhookWithSecret> {
  refusePlain(lab, input.url);
  const id = newId();
  const secret = secretOf(lab.secret, id, 1);
  const record: WebhookRecord = {
    ...{ id, ...input, disabledSentence: null, rotatedAtUs: null, createdAtUs: lab.nowUs(), createdByName },
    ...{ secretNumber: 1, secretHash: hashSecret(secret) },
  };
  await lab.database.transaction(async (tx) => {
    await lockWebhooks(tx);
    if ((await countWebhooks(tx)) >= MAX_WEBHOOKS)
      throw new AppError('conflict', `There are ${MAX_WEBHOOKS} webhooks, the maximum: remove one first.`);
    await insertWebhook(tx, record);
  });
  return { webhook: await readWebhook(lab, id), secret };
}

export async function changeWebhook(
  lab: Lab,
  id: string,
  { enabled, ...change }: ChangeWebhook,
  byName: string | null,
): Promise<Webhook> {
  if (change.url !== undefined) refusePlain(lab, change.url);
  const disabledSentence = enabled ? null : `Disabled by ${byName ?? 'a program'}.`;
  await lab.database.transaction(async (tx) => {
    const known = await updateWebhook(tx, id, { ...change, ...(enabled !== undefined && { disabledSentence }) });
    if (!known) throw noSuch();
    if (enabled === false) await failPending(tx, id);
  });
  return readWebhook(lab, id);
}

export async function removeWebhook({ database }: Lab, id: string): Promise<void> {
  if (!(await deleteWebhook(database.db, id))) throw noSuch();
}

export async function rotateSecret(lab: Lab, id: string): Promise<WebhookWithSecret> {
  const secret = await lab.database.transaction(async (tx) => {
    await lockWebhooks(tx);
    const { secretNumber } = await known(tx, id);
    const next = secretOf(lab.secret, id, secretNumber + 1);
    const change = { secretNumber: secretNumber + 1, secretHash: hashSecret(next), rotatedAtUs: lab.nowUs() };
    await updateWebhook(tx, id, change);
    return next;
  });
  return { webhook: await readWebhook(lab, id), secret };
}

export async function sendTest(lab: Lab, webhookId: string): Promise<WebhookDelivery> {
  const { db } = lab.database;
  refuseDisabled(await known(db, webhookId));
  const data = { sentence: 'A test of millionrps: this webhook works.', link: linkTo(lab, '/settings?tab=webhooks') };
  const id = newId();
  await insertDeliveries(db, [{ id, webhookId, eventId: newId(), type: TEST_EVENT, data, atUs: lab.nowUs() }]);
  return readDelivery(db, id);
}

export async function readDeliveries({ database: { db } }: Lab, webhookId: string): Promise<WebhookDelivery[]> {
  await known(db, webhookId);
  return (await listDeliveries(db, webhookId, MAX_DELIVERIES_SHOWN)).map(shown);
}

export async function replayDelivery(lab: Lab, webhookId: string, id: string): Promise<WebhookDelivery> {
  const { db } = lab.database;
  refuseDisabled(await known(db, webhookId));
  if (!(await replay(db, webhookId, id, lab.nowUs())))
    throw new AppError('not-found', 'This delivery is no longer in the log.');
  return readDelivery(db, id);
}

async function known(db: Db, id: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(db, id);
  if (!webhook) throw noSuch();
  return webhook;
}

const noSuch = (): AppError => new AppError('not-found', 'There is no such webhook.');

function refuseDisabled({ disabledSentence }: WebhookRecord): void {
  if (disabledSentence !== null) throw new AppError('conflict', `${disabledSentence} Enable the webhook first.`);
}

/** Which address it leads to is seen when something is sent. */
function refusePlain({ webhookNetworks }: Lab, url: string): void {
  if (url.startsWith('https:') || webhookNetworks.length > 0) return;
  const message =
    'must begin with https. Plain HTTP is for networks that whoever runs this instance allows by MILLIONRPS_WEBHOOK_NETWORKS.';
  throw new AppError('invalid-input', `The address ${message}`, [{ path: 'url', message }]);
}

async function readWebhook(lab: Lab, id: string): Promise<Webhook> {
  const { db } = lab.database;
  return view(lab, db, await known(db, id), await countPending(db));
}

async function view(lab: Lab, db: Db, record: WebhookRecord, pending: Map<string, number>): Promise<Webhook> {
  const { secretNumber: _, secretHash: __, rotatedAtUs, ...rest } = record;
  const last = await lastAttempted(db, record.id);
  const attempt = last?.attempts.at(-1);
  return {
    ...rest,
    earlierSecretUntilUs: earlierUntilUs({ rotatedAtUs }, lab.nowUs()),
    pending: pending.get(record.id) ?? 0,
    last: last && attempt ? { state: last.state, attempt } : null,
  };
}

async function readDelivery(db: Db, id: string): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, id);
  if (!delivery) throw new AppError('not-found', 'This delivery is no longer in the log.');
  return shown(delivery);
}

const shown = ({
  eventId,
  id,
  type,
  atUs,
  state,
  attempts,
  nextAttemptAtUs,
  body,
}: DeliveryRecord): WebhookDelivery => ({
  ...{ id, messageId: messageIdOf(eventId), type, atUs, state, attempts, nextAttemptAtUs, body },
});
