import 'server-only';
import { headers } from 'next/headers';

/** A page that waits longer for its data is sent without, and asks by itself: until it is sent nothing is seen. */
const PATIENCE_MS = 1000;

/** Within the app a page goes by what the browser has already, and asks for the rest itself. */
export const asksForWholePage = (asked: Pick<Headers, 'get'>): boolean =>
  asked.get('accept')?.includes('text/html') ?? false;

/**
 * What the API answers to the visitor, asked by the server while it sends the page; null where it is away, slow or refuses:
 * the page asks again and says so. Null also within the app.
 */
export async function readAsVisitor(place: string): Promise<unknown> {
  const api = process.env.API_URL;
  const asked = await headers();
  const cookie = asked.get('cookie');
  if (!api || !cookie || !asksForWholePage(asked)) return null;
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
