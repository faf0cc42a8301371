import { createHmac } from 'node:crypto';
import { hashSecret } from '../platform/store/ids.ts';

const PREFIX = 'whsec_';
/** The secret before signs too for so long after a rotation. */
export const ROTATION_US = 86_400_000_000;

export interface KeyedWebhook {
  id: string;
  secretNumber: number;
  secretHash: string;
  rotatedAtUs: number | null;
}

/** 256 bits that follow from the instance's secret, so that the database holds nothing to sign with. */
export const secretOf = (instanceSecret: string, id: string, secretNumber: number): string =>
  PREFIX + createHmac('sha256', instanceSecret).update(`webhook ${id} ${secretNumber}`).digest('base64');

/** Null: only one secret signs. */
export const earlierUntilUs = ({ rotatedAtUs }: Pick<KeyedWebhook, 'rotatedAtUs'>, nowUs: number): number | null =>
  rotatedAtUs !== null && nowUs < rotatedAtUs + ROTATION_US ? rotatedAtUs + ROTATION_US : null;

/** The secrets that sign now, the newest first; null: the instance's secret is another one than when it was made. */
export function signingSecrets(instanceSecret: string, webhook: KeyedWebhook, nowUs: number): string[] | null {
  const { id, secretNumber, secretHash } = webhook;
  const newest = secretOf(instanceSecret, id, secretNumber);
  if (hashSecret(newest) !== secretHash) return null;
  return earlierUntilUs(webhook, nowUs) === null ? [newest] : [newest, secretOf(instanceSecret, id, secretNumber - 1)];
}

/** The headers of Standard Webhooks 1.0.0. */
export function signedHeaders(
  secrets: string[],
  { messageId, nowUs, body }: { messageId: string; nowUs: number; body: string },
): Record<string, string> {
  const timestamp = Math.floor(nowUs / 1e6);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
