import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { PAGE_KEY_FRAGMENT, PAGE_KEY_HEADER } from '../contract/page-key.ts';

/** It is made of the session, so it is kept nowhere here, and no other session has it. */
export const pageKeyOf = (secret: string, sessionId: string): string =>
  createHmac('sha256', secret).update(`page key|${sessionId}`).digest('base64url');

export function hasPageKey(secret: string, sessionId: string, headers: IncomingHttpHeaders): boolean {
  const wanted = Buffer.from(pageKeyOf(secret, sessionId));
  const sent = Buffer.from(String(headers[PAGE_KEY_HEADER] ?? ''));
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}

/** The address with the key where only a page reads it: a browser sends no fragment to any server. */
export const withPageKey = (place: string, key: string): string =>
  `${place.split('#')[0]}#${new URLSearchParams({ [PAGE_KEY_FRAGMENT]: key })}`;
