import { z } from 'zod';
import { alertDirection } from './alert.ts';
import { MAX_KINDS, text, word } from './bounds.ts';
import { WEBHOOK_TEMPLATES } from './choices.ts';
import {
  MAX_ATTEMPTS_KEPT,
  MAX_DELIVERIES_SHOWN,
  MAX_REPLY_CHARACTERS,
  MAX_TOLD_CHARACTERS,
  MAX_WEBHOOK_DESCRIPTION_CHARACTERS,
  MAX_WEBHOOK_URL_CHARACTERS,
  MAX_WEBHOOKS,
} from './limits.ts';
import { id, timeUs } from './primitives.ts';
import { WEBHOOK_EVENTS } from './webhook-words.ts';
import { keysOf } from './words.ts';

const said = {
  /** What happened, for people. */
  sentence: z.string().max(MAX_TOLD_CHARACTERS),
  /** The page of this instance that shows it. */
  link: text,
};

const change = z.object({
  alertId: id,
  benchmarkId: id,
  benchmarkName: word,
  direction: alertDirection,
  /** The last commit before the change; null where none is. */
  before: word.nullable(),
  /** The first commit after it. */
  after: word,
  /** The experiment that showed it; null where it is deleted. */
  experimentId: id.nullable(),
  ...said,
});

/** What each event says: ids, a sentence, a link. Whoever wants to know more asks the API. */
export const webhookData = {
  'run.finished': z.object({
    runId: id,
    name: word,
    state: z.enum(['finished', 'failed', 'canceled']),
    /** The experiment that it is a part of; null: it stands alone. */
    experimentId: id.nullable(),
    ...said,
  }),
  'experiment.finished': z.object({
    experimentId: id,
    question: word,
    /** It was ended early. */
    stopped: z.boolean(),
    /** The benchmark whose point it measured; null without one. */
    benchmarkId: id.nullable(),
    ...said,
  }),
  'change.confirmed': change,
  'change.fixed': change,
  'budget.exceeded': change,
  'schedule.missed': z.object({
    benchmarkId: id,
    benchmarkName: word,
    /** The last time that was missed. */
    dueAtUs: timeUs,
    /** With those before it since the last look. */
    missed: z.int(),
    ...said,
  }),
} as const satisfies Record<keyof typeof WEBHOOK_EVENTS, z.ZodType<{ sentence: string; link: string }>>;
export type WebhookEventType = keyof typeof webhookData;
export type WebhookData<T extends WebhookEventType = WebhookEventType> = z.infer<(typeof webhookData)[T]>;

/** What a person sends to see whether it arrives. */
export const TEST_EVENT = 'webhook.test';
export type SentEventType = WebhookEventType | typeof TEST_EVENT;

const NO_ADDRESS = 'must be an address such as https://example.org/hook';
const eventTypes = z
  .array(z.enum(keysOf(WEBHOOK_EVENTS)))
  .min(1)
  .max(MAX_KINDS)
  .transform((types) => [...new Set(types)]);
const url = z
  .string()
  .trim()
  .max(MAX_WEBHOOK_URL_CHARACTERS)
  .regex(/^https?:\/\/./, NO_ADDRESS)
  .refine((typed) => URL.canParse(typed), NO_ADDRESS);
const description = z.string().trim().max(MAX_WEBHOOK_DESCRIPTION_CHARACTERS);
const template = z.enum(WEBHOOK_TEMPLATES);

export const createWebhook = z
  .strictObject({
    /** Where events are sent, by POST. https, unless it lies in a network that the instance allows. */
    url,
    /** What receives them, for the list. */
    description,
    /** What it is told. */
    eventTypes,
    /** The form: Standard Webhooks, or a message of Slack or Mattermost. */
    template,
  })
  .meta({ id: 'CreateWebhook' });
export type CreateWebhook = z.infer<typeof createWebhook>;

export const changeWebhook = z
  .strictObject({
    /** Where events are sent. */
    url: url.optional(),
    /** What receives them. */
    description: description.optional(),
    /** What it is told. */
    eventTypes: eventTypes.optional(),
    /** The form of it. */
    template: template.optional(),
    /** False: what waits is not sent, and nothing more is. */
    enabled: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'needs something to change')
  .meta({ id: 'ChangeWebhook' });
export type ChangeWebhook = z.infer<typeof changeWebhook>;

export const webhookAttempt = z
  .object({
    atUs: timeUs,
    tookMs: z.int(),
    /** Of the answer; null without one. */
    status: z.int().nullable(),
    /** How the answer begins; null without one. */
    reply: z.string().max(MAX_REPLY_CHARACTERS).nullable(),
    /** Why it was no success, in a sentence; null: it was one. */
    fault: text.nullable(),
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export const webhookDelivery = z
  .object({
    id,
    /** The header `webhook-id`: the same at every attempt. */
    messageId: word,
    type: word,
    atUs: timeUs,
    state: z.enum(['pending', 'delivered', 'failed']),
    /** The newest last. */
    attempts: z.array(webhookAttempt).max(MAX_ATTEMPTS_KEPT),
    /** Null: none is planned. */
    nextAttemptAtUs: timeUs.nullable(),
    /** As sent; null before the first attempt. */
    body: text.nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'What a webhook was told of one event.' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export const webhookDeliveryList = z
  .object({
    /** The newest first. */
    deliveries: z.array(webhookDelivery).max(MAX_DELIVERIES_SHOWN),
  })
  .meta({ id: 'WebhookDeliveryList' });
export type WebhookDeliveryList = z.infer<typeof webhookDeliveryList>;

export const webhook = z
  .object({
    id,
    url: text,
    description: word,
    eventTypes: z.array(z.enum(keysOf(WEBHOOK_EVENTS))).max(MAX_KINDS),
    template,
    /** Why nothing is sent, in a sentence; null: it is enabled. */
    disabledSentence: text.nullable(),
    /** Until then the secret before the last rotation signs too; null: one secret signs. */
    earlierSecretUntilUs: timeUs.nullable(),
    createdAtUs: timeUs,
    createdByName: word.nullable(),
    /** Deliveries that are to be sent still. */
    pending: z.int(),
    /** The newest one that was attempted; null before. */
    last: webhookDelivery.pick({ state: true }).extend({ attempt: webhookAttempt }).nullable(),
  })
  .meta({ id: 'Webhook', description: 'Where another program is told what happened.' });
export type Webhook = z.infer<typeof webhook>;
export const webhookList = z.object({ webhooks: z.array(webhook).max(MAX_WEBHOOKS) }).meta({ id: 'WebhookList' });
export type WebhookList = z.infer<typeof webhookList>;

export const webhookWithSecret = z
  .object({
    webhook,
    /** With it the receiver checks signatures. */
    secret: word,
  })
  .meta({ id: 'WebhookWithSecret', description: 'The secret is shown once.' });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;
