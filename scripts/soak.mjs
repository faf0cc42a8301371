#!/usr/bin/env node
// @ts-check
/**
 * `npm run test:soak`: 500 short runs and what 50 agents beat in twelve hours, faster than the clock, against one process of
 * the API with a PostgreSQL of its own. Then 200 viewers look on while all agents report, and another program takes the table
 * of runs for a while. In the end all runs are deleted and made old. It fails when memory, descriptors, rows or files stay that
 * should not, when a run fails, when a report is lost, and when an answer is an error other than to try again later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { printFigures } from './bench/figures.mjs';
import { benchOptions, holdToGoals } from './bench/options.mjs';
import { runScript } from './start/run-script.mjs';
import { crowd } from './test/soak/crowd.mjs';
import { descriptorsOf, filesOf, grownTables, memoryOf, rowsOf } from './test/soak/holdings.mjs';
import { openInstance, purge, settle } from './test/soak/instance.mjs';
import { faultsOf, figuresOf, missedOf } from './test/soak/verdict.mjs';
import { heartbeatsIn, wear } from './test/soak/wear.mjs';

/** Of the whole: what is done before anything is measured, so that caches are full and code is compiled. */
const WARM_UP_SHARE = 0.1;
/** What removes old rows looks once a minute. */
const REMOVED_WITHIN_MS = 75_000;
const LOOK_EVERY_MS = 1_000;

/**
 * @typedef {import('./test/soak/instance.mjs').SoakInstance} SoakInstance
 * @typedef {{ runs: number, hours: number, agents: number, parts: number, restarts: number, viewers: number, seconds: number, heldSeconds: number }} Amounts
 */

const say = (/** @type {string} */ line) => console.error(line);

await runScript(async () => {
  const options = benchOptions({
    runs: { usual: 500, shortest: 4, least: 50 },
    hours: { usual: 12, shortest: 1, least: 2 },
    agents: { usual: 50, shortest: 8, least: 8 },
    restarts: { usual: 2, shortest: 0, least: 0 },
    parts: { usual: 12, shortest: 2, least: 6 },
    viewers: { usual: 200, shortest: 20, least: 20 },
    seconds: { usual: 60, shortest: 3, least: 20 },
    'held-seconds': { usual: 12, shortest: 6, least: 6 },
  });
  const amounts = { ...options, heldSeconds: options['held-seconds'] };
  const instance = await openInstance();
  await instance.fleet.join(amounts.agents);
  const before = await warmUp(instance, amounts);
  const looks = await soak(instance, amounts);
  say(
    `${amounts.viewers} viewers for ${amounts.seconds} s, then the table of runs is taken for ${amounts.heldSeconds} s`,
  );
  const crowded = await crowd(instance, amounts);
  const { stored, fleet } = instance;
  const states = await stored.states();
  const seen = {
    ...{ runs: fleet.runIds.length, heartbeats: heartbeatsIn(amounts), looks, crowded },
    failed: states.filter(({ state }) => state !== 'finished'),
    lost: await stored.lostOf(fleet.tally),
    ...(await staying(instance, before)),
  };
  await stored.stop();
  printFigures('soak', figuresOf(seen), options.json);
  holdToGoals(missedOf(seen), options, faultsOf(seen));
});

/** Some of everything, which is purged again. @param {SoakInstance} instance @param {Amounts} amounts */
async function warmUp(instance, amounts) {
  say('warming up');
  const heartbeats = Math.ceil(heartbeatsIn(amounts) * WARM_UP_SHARE);
  await wear(instance, { runs: Math.ceil(amounts.runs * WARM_UP_SHARE), heartbeats, restarts: amounts.restarts });
  await settle(instance);
  await crowd(instance, { viewers: amounts.viewers, seconds: 2, heldSeconds: 0 });
  await purge(instance);
  instance.fleet.forget();
  return { rows: await rowsOf(instance), files: filesOf(instance).length };
}

/** Part by part, with a look at the API before the first and after each. @param {SoakInstance} instance @param {Amounts} amounts */
async function soak(instance, amounts) {
  const { runs, parts, restarts } = amounts;
  const look = async (/** @type {number} */ part) => {
    await settle(instance);
    const seen = { descriptors: await descriptorsOf(instance), ...(await memoryOf(instance)) };
    const memory = `${seen.rssMb.toFixed(1)} MB resident, ${seen.heldMb.toFixed(1)} MB held`;
    say(`after part ${part} of ${parts}: ${memory}, ${seen.descriptors.others} descriptors`);
    return seen;
  };
  const looks = [await look(0)];
  const upTo = (/** @type {number} */ whole, /** @type {number} */ part) => Math.round((whole * part) / parts);
  const share = (/** @type {number} */ whole, /** @type {number} */ part) => upTo(whole, part) - upTo(whole, part - 1);
  for (let part = 1; part <= parts; part++) {
    const heartbeats = share(heartbeatsIn(amounts), part);
    await wear(instance, { runs: share(runs, part), heartbeats, restarts });
    looks.push(await look(part));
  }
  return looks;
}

/**
 * What is still there of all runs once they are purged, and everything that removes something has had its turn.
 *
 * @param {SoakInstance} instance
 * @param {{ rows: Map<string, number>, files: number }} before
 */
async function staying(instance, before) {
  say('deleting all runs');
  await purge(instance);
  for (const endsMs = performance.now() + REMOVED_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
    const grown = grownTables(before.rows, await rowsOf(instance));
    const files = filesOf(instance).length - before.files;
    if ((grown.length === 0 && files <= 0) || performance.now() > endsMs) return { grown, files };
  }
}
