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
  try {
    const reply = await askAsVisitor(place);
    return reply?.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}

/** What the API answers of an address that names nothing it has, or that is no id at all. */
export const NOTHING_THERE: ReadonlySet<number> = new Set([404, 410, 422]);

/** The API says that there is no such thing, or no more. While it is away, slow or asks who it is that is not known. */
export async function isMissing(place: string): Promise<boolean> {
  try {
    const reply = await askAsVisitor(place);
    await reply?.body?.cancel();
    return reply !== null && NOTHING_THERE.has(reply.status);
  } catch {
    return false;
  }
}

async function askAsVisitor(place: string): Promise<Response | null> {
  const api = process.env.API_URL;
  const asked = await headers();
  const cookie = asked.get('cookie');
  if (!api || !cookie || !asksForWholePage(asked)) return null;
  return fetch(`${api}${place}`, {
    cache: 'no-store',
    headers: { accept: 'application/json', cookie },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}
