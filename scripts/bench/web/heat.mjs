// @ts-check
import { pickRuns } from './loads.mjs';
import { watchPaint } from './painted.mjs';

/** Of half an hour of a large host, on a machine that has other work. */
const READ_MS = 180_000;

/**
 * Milliseconds from a click to the painted CPU map of the largest run, another kind of work each time: its cells as the
 * server sends them are unpacked and painted, a column for several of its readings.
 *
 * @param {import('./loads.mjs').Visit} visit
 * @param {number} times
 */
export async function measureHeatMap({ browser, client, session, say }, times) {
  const [large] = await pickRuns(client);
  const context = await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchPaint);
  const run = await client.call('GET', `/runs/${large}`);
  const ofServer = `/hosts/${run.spec.server.hostId}/cpu-map`;
  const isSent = (/** @type {import('@playwright/test').Response} */ response) =>
    new URL(response.url()).pathname.endsWith(ofServer);
  const sent = page.waitForResponse(isSent, { timeout: READ_MS });
  await page.goto(`${client.url}/runs/${large}`);
  const map = page.getByRole('figure', { name: 'CPU map' }).first();
  // It is read once it comes into view, under strips that come when they have been read.
  while ((await map.count()) === 0) {
    await page.evaluate(scrollOn, '#time-series');
    await page.waitForTimeout(100);
  }
  const { cpus, fromUs, readingsPerColumn } = await (await sent).json();
  await map.scrollIntoViewIfNeeded();
  await map.locator('canvas').waitFor();
  say(`drawing ${cpus.length} CPUs × ${fromUs.length} columns of up to ${readingsPerColumn} readings`);
  const drawMs = await map.evaluate(choose, times);
  await context.close();
  return drawMs;
}

/** Down a section, and at its end again from its beginning. @param {string} selector */
function scrollOn(selector) {
  const section = document.querySelector(selector);
  if (section && section.getBoundingClientRect().bottom > innerHeight) scrollBy(0, 300);
  else section?.scrollIntoView();
}

/** @param {Element} map @param {number} times */
async function choose(map, times) {
  const { painted } = /** @type {any} */ (window);
  const drawn = () => performance.getEntriesByName('heat-map').length;
  const drawMs = [];
  // The first one draws for the first time.
  for (let time = -1; time < times; time++) {
    // Busy and user in turn: kinds whose cells are the same, such as no steal and no softirq, are not drawn anew.
    const [busy, user] = /** @type {NodeListOf<HTMLInputElement>} */ (map.querySelectorAll('[type="radio"]'));
    const other = busy?.checked ? user : busy;
    const before = drawn();
    // At the beginning of a frame: waiting for one is no drawing.
    await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    const beganMs = performance.now();
    other?.click();
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('The CPU map was not drawn.')), 30_000));
    const endedMs = await Promise.race([painted(() => drawn() > before), late]);
    if (time >= 0) drawMs.push(endedMs - beganMs);
  }
  return drawMs;
}
