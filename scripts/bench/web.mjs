#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:web`: how long pages take at the scale of `npm run seed:scale`, in Chromium against the built product. Each
 * load is cold: a browser context of its own, with nothing cached. first content: the first row is painted. usable: answer,
 * curve and steps are painted, and a click is answered. js: the scripts that a page’s document
 * names, as they were sent. It takes some minutes, most of them to seed; `--data FOLDER` keeps what was seeded for the next time.
 */
import path from 'node:path';
import { startInstance } from '../lab/borrow.mjs';
import { openBrowser } from '../lab/browser.mjs';
import { TSX } from '../start/api-command.mjs';
import { run } from '../start/build.mjs';
import { freePort } from '../start/checks.mjs';
import { temporaryFolder } from '../start/ending.mjs';
import { runScript } from '../start/run-script.mjs';
import { root } from '../start/settings.mjs';
import { figure, printFigures, quantileFigure } from './figures.mjs';
import { benchOptions, holdToGoals } from './options.mjs';
import { measureFlame } from './web/flame.mjs';
import { measureHeatMap } from './web/heat.mjs';
import { measureLive } from './web/live.mjs';
import { measureLoads } from './web/loads.mjs';

/** The most that a figure may come to. */
const GOALS = /** @type {Record<string, number>} */ ({
  'web.runs_first_content_ms_p95': 500,
  'web.runs_filter_ms_p95': 200,
  'web.run_usable_ms_p95': 1_000,
  'web.compare_usable_ms_p95': 1_000,
  'web.runs_js_gzip_kb': 201,
  'web.charts_js_gzip_kb': 122,
  'web.heatmap_draw_ms': 100,
  'web.flame_draw_ms': 50,
  'web.live_hour_heap_growth_mb': 5,
});

await runScript(async () => {
  const options = benchOptions({ loads: { usual: 20, shortest: 2 }, seconds: { usual: 90, shortest: 3, least: 30 } }, [
    'data',
  ]);
  const { folder } = temporaryFolder('bench');
  const say = (/** @type {string} */ line) => console.error(line);
  const env = {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_DATA: path.resolve(options.data ?? path.join(folder, 'data')),
    PORT: String(await freePort()),
  };
  const { client, link } = await startInstance(say, env);
  say('seeding');
  const seed = [...TSX, 'scripts/seed-scale.mjs', '--json', ...(options.shortest ? ['--shortest'] : [])];
  await run(process.execPath, seed, { cwd: root, env });
  const browser = await openBrowser(folder, say);
  const visit = { browser, client, session: await signIn(browser, link), say };
  const loads = await measureLoads(visit, options.loads);
  const figures = [
    quantileFigure('web.runs_first_content_ms_p95', 'ms', loads.firstContentMs, 0.95),
    quantileFigure('web.runs_filter_ms_p95', 'ms', loads.filterMs, 0.95),
    quantileFigure('web.run_usable_ms_p95', 'ms', loads.runUsableMs, 0.95),
    quantileFigure('web.compare_usable_ms_p95', 'ms', loads.compareUsableMs, 0.95),
    figure('web.runs_js_gzip_kb', 'kB', loads.runsJsKb),
    figure('web.charts_js_gzip_kb', 'kB', loads.chartsJsKb),
    figure('web.heatmap_draw_ms', 'ms', await measureHeatMap(visit, options.loads)),
    figure('web.flame_draw_ms', 'ms', await measureFlame(visit, options.loads)),
    figure('web.live_hour_heap_growth_mb', 'MB', [await measureLive(visit, options.seconds)]),
  ];
  printFigures('web', figures, options.json);
  const missed = figures.filter(({ id, value }) => value > (GOALS[id] ?? Number.POSITIVE_INFINITY));
  // A script weighs the same on every machine and in every round.
  const [sizes, others] = [missed.filter(isSize), missed.filter((one) => !isSize(one))];
  holdToGoals(others.map(missedSentence), options, sizes.map(missedSentence));
});

/** @param {{ unit: string }} figure */
function isSize({ unit }) {
  return unit === 'kB';
}

/** @param {{ id: string, value: number, unit: string }} figure */
function missedSentence({ id, value, unit }) {
  return `${id} is ${value} ${unit}, and may be ${GOALS[id]} ${unit}.`;
}

/** @param {import('@playwright/test').Browser} browser @param {string | null} link */
async function signIn(browser, link) {
  if (!link) throw new Error('This instance gives no link to sign in with.');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  const session = await context.storageState();
  await context.close();
  return session;
}
