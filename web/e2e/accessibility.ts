import type { BrowserContextOptions, Page } from '@playwright/test';
import axe from 'axe-core';

/** Contrast goes by the theme, order and size by the width: each page is looked at in both of both. */
export const LOOKS: [string, BrowserContextOptions][] = [
  ['wide and light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['wide and dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ['a phone, light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['a phone, dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
];

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What breaks a rule in what is shown, each as 'page: rule: element'. */
export async function faultsIn(page: Page, path: string): Promise<string[]> {
  // The pages' own rules keep foreign scripts out, but not what the browser is told by hand.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((values) => window.axe.run({ runOnly: { type: 'tag', values } }), RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${path}: ${id}: ${target.join(' ')}`));
}
