// @ts-check
import path from 'node:path';

const WIDTHS = [1440, 390];
const THEMES = /** @type {const} */ (['dark', 'light']);

/**
 * Pictures of a page at every width, dark and light.
 *
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} folder
 * @param {string} name of the files
 * @param {string} url
 * @param {(page: import('@playwright/test').Page) => Promise<void>} [prepare] what a person would do before the picture
 */
export async function shoot(context, folder, name, url, prepare = async () => {}) {
  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(url);
      // The event stream of a live run never lets the network rest.
      await page.waitForTimeout(2_000);
      await prepare(page);
      // A tall window instead of a full-page picture, which stretches canvases while it is taken.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(900, height) });
      await page.waitForTimeout(300);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) console.log(`${name} at ${width}: ${overflow} px wider than the window`);
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${theme}.png`) });
      await page.close();
    }
  }
  console.log(name);
}

/**
 * What a chat shows of a link.
 *
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} folder
 * @param {string} name of the file
 * @param {string} url of the shared page
 */
export async function shootPreview(context, folder, name, url) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.goto(`${url}/opengraph-image`);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await page.close();
  console.log(name);
}

/**
 * Opens every part of a form that stands in a line.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function openParts(page) {
  for (const part of await page.locator('main details > summary').all()) {
    const closed = await part.evaluate((summary) => !summary.parentElement?.hasAttribute('open'));
    if (closed && (await part.isVisible())) await part.click();
  }
  await page.waitForTimeout(1_000);
}
