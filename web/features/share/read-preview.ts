import 'server-only';
import type { OpenedShare } from '@contract/share';
import { headers } from 'next/headers';
import { cache } from 'react';
import { NOTHING_THERE } from '@/api/on-server';
import { lately } from './lately';
import { type Preview, previewOf } from './share-preview';

export interface ReadPreview extends Preview {
  /** The same as long as the link shows the same. */
  etag: string;
}

/** By token: a visit asks twice, and a document may be large. */
const known = lately<{ etag: string; preview: Preview }>(200);

/** What a link's preview says, read from the API on the server; null when the link is closed or the API away. */
export const readPreview = async (token: string): Promise<ReadPreview | null> => (await readOnce(token)).preview;

/** The API says that there is no such link, or that it was closed. */
export const isClosed = async (token: string): Promise<boolean> => (await readOnce(token)).closed;

interface Reading {
  preview: ReadPreview | null;
  closed: boolean;
}

const NOT_READ: Reading = { preview: null, closed: false };

/** A page and what stands in its head ask for the same. */
const readOnce = cache(async (token: string): Promise<Reading> => {
  const api = process.env.API_URL;
  if (!api) return NOT_READ;
  try {
    const before = known.get(token);
    const reply = await fetch(`${api}/api/v1/shared/${encodeURIComponent(token)}?preview=1`, {
      cache: 'no-store',
      headers: before ? { 'if-none-match': before.etag } : {},
      signal: AbortSignal.timeout(5000),
    });
    if (before && reply.status === 304) return { preview: { ...before.preview, etag: before.etag }, closed: false };
    if (!reply.ok) return { preview: null, closed: NOTHING_THERE.has(reply.status) };
    const { document } = (await reply.json()) as OpenedShare;
    const preview = previewOf(document);
    const etag = reply.headers.get('etag') ?? '';
    known.set(token, { etag, preview });
    return { preview: { ...preview, etag }, closed: false };
  } catch {
    return NOT_READ;
  }
});

/** The address that the visitor used, as the front passes it on. */
export async function askedOrigin(): Promise<string> {
  const asked = await headers();
  const host = asked.get('x-forwarded-host') ?? asked.get('host');
  return host ? `${asked.get('x-forwarded-proto') ?? 'http'}://${host}` : 'http://localhost';
}
