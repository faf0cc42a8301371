import { routes } from '../contract/routes.ts';
import { type Doors, mount } from '../platform/http/mount.ts';
import {
  changeWebhook,
  createWebhook,
  readDeliveries,
  readWebhooks,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  sendTest,
} from './keep-webhooks.ts';

export function webhookRoutes(doors: Doors): void {
  const { lab } = doors;
  mount(doors, routes.listWebhooks, async () => ({ webhooks: await readWebhooks(lab) }));
  mount(doors, routes.createWebhook, ({ body, caller }) => createWebhook(lab, body, caller.person?.name ?? null));
  mount(doors, routes.changeWebhook, ({ params, body, caller }) =>
    changeWebhook(lab, params.webhookId, body, caller.person?.name ?? null),
  );
  mount(doors, routes.deleteWebhook, async ({ params }) => {
    await removeWebhook(lab, params.webhookId);
    return undefined;
  });
  mount(doors, routes.rotateWebhookSecret, ({ params }) => rotateSecret(lab, params.webhookId));
  mount(doors, routes.testWebhook, ({ params }) => sendTest(lab, params.webhookId));
  mount(doors, routes.listWebhookDeliveries, async ({ params }) => ({
    deliveries: await readDeliveries(lab, params.webhookId),
  }));
  mount(doors, routes.replayWebhookDelivery, ({ params }) => replayDelivery(lab, params.webhookId, params.deliveryId));
}
