import 'server-only';
import type { OpenedShare } from '@contract/share';
import { headers } from 'next/headers';
import { lately } from './lately';
import { type Preview, previewOf } from './share-preview';

export interface ReadPreview extends Preview {
  origin: string;
  /** The same as long as the link shows the same. */
  etag: string;
}

/** By token: a visit asks twice, and a document may be large. */
const known = lately<{ etag: string; preview: Preview }>(200);

/** What a link's preview says, read from the API on the server; null when the link is closed or the API away. */
export async function readPreview(token: string): Promise<ReadPreview | null> {
  const api = process.env.API_URL;
  if (!api) return null;
  try {
    const before = known.get(token);
    const reply = await fetch(`${api}/api/v1/shared/${encodeURIComponent(token)}?preview=1`, {
      cache: 'no-store',
      headers: before ? { 'if-none-match': before.etag } : {},
      signal: AbortSignal.timeout(5000),
    });
    const origin = await originOf(api);
    if (before && reply.status === 304) return { ...before.preview, etag: before.etag, origin };
    if (!reply.ok) return null;
    const { document } = (await reply.json()) as OpenedShare;
    const preview = previewOf(document);
    const etag = reply.headers.get('etag') ?? '';
    known.set(token, { etag, preview });
    return { ...preview, etag, origin };
  } catch {
    return null;
  }
}

/** The address that the visitor used, as the front passes it on. */
async function originOf(fallback: string): Promise<string> {
  const asked = await headers();
  const host = asked.get('x-forwarded-host') ?? asked.get('host');
  return host ? `${asked.get('x-forwarded-proto') ?? 'http'}://${host}` : fallback;
}
