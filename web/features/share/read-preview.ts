import 'server-only';
import { headers } from 'next/headers';
import type { OpenedShare } from '@/api/types';
import { type Preview, previewOf } from '@/lib/share-preview';

/** What a link's preview says, read from the API on the server; null when the link is closed or the API away. */
export async function readPreview(token: string): Promise<(Preview & { origin: string }) | null> {
  const api = process.env.API_URL;
  if (!api) return null;
  try {
    const address = `${api}/api/v1/shared/${encodeURIComponent(token)}?preview=1`;
    const reply = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    if (!reply.ok) return null;
    const { document } = (await reply.json()) as OpenedShare;
    return { ...previewOf(document), origin: await originOf(api) };
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
