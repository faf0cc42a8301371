import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { MAX_REPLY_CHARACTERS } from '../contract/limits.ts';
import type { WebhookAttempt } from '../contract/webhook.ts';
import { hostOfUrl } from '../rules/hosts/ip-address.ts';
import { maySendTo } from '../rules/hosts/reachable-address.ts';
import { readRetryAfter, statusFault } from '../rules/webhooks/attempts.ts';

const TIMEOUT_MS = 15_000;
/** More of an answer than is kept is not waited for. */
const REPLY_BYTES = MAX_REPLY_CHARACTERS;

export type Sent = Omit<WebhookAttempt, 'atUs'> & { retryAfterSeconds: number | null };

interface Message {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Networks that the instance allows, besides the internet. */
  allowed: readonly string[];
  nowUs: number;
}

class Refused extends Error {}

/** Posts it once and follows no redirect. Never throws: whatever goes wrong stands in the log. */
export async function send(message: Message, stopping: AbortSignal): Promise<Sent> {
  const startedMs = performance.now();
  const tookMs = (): number => Math.round(performance.now() - startedMs);
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { status, retryAfter, reply } = await post(message, AbortSignal.any([late, stopping]));
    const retryAfterSeconds = readRetryAfter(retryAfter, message.nowUs);
    return { tookMs: tookMs(), status, reply, fault: statusFault(status), retryAfterSeconds };
  } catch (error) {
    const fault = late.aborted ? `It gave no answer within ${TIMEOUT_MS / 1000} s.` : faultOf(error);
    return { tookMs: tookMs(), status: null, reply: null, fault, retryAfterSeconds: null };
  }
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  reply: string;
}

function post({ url, headers, body, allowed }: Message, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const tls = url.startsWith('https:');
    const host = hostOfUrl(url) ?? '';
    // No name is looked up of an address.
    if (isIP(host) && !maySendTo(host, tls, allowed)) throw new Refused(refusal(host, tls));
    const request = (tls ? https : http).request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'millionrps',
      },
      // No connection of another message, which may lead elsewhere.
      agent: false,
      lookup: lookupAllowed(tls, allowed),
      signal,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      beginningOf(response).then((reply) => {
        request.destroy();
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], reply });
      });
    });
    request.end(body);
  });
}

/** What is connected to is what was checked: a name that leads elsewhere the next time gains nothing. */
const lookupAllowed =
  (tls: boolean, allowed: readonly string[]): LookupFunction =>
  (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found.filter(({ address }) => maySendTo(address, tls, allowed));
      const [first] = addresses;
      if (!first) return callback(new Refused(refusal(`${name} (${found[0]?.address})`, tls)), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

const refusal = (host: string, tls: boolean): string =>
  `${host} is ${tls ? 'no address of the internet' : 'no address to which plain HTTP is allowed'}. Use another, or have whoever runs this instance allow its network by MILLIONRPS_WEBHOOK_NETWORKS.`;

/** An answer that breaks off has its status all the same. */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= REPLY_BYTES) break;
    }
  } catch {}
  // A NUL cannot be stored.
  return Buffer.concat(parts).subarray(0, REPLY_BYTES).toString('utf8').replaceAll('\0', '');
}

function faultOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  return `No answer came: ${message || code || 'the connection failed'}.`;
}
