#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:fleet`: 1,000 simulated agents on one API process and a PostgreSQL of its own, all in runs of 8 hosts,
 * each reporting a sample a second; then some of them on two processes, of which one is killed in the middle. Agents,
 * API and PostgreSQL share this machine's CPUs, so what the agents and PostgreSQL used is told beside. It fails when a
 * goal is missed, when a run fails, and when anything that was acknowledged is not stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { hold, temporaryFolder } from '../start/ending.mjs';
import { runScript } from '../start/run-script.mjs';
import { figure, printFigures, quantileFigure } from './figures.mjs';
import { OVER, SimulatedFleet } from './fleet/fleet.mjs';
import { Replicas, startDatabase } from './fleet/replicas.mjs';
import { Stored } from './fleet/stored.mjs';
import { benchOptions, holdToGoals } from './options.mjs';
import { ProcessWatch, watchTree } from './process-watch.mjs';

const COMMAND_P99_MS = 100;
const SHARE_OF_SAMPLES = 0.99;
const MARGIN_STEPS = 2;
const END_WITHIN_MS = 180_000;

await runScript(async () => {
  const options = benchOptions({
    agents: { usual: 1_000, shortest: 8, least: 8 },
    seconds: { usual: 90, shortest: 6, least: 30 },
    columns: { usual: 300, shortest: 50, least: 10 },
    hosts: { usual: 8, shortest: 4, least: 2 },
    'step-seconds': { usual: 30, shortest: 2, least: 2 },
    survivors: { usual: 200, shortest: 8, least: 8 },
  });
  const one = await onOneReplica(options);
  const two = await onTwoReplicas(options);
  printFigures('fleet', [...one.figures, ...two.figures], options.json);
  holdToGoals([...one.missed, ...two.missed], options);
});

async function onOneReplica({ agents, seconds, columns, hosts, 'step-seconds': stepSeconds }) {
  const { folder, remove } = temporaryFolder('fleet');
  const postgres = await startDatabase(folder);
  const replicas = new Replicas({ folder, databaseUrl: postgres.apiUrl });
  const replica = await replicas.start();
  const stored = new Stored(postgres.url);
  const fleet = new SimulatedFleet({ urls: [replica.url], token: replicas.token, columns });
  hold(() => fleet.stop());
  const joined = performance.now();
  await fleet.join(agents);
  console.error(`${agents} agents joined in ${((performance.now() - joined) / 1000).toFixed(1)} s`);
  const idle = await watched(replica.pid, postgres.pid, Math.min(20, seconds / 3));
  const before = await stored.sizes();
  const steps = Math.ceil(seconds / stepSeconds) + MARGIN_STEPS;
  const everyMs = Math.max(10, (stepSeconds * 1000) / Math.ceil(agents / hosts));
  await fleet.startRuns({ hostsPerRun: hosts, steps, stepSeconds, everyMs });
  await fleet.measuring(() => stored.states());
  const underWay = async () => (await stored.states()).filter(({ state }) => !OVER.has(state)).length;
  console.error(`${await underWay()} of ${fleet.runIds.length} runs are under way; watching for ${seconds} s`);
  const rates = ratesOf(fleet.tally);
  const busy = await watched(replica.pid, postgres.pid, seconds);
  const samples = rates();
  // Where the last began after the first had ended, fewer agents than all were asked for samples.
  console.error(`${await underWay()} of them still are`);
  const states = await fleet.finished(() => stored.states(), END_WITHIN_MS);
  const unfinished = failuresOf(states);
  // The sweep seals what the runs left.
  await stored.sealed();
  const { growth, hostHours } = await stored.growth(before);
  const lost = await stored.lostOf(fleet.tally);
  const { commands, again } = fleet.tally;
  fleet.stop();
  await stored.stop();
  await replica.kill();
  await postgres.stop();
  await remove();
  const delays = commands.map(({ delayMs }) => delayMs);
  const commandMs = quantileFigure('fleet.command_ms_p99', 'ms', delays, 0.99);
  const perSecond = figure('fleet.samples_per_s', 'samples/s', samples);
  const wanted = Math.floor(agents / hosts) * hosts;
  const missed = [
    unfinished,
    commandMs.value >= COMMAND_P99_MS && `99 % of commands came within ${commandMs.value} ms, not ${COMMAND_P99_MS}.`,
    perSecond.value < wanted * SHARE_OF_SAMPLES && `Of ${wanted} samples a second ${perSecond.value} were stored.`,
    lost > 0 && `${lost} acknowledged reports are not stored.`,
  ].filter((sentence) => typeof sentence === 'string');
  const figures = [
    commandMs,
    quantileFigure('fleet.command_ms_p50', 'ms', delays, 0.5),
    perSecond,
    figure('fleet.api_core_pct', '% of a CPU', busy.api),
    figure('fleet.api_idle_core_pct', '% of a CPU', idle.api),
    figure('fleet.api_rss_mb', 'MB', busy.rss),
    figure('fleet.postgres_core_pct', '% of a CPU', busy.postgres),
    figure('fleet.agents_core_pct', '% of a CPU', busy.agents),
    figure('fleet.requests_again', 'requests', [again]),
    figure('fleet.bytes_per_host_hour', 'bytes', [growth / hostHours]),
    figure('fleet.lost', 'reports', [lost]),
  ];
  return { figures, missed };
}

/** Half of the agents begin at each; the one that ends is started again, as by whatever keeps it running. */
async function onTwoReplicas({ survivors, seconds, columns, hosts, 'step-seconds': stepSeconds }) {
  const { folder } = temporaryFolder('fleet');
  const postgres = await startDatabase(folder);
  const replicas = new Replicas({ folder, databaseUrl: postgres.apiUrl });
  const [first, second] = [await replicas.start(), await replicas.start()];
  const stored = new Stored(postgres.url);
  const fleet = new SimulatedFleet({ urls: [first.url, second.url], token: replicas.token, columns });
  hold(() => fleet.stop());
  await fleet.join(survivors);
  const steps = Math.ceil(seconds / 2 / stepSeconds) + MARGIN_STEPS;
  await fleet.startRuns({ hostsPerRun: hosts, steps, stepSeconds, everyMs: 20 });
  await fleet.measuring(() => stored.states());
  await sleep((seconds * 1000) / 4);
  const againBefore = fleet.tally.again;
  console.error(`killing one of two replicas, in ${fleet.runIds.length} runs of ${survivors} agents`);
  await second.kill();
  await replicas.start(Number(new URL(second.url).port));
  const unfinished = failuresOf(await fleet.finished(() => stored.states(), END_WITHIN_MS));
  await stored.sealed();
  const lost = await stored.lostOf(fleet.tally);
  const { acknowledged, outcomes, again } = fleet.tally;
  fleet.stop();
  await stored.stop();
  console.error(`${acknowledged} samples and ${outcomes.size} outcomes were acknowledged`);
  return {
    figures: [
      figure('fleet.two_replicas_kill_lost', 'reports', [lost]),
      figure('fleet.two_replicas_acknowledged', 'reports', [acknowledged + outcomes.size]),
      figure('fleet.two_replicas_requests_again', 'requests', [again - againBefore]),
    ],
    missed: [
      unfinished,
      lost > 0 && `${lost} acknowledged reports are not stored after one of two replicas was killed.`,
    ].filter((sentence) => typeof sentence === 'string'),
  };
}

/** Uses of a CPU, second by second: by the API, by PostgreSQL with all its processes, and by this one. */
async function watched(apiPid, postgresPid, seconds) {
  const [api, agents] = [new ProcessWatch(apiPid), new ProcessWatch(process.pid)];
  const postgres = watchTree(postgresPid);
  await sleep(seconds * 1000);
  const looks = api.stop();
  return {
    api: looks.map(({ cpuPercent }) => cpuPercent),
    rss: looks.map(({ rssMb }) => rssMb),
    agents: agents.stop().map(({ cpuPercent }) => cpuPercent),
    postgres: [postgres()],
  };
}

/** Samples acknowledged in each second until the function that it answers is called. */
function ratesOf(tally) {
  const rates = /** @type {number[]} */ ([]);
  let [before, atMs] = [tally.acknowledged, performance.now()];
  const timer = setInterval(() => {
    const nowMs = performance.now();
    rates.push(((tally.acknowledged - before) * 1000) / (nowMs - atMs));
    [before, atMs] = [tally.acknowledged, nowMs];
  }, 1_000);
  return () => {
    clearInterval(timer);
    return rates;
  };
}

/** Null when all runs finished. */
function failuresOf(states) {
  const bad = states.filter(({ state }) => state !== 'finished');
  return bad.length === 0 ? null : `${bad.length} of ${states.length} runs failed: ${bad[0].failure}`;
}
