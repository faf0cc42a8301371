import type { BrowserContextOptions, Page } from '@playwright/test';
import axe from 'axe-core';

export const THEMES = ['light', 'dark'] as const;
/** The wide one last: the next page is loaded in it. */
const WIDTHS = {
  'a phone': { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
};

/** Contrast goes by the theme, order and size by the width: each page is looked at in both of both. */
export const LOOKS: [string, BrowserContextOptions][] = Object.entries(WIDTHS).flatMap(([width, viewport]) =>
  THEMES.map((colorScheme): [string, BrowserContextOptions] => [`${width}, ${colorScheme}`, { viewport, colorScheme }]),
);

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What breaks a rule in what is shown, each as 'page: rule: element'. */
export async function faultsIn(page: Page, path: string): Promise<string[]> {
  // The pages' own rules keep foreign scripts out, but not what the browser is told by hand.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((values) => window.axe.run({ runOnly: { type: 'tag', values } }), RULES);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${path}: ${id}: ${target.join(' ')}`));
}

/** The same in each width, of a page that is loaded once. */
export async function faultsInEachWidth(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    found.push(...(await faultsIn(page, `${path}, ${width}`)));
  }
  return found;
}
