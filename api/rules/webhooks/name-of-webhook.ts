import type { Webhook } from '../../contract/webhook.ts';
import { hostOfUrl } from '../hosts/ip-address.ts';

/** By its description, or by where it leads: an address of Slack is a secret, its host is none. */
export const nameOfWebhook = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description || (hostOfUrl(url) ?? 'webhook');
