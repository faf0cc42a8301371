// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { filtered, scriptsSent, usable, watchPaint } from './painted.mjs';

/**
 * @typedef {object} Visit
 * @property {import('@playwright/test').Browser} browser
 * @property {import('../../lab/client.mjs').LabClient} client
 * @property {Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>>} session
 * @property {(line: string) => void} say
 */

/** Until then the browser starts processes for the new context, and the server may still work for the last page: neither is this page's time. */
const SETTLED_MS = 700;
const WINDOW = { width: 1440, height: 900 };
const ROW = '[data-open-run]';
const RUN = {
  shown: ['section[aria-label="Result"]', 'section[aria-label="Result"] svg[aria-label]', '[aria-label="Step 1"]'],
  button: '[aria-label="Step 1"]',
  answer: '#step-1',
};
const COMPARISON = {
  shown: ['#outcome', 'figure svg', '#steps'],
  button: '#steps h2 button',
  answer: '#steps-content',
};
/** In the names of some runs, but not of all. */
const WORDS = ['fasthttp', 'nethttp', 'fiber', '/list', '/read', 'prefork'];

/** Pages in turn, so that what else the machine does meets them all alike. @param {Visit} visit @param {number} loads */
export async function measureLoads(visit, loads) {
  const { client, say } = visit;
  const { url } = client;
  const [large, many, ...pair] = await pickRuns(client);
  const compared = `${url}/compare?runs=${pair.join(',')}&baseline=${pair[0]}`;
  /** @type {Record<'firstContentMs' | 'filterMs' | 'runUsableMs' | 'compareUsableMs' | 'runsJsKb' | 'chartsJsKb', number[]>} */
  const found = {
    firstContentMs: [],
    filterMs: [],
    runUsableMs: [],
    compareUsableMs: [],
    runsJsKb: [],
    chartsJsKb: [],
  };
  // Before the first one counts, the server has read its own files once.
  for (let load = -1; load < loads; load++) {
    const list = await openList(visit, WORDS[(load + WORDS.length) % WORDS.length] ?? '');
    const runs = [await open(visit, `${url}/runs/${large}`, RUN), await open(visit, `${url}/runs/${many}`, RUN)];
    const comparison = await open(visit, compared, COMPARISON);
    say(`load ${load + 1} of ${loads}: ${[list, ...runs, comparison].map(({ ms }) => Math.round(ms)).join(', ')} ms`);
    if (load < 0) continue;
    found.firstContentMs.push(list.ms);
    found.filterMs.push(list.filterMs);
    found.runUsableMs.push(...runs.map(({ ms }) => ms));
    found.compareUsableMs.push(comparison.ms);
    const shared = new Set(list.scripts.map(([name]) => name));
    found.runsJsKb.push(sum(list.scripts));
    found.chartsJsKb.push(sum((runs[0]?.scripts ?? []).filter(([name]) => !shared.has(name))));
  }
  return found;
}

const sum = (/** @type {(readonly [string, number])[]} */ scripts) => scripts.reduce((all, [, kb]) => all + kb, 0);

/** The run with the most samples, the one with the most steps, and two that differ. @param {import('../../lab/client.mjs').LabClient} client */
export async function pickRuns(client) {
  const first = async (/** @type {string} */ query) => (await client.call('GET', `/runs?limit=1&${query}`)).runs[0].id;
  return [
    await first('tag=large'),
    await first('tag=many-clients'),
    await first('state=finished&text=fiber&imported=false&sort=created'),
    await first('state=finished&text=fasthttp&imported=false&sort=created'),
  ];
}

/**
 * A page in a context of its own.
 *
 * @template T
 * @param {Visit} visit
 * @param {string} url
 * @param {(page: import('@playwright/test').Page, document: () => Promise<string>) => Promise<T>} work given the page, and how to read
 *   what the server sent for it
 */
async function inFreshContext({ browser, session }, url, work) {
  const context = await browser.newContext({ storageState: session, viewport: WINDOW });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchPaint);
    await sleep(SETTLED_MS);
    const answer = await page.goto(url, { waitUntil: 'commit' });
    if (!answer) throw new Error(`${url} was not asked for.`);
    return await work(page, () => answer.text());
  } finally {
    await context.close();
  }
}

/** @param {Visit} visit @param {string} word */
const openList = (visit, word) =>
  inFreshContext(visit, `${visit.client.url}/`, async (page, document) => {
    const ms = await page.evaluate((row) => /** @type {any} */ (window).painted([row]), ROW);
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(scriptsSent, await document());
    return { ms, scripts, filterMs: await page.evaluate(filtered, word) };
  });

/** @param {Visit} visit @param {string} url @param {typeof RUN} wanted */
const open = (visit, url, wanted) =>
  inFreshContext(visit, url, async (page, document) => {
    const { usableMs } = await page.evaluate(usable, wanted);
    // A script that is still on its way has no size.
    await page.waitForLoadState('networkidle');
    return { ms: usableMs, scripts: await page.evaluate(scriptsSent, await document()) };
  });
