import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { LabClient } from '../../scripts/lab/client.mjs';
import { TSX } from '../../scripts/start/api-command.mjs';

export const url = process.env.E2E_URL ?? '';
export const api = new LabClient(url, process.env.E2E_TOKEN ?? '');

/** Links are rate limited; what gives power asks for a session of the last ten minutes. */
const SESSION_MS = 8 * 60_000;
const PAGE_KEY = 'millionrps-page-key';

/** Both halves of a session: the cookie, and what only pages keep. */
interface Session {
  name: string;
  value: string;
  key: string;
}

let session: (Session & { sinceMs: number }) | undefined;

/** Gives the page a session: by a fresh one-time link, and for some minutes the same one. */
export async function signIn(page: Page): Promise<void> {
  if (!session || Date.now() - session.sinceMs > SESSION_MS) {
    const { url: link } = await api.call('POST', '/sign-in-links');
    session = { ...(await openLink(link)), sinceMs: Date.now() };
  }
  const { name, value, key } = session;
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
  await keepKey(page.context(), key);
}

/** What a page that `signIn` signed in sends beside its cookie when it changes something. */
export const asPage = (): Record<string, string> => ({ origin: url, 'x-page-key': session?.key ?? '' });

export async function openLink(link: string): Promise<Session> {
  const reply = await fetch(link, { redirect: 'manual' });
  const { hash } = new URL(reply.headers.get('location') ?? '', link);
  const [cookie = ''] = reply.headers.getSetCookie();
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  return { name, value, key: new URLSearchParams(hash.slice(1)).get('page-key') ?? '' };
}

/** Of tests; what a page got by signing in itself is none of them, and stays. */
const keys: string[] = [];

export async function keepKey(context: BrowserContext, key: string): Promise<void> {
  keys.push(key);
  await context.addInitScript(
    ({ place, key, keys }) => {
      if (!location.protocol.startsWith('http')) return;
      const kept = localStorage.getItem(place);
      if (kept === null || keys.includes(kept)) localStorage.setItem(place, key);
    },
    { place: PAGE_KEY, key, keys },
  );
}

/** Opens the palette by its keys, which a page answers once the browser has taken over what the server sent; its field has the focus. */
export async function openPalette(page: Page): Promise<Locator> {
  const field = page.getByRole('combobox', { name: 'Find or go to' });
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  return field;
}

/** Opens parts of a form that stand in a line each; what is open stays so. */
export async function edit(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    const heading = page.getByRole('heading', { level: 2, name: title, exact: true });
    await heading.waitFor();
    const part = page.locator('details', { has: heading });
    if ((await part.getAttribute('open')) === null) await heading.click();
  }
}

const NIGHTS = 10_000;
export const NEWEST_NIGHT = `fiber /simple, night ${NIGHTS}`;
export const REGRESSED_NIGHT = `fiber /simple, night ${NIGHTS * 0.7 + 1}`;

/** Many runs of one target and route; one of them costs 15 % more. */
export async function seedNights(): Promise<void> {
  if ((await api.call('GET', '/runs?text=night&limit=1')).total > 0) return;
  await seed('--nights', String(NIGHTS));
}

/**
 * A benchmark with a night for every third commit, one of which costs more: that is confirmed, and open. It lies between two places among
 * the commits.
 */
export const seedCommits = async (): Promise<{ commits: string[]; before: number; after: number }> =>
  JSON.parse(await seed('--commits', '24'));

/** The least of a lab of a year, with a run of more readings than are drawn. Its hosts have no agents. */
export const seedScale = async (): Promise<{ largeRunId: string }> => JSON.parse(await seed('--shortest'));

async function seed(...options: string[]): Promise<string> {
  const script = [...TSX, 'scripts/seed-scale.mjs', ...options, '--json'];
  const env = { ...process.env, DATABASE_URL: '', MILLIONRPS_DATA: process.env.E2E_DATA ?? '' };
  const { stdout } = await promisify(execFile)(process.execPath, script, { env, maxBuffer: 1e7 });
  return stdout;
}

const MOST_TABS = 150;

/** Presses Tab until something has the focus, as a person without a pointer does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}
