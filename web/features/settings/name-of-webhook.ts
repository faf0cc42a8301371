import type { Webhook } from '@contract/webhook';
import { hostOfUrl } from '@rules/hosts/ip-address';

/** By its description, or by where it leads. */
export const nameOfWebhook = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description || (hostOfUrl(url) ?? url);
