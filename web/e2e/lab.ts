import type { Page } from '@playwright/test';
import { LabClient } from '../../scripts/lab/client.mjs';

export const url = process.env.E2E_URL ?? '';
export const api = new LabClient(url, process.env.E2E_TOKEN ?? '');

/** Opens a session by a fresh one-time link. */
export async function signIn(page: Page): Promise<void> {
  const { url: link } = await api.call('POST', '/sign-in-links');
  await page.goto(link);
}
