// @ts-check
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hold } from '../../start/ending.mjs';
import { pickRuns } from './loads.mjs';

const HOUR_SECONDS = 3_600;
/** From here on the page holds what it holds of any run: what comes later shall not add to it. */
const SETTLED_SECONDS = 300;
const PLAYS_PER_SECOND = 10;
const RUN_EVENT_EVERY = 100;

/**
 * By how many megabytes the heap of a run's page grows while an hour's events are played to it, a row a second of every
 * host. Of a stored run, told as one that goes on.
 *
 * @param {import('./loads.mjs').Visit} visit
 * @param {number} seconds in which the hour is played
 */
export async function measureLive({ browser, client, session, say }, seconds) {
  const [large] = await pickRuns(client);
  const [stored, series] = [
    await client.call('GET', `/runs/${large}`),
    await client.call('GET', `/runs/${large}/series`),
  ];
  const run = asMeasuring(stored);
  const player = new Player(run, series, HOUR_SECONDS / (seconds * PLAYS_PER_SECOND));
  const url = await player.listen();
  const context = await browser.newContext({ storageState: session, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.route(`**/api/v1/runs/${large}`, (route) => route.fulfill({ json: run }));
  await page.route(`**/api/v1/runs/${large}/events*`, (route) => route.continue({ url }));
  await page.goto(`${client.url}/runs/${large}`);
  say(`playing an hour in ${seconds} s`);
  const settled = await heapMbAt(page, player, SETTLED_SECONDS);
  const end = await heapMbAt(page, player, HOUR_SECONDS);
  const shown = await page.getByRole('slider', { name: /^Served/ }).count();
  if (shown === 0) throw new Error('The page drew none of the events.');
  await context.close();
  say(`heap: ${settled.toFixed(1)} MB after ${SETTLED_SECONDS / 60} minutes, ${end.toFixed(1)} MB after the hour`);
  return end - settled;
}

/** @param {import('@playwright/test').Page} page @param {Player} player @param {number} second */
async function heapMbAt(page, player, second) {
  while (player.second < second) {
    if (player.fault) throw player.fault;
    await sleep(50);
  }
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}

/** The run as it was in its first step. */
function asMeasuring(run) {
  const [first, ...rest] = run.steps;
  const unmeasured = { point: null, verdict: null, evidence: null, clients: [] };
  const measuring = run.transitions.findIndex(({ state }) => state === 'measuring');
  return {
    ...run,
    state: 'measuring',
    endedAtUs: null,
    stepsMeasured: 0,
    best: null,
    verdict: null,
    findings: [],
    transitions: run.transitions.slice(0, measuring + 1),
    progress: { stepIndex: 0, stepCount: run.steps.length, elapsedUs: 1e6, remainingUs: HOUR_SECONDS * 1e6 },
    steps: [
      { ...first, ...unmeasured, status: 'running' },
      ...rest.map((step) => ({ ...step, ...unmeasured, status: 'planned' })),
    ],
  };
}

/** Sends a run's events as the API does, faster. */
class Player {
  constructor(run, series, rowsPerPlay) {
    this.run = run;
    this.series = series;
    this.rowsPerPlay = rowsPerPlay;
    this.second = 0;
    /** @type {Error | null} */
    this.fault = null;
  }

  async listen() {
    const server = createServer((_request, response) => this.play(response));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    hold(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    return `http://127.0.0.1:${port}/`;
  }

  /** @param {import('node:http').ServerResponse} response */
  play(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let [id, due] = [0, this.second];
    const send = (type, data) => response.write(`id: ${++id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    send('run', this.run);
    const timer = setInterval(() => {
      due = Math.min(HOUR_SECONDS, due + this.rowsPerPlay);
      for (; this.second < Math.floor(due); this.second++) {
        send('series', this.rowAt(this.second));
        if (this.second % RUN_EVENT_EVERY === 0) send('run', this.run);
      }
    }, 1000 / PLAYS_PER_SECOND);
    response.once('close', () => {
      clearInterval(timer);
      if (this.second < HOUR_SECONDS) this.fault = new Error('The page closed the stream of events.');
    });
  }

  /** Of each host the values of one of its rows, at the second since the run began. @param {number} second */
  rowAt(second) {
    const startUs = this.run.transitions.at(-1).atUs;
    return {
      hosts: this.series.hosts.map(({ hostId, timesUs, columns }) => ({
        hostId,
        timesUs: [startUs + second * 1_000_000],
        columns: columns.map(({ name, unit, values }) => ({
          name,
          unit,
          values: [values[second % timesUs.length] ?? null],
        })),
      })),
    };
  }
}
