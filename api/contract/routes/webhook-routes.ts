import { z } from 'zod';
import { id } from '../primitives.ts';
import {
  changeWebhook,
  createWebhook,
  webhook,
  webhookDelivery,
  webhookDeliveryList,
  webhookList,
  webhookWithSecret,
} from '../webhook.ts';
import { route } from './route.ts';

const webhookId = z.object({ webhookId: id });
const shared = { access: 'admin', tag: 'webhooks' } as const;

/** For administrators alone, also to read: whoever knows an address of Slack may post there. */
export const webhookRoutes = {
  listWebhooks: route({
    ...shared,
    method: 'GET',
    url: '/api/v1/webhooks',
    summary: 'Where other programs are told what happened, with how the last delivery went.',
    reply: webhookList,
  }),
  createWebhook: route({
    ...shared,
    method: 'POST',
    url: '/api/v1/webhooks',
    proof: 'recent',
    audit: {
      action: 'webhook.create',
      subject: 'webhook',
      id: 'reply.webhook.id',
      fields: ['description', 'eventTypes', 'template'],
    },
    summary: 'Tell another program what happens, by Standard Webhooks or as a message of Slack or Mattermost.',
    body: createWebhook,
    status: 201,
    reply: webhookWithSecret,
  }),
  changeWebhook: route({
    ...shared,
    method: 'PATCH',
    url: '/api/v1/webhooks/:webhookId',
    proof: 'recent',
    audit: {
      action: 'webhook.change',
      subject: 'webhook',
      id: 'params.webhookId',
      fields: ['description', 'eventTypes', 'template', 'enabled'],
    },
    summary: 'Change it, disable it, or enable it again.',
    params: webhookId,
    body: changeWebhook,
    reply: webhook,
  }),
  deleteWebhook: route({
    ...shared,
    method: 'DELETE',
    url: '/api/v1/webhooks/:webhookId',
    proof: 'recent',
    audit: { action: 'webhook.remove', subject: 'webhook', id: 'params.webhookId' },
    summary: 'Remove it with its log. What waits is not sent.',
    params: webhookId,
    status: 204,
  }),
  rotateWebhookSecret: route({
    ...shared,
    method: 'POST',
    url: '/api/v1/webhooks/:webhookId/rotate',
    proof: 'recent',
    audit: { action: 'webhook.rotate', subject: 'webhook', id: 'params.webhookId' },
    summary: 'Give it a new secret. The one before signs too for 24 hours.',
    params: webhookId,
    reply: webhookWithSecret,
  }),
  testWebhook: route({
    ...shared,
    method: 'POST',
    url: '/api/v1/webhooks/:webhookId/test',
    proof: 'session',
    audit: { action: 'webhook.test', subject: 'webhook', id: 'params.webhookId' },
    summary: 'Send it an event of the type webhook.test.',
    params: webhookId,
    status: 201,
    reply: webhookDelivery,
  }),
  listWebhookDeliveries: route({
    ...shared,
    method: 'GET',
    url: '/api/v1/webhooks/:webhookId/deliveries',
    summary: 'What it was told, the newest first, with every attempt.',
    params: webhookId,
    reply: webhookDeliveryList,
  }),
  replayWebhookDelivery: route({
    ...shared,
    method: 'POST',
    url: '/api/v1/webhooks/:webhookId/deliveries/:deliveryId/replay',
    proof: 'session',
    audit: { action: 'webhook.replay', subject: 'webhook', id: 'params.webhookId' },
    summary: 'Send it once more, with the same webhook-id and body.',
    params: webhookId.extend({ deliveryId: id }),
    reply: webhookDelivery,
  }),
} as const;
