import 'server-only';
import { headers } from 'next/headers';

/** A page that waits longer for its data is sent without, and asks by itself. */
const PATIENCE_MS = 3000;

/**
 * What the API answers to the visitor, asked by the server while it sends the page; null where it is away, slow or refuses:
 * the page asks again and says so. Null also within the app, where a page goes by what it has already.
 */
export async function readAsVisitor(place: string): Promise<unknown> {
  const api = process.env.API_URL;
  const asked = await headers();
  const cookie = asked.get('cookie');
  const isWholePage = asked.get('accept')?.includes('text/html');
  if (!api || !cookie || !isWholePage) return null;
  try {
    const reply = await fetch(`${api}${place}`, {
      cache: 'no-store',
      headers: { accept: 'application/json', cookie },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}
