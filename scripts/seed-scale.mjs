#!/usr/bin/env node
// @ts-check
/**
 * `npm run seed:scale`: fills the database of the instance, or of the data folder, with a lab of a year: 10,000 runs, an
 * experiment of 240 runs, a run of 30 minutes on 128 CPUs at 10 samples a second, and one of 50 steps by 8 clients. Its
 * hosts are called scale-1 and on, and no agent is behind them. Doing so twice changes nothing. With `--nights 300` it adds that many
 * nightly runs of one thing instead, of which one regressed; with `--commits 24` a benchmark with as many nights, one commit of which
 * costs more.
 */
import { openQuietLab } from '../api/testing/scale/quiet-lab.ts';
import { seedCommits } from '../api/testing/scale/seed-commits.ts';
import { isSeeded, seedNights, seedScale } from '../api/testing/scale/seed-scale.ts';
import { benchOptions } from './bench/options.mjs';
import { ownDatabase } from './lab/own-database.mjs';
import { hold } from './start/ending.mjs';
import { runScript } from './start/run-script.mjs';

const LARGE = { largeCpus: 128, largeSeconds: 1800, largeSamplesPerSecond: 10, steps: 50, clients: 8 };
/** Still more readings than are drawn: the large run is one whose parts are read by themselves. */
const SHORTEST = { largeCpus: 2, largeSeconds: 300, largeSamplesPerSecond: 10, steps: 2, clients: 2 };

await runScript(async () => {
  const { json, shortest, nights, commits, ...counts } = benchOptions({
    runs: { usual: 10_000, shortest: 20 },
    rounds: { usual: 60, shortest: 2, least: 2 },
    nights: { usual: 0, shortest: 0, least: 0 },
    commits: { usual: 0, shortest: 0, least: 0 },
  });
  const say = (/** @type {string} */ line) => (json ? process.stderr : process.stdout).write(`${line}\n`);
  const { lab, close } = await openQuietLab(await ownDatabase(say));
  hold(close);
  if (commits > 0) return process.stdout.write(`${JSON.stringify(await seedCommits(lab, commits))}\n`);
  if (nights > 0) {
    const ids = await seedNights(lab, nights, { at: Math.floor(nights * 0.7), by: 1.15 }, say);
    return process.stdout.write(`${JSON.stringify({ ids, regressed: ids[Math.floor(nights * 0.7)] })}\n`);
  }
  if (await isSeeded(lab.database.db)) return say('The database was seeded before; nothing was changed.');
  const startedMs = performance.now();
  const made = await seedScale(lab, { ...counts, ...(shortest ? SHORTEST : LARGE) }, say);
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  if (json) process.stdout.write(`${JSON.stringify({ ...made, seconds })}\n`);
  else say(`${made.runs} runs in ${seconds} s. The pages open while an instance runs: npm start`);
});
