// @ts-check
import { randomUUID } from 'node:crypto';
import { pickRuns } from './loads.mjs';
import { watchPaint } from './painted.mjs';

const FRAMES = 50_000;
const FUNCTIONS = 3_000;
const DEEPEST = 60;

/**
 * Milliseconds from a key to the painted flame graph of 50,000 frames: out to the whole of it. In the page of a stored run,
 * which is given a profile.
 *
 * @param {import('./loads.mjs').Visit} visit
 * @param {number} times
 */
export async function measureFlame({ browser, client, session, say }, times) {
  const [large] = await pickRuns(client);
  const run = await client.call('GET', `/runs/${large}`);
  const artifactId = randomUUID();
  const tree = callTree();
  const profile = {
    ...{ kind: 'cpu', artifactId, sampleType: 'cpu', unit: 'nanoseconds', total: tree.total, durationSeconds: 10 },
    ...{ processes: 1, failure: null, note: null, functions: tree.functions.slice(0, 10) },
  };
  const [first, ...rest] = run.steps;
  const profiled = { ...run, steps: [{ ...first, profiles: [profile] }, ...rest] };
  const context = await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchPaint);
  await page.route(`**/api/v1/runs/${large}`, (route) => route.fulfill({ json: profiled }));
  await page.route(`**/api/v1/runs/${large}/series*`, (route) => route.fulfill({ json: { hosts: [] } }));
  await page.route(`**/profiles/${artifactId}`, (route) => route.fulfill({ json: tree }));
  await page.goto(`${client.url}/runs/${large}`);
  const graph = page.getByRole('application');
  await graph.locator('canvas').waitFor();
  await graph.scrollIntoViewIfNeeded();
  say(`drawing ${FRAMES} frames`);
  const drawMs = await graph.evaluate(zoomOut, times);
  await context.close();
  return drawMs;
}

/** @param {Element} graph @param {number} times */
async function zoomOut(graph, times) {
  const { painted } = /** @type {any} */ (window);
  const press = (/** @type {string} */ key) =>
    graph.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const drawMs = [];
  // The first one draws for the first time.
  for (let time = -1; time < times; time++) {
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) press(key);
    await painted(() => true);
    // At the beginning of a frame: waiting for one is no drawing.
    await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    const beganMs = performance.now();
    press('Escape');
    const endedMs = await painted(() => true);
    if (time >= 0) drawMs.push(endedMs - beganMs);
  }
  return drawMs;
}

/** Calls as a profile has them, wide at the top and thin below, always the same. */
function callTree() {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const [parents, functionPlaces, selfs] = [[-1], [0], [0]];
  /** @type {number[]} */
  const path = [0];
  while (parents.length < FRAMES) {
    // Back up by a few, then down again.
    path.length = Math.max(1, Math.min(path.length - Math.floor(random() ** 3 * path.length), DEEPEST - 1));
    parents.push(path.at(-1) ?? 0);
    functionPlaces.push(Math.floor(random() * FUNCTIONS));
    selfs.push(Math.ceil(1e6 / random() ** 0.5));
    path.push(parents.length - 1);
  }
  const functions = Array.from({ length: FUNCTIONS }, (_, at) => ({
    name: `example.org/${at % 40 === 0 ? 'runtime' : 'server'}/pkg${at % 70}.function${at}`,
    file: `pkg${at % 70}/file${at % 300}.go`,
    ...{ self: 1e6, total: 2e6 },
  }));
  const total = selfs.reduce((sum, self) => sum + self, 0);
  return {
    ...{ sampleType: 'cpu', unit: 'nanoseconds', sampleValue: 10_000_000, total, requests: 1e6, functions },
    ...{ parents, functionPlaces, selfs, folded: { frames: 0, value: 0 } },
  };
}
