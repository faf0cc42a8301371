import 'server-only';
import { headers } from 'next/headers';
import { preload } from 'react-dom';
import { asksForWholePage } from '@/api/on-server';

/**
 * Has the browser ask the API for what the page will ask for, while it still loads the page's scripts. Within the app there
 * are no scripts to wait for.
 */
export async function askEarly(places: string[]): Promise<void> {
  if (!asksForWholePage(await headers())) return;
  for (const place of places) preload(place, { as: 'fetch', crossOrigin: 'anonymous' });
}
