import type { BrowserContext, Page } from '@playwright/test';
import { LabClient } from '../../scripts/lab/client.mjs';

export const url = process.env.E2E_URL ?? '';
export const api = new LabClient(url, process.env.E2E_TOKEN ?? '');

let session: Awaited<ReturnType<BrowserContext['cookies']>> | undefined;

/** Gives the page a session: by a fresh one-time link, and from then on the same one, for links are rate limited. */
export async function signIn(page: Page): Promise<void> {
  if (session) return page.context().addCookies(session);
  const { url: link } = await api.call('POST', '/sign-in-links');
  await page.goto(link);
  session = await page.context().cookies();
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
