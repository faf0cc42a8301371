#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:sampler`: what sampling costs in CPU time, as the kernel bills it to each process. Each subject is
 * watched for ten seconds in turn, again and again: whatever else the machine does falls on all alike.
 * agent: all of it, from the counters to the API, while it samples a run with one connection. The made-up host of 128
 * CPUs lies in memory: it shows our part of a sample, not what the kernel takes to print /proc.
 * perf: what on-CPU profiles take of each CPU while all are busy, for the kernel's interrupts and for counting the
 * samples; naming the functions comes after the load, and is told apart.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowInstance } from '../lab/borrow.mjs';
import { closedStep, specFor } from '../lab/client.mjs';
import { runScript } from '../start/run-script.mjs';
import { Sentence } from '../start/sentence.mjs';
import { childOf } from '../test/instance/processes.mjs';
import { cpuTimeUs } from './cpu-time.mjs';
import { figure, printFigures } from './figures.mjs';
import { benchOptions, holdToGoals } from './options.mjs';
import { mpstat, nodeExporter, ownSamplers, perfCost } from './sampler-subjects.mjs';

const BOUNDS = {
  'sampler.core_pct_1hz': 0.05,
  'sampler.core_pct_10hz': 0.3,
  'agent.core_pct_1hz': 0.25,
  'sampler.perf_core_pct': 1,
};
const report = (line) => console.error(line);

await runScript(async () => {
  const options = benchOptions({
    rounds: { usual: 6, shortest: 1, least: 2 },
    seconds: { usual: 10, shortest: 1, least: 5 },
  });
  const { rounds, seconds } = options;
  if (options.shortest) report('node_exporter is left out of the shortest form: it takes minutes to build');
  const exporter = options.shortest ? null : await nodeExporter(report);
  const subjects = [...(await ownSamplers()), mpstat(report), exporter].filter((subject) => subject !== null);
  const used = new Map(subjects.map(({ name }) => [name, /** @type {number[]} */ ([])]));
  for (let round = 1; round <= rounds; round++) {
    report(`round ${round} of ${rounds}`);
    for (const subject of subjects) used.get(subject.name)?.push(await usPerSecond(subject, seconds));
  }
  const perf = await perfCosts(rounds, seconds);
  const figures = [...figuresOf(used, await agentUsPerSecond(rounds, seconds)), ...perf];
  printFigures('sampler', figures, options.json);
  holdToGoals(missed(figures), options);
});

/** CPU time that one subject takes in a second. @param {import('./sampler-subjects.mjs').Subject} subject */
async function usPerSecond(subject, seconds) {
  const running = await subject.start();
  try {
    const { pid, each } = running;
    const [beforeUs, beganMs] = [cpuTimeUs(pid), performance.now()];
    for (let second = 0; second < seconds; second++) {
      await each?.();
      await sleep(beganMs + (second + 1) * 1000 - performance.now());
    }
    return ((cpuTimeUs(pid) - beforeUs) * 1000) / (performance.now() - beganMs);
  } finally {
    await running.stop();
  }
}

/** None where the kernel lets nobody sample. */
async function perfCosts(rounds, seconds) {
  const costs = [];
  for (let round = 0; round < rounds; round++) {
    const cost = await perfCost(seconds, report);
    if (cost === null) return [];
    costs.push(cost);
  }
  return [
    figure(
      'sampler.perf_core_pct',
      '%',
      costs.map(({ interruptPct, drainPct }) => interruptPct + drainPct),
    ),
    figure(
      'sampler.perf_naming_ms',
      'ms',
      costs.map(({ namingMs }) => namingMs),
    ),
  ];
}

/** The same of the agent of a real instance, in the middle of a step. */
async function agentUsPerSecond(rounds, seconds) {
  const { client, pid } = await borrowInstance(report);
  const host = await client.readyHost();
  const steps = [closedStep(1, (rounds + 1) * seconds)];
  const run = await client.createRun('What sampling costs', specFor(host.id, { path: '/simple', steps }));
  await measuring(client, run.id);
  const agent = childOf(pid, 'agent run').pid;
  const used = [];
  for (let round = 0; round < rounds; round++) {
    const [beforeUs, beganMs] = [cpuTimeUs(agent), performance.now()];
    await sleep(seconds * 1000);
    used.push(((cpuTimeUs(agent) - beforeUs) * 1000) / (performance.now() - beganMs));
  }
  const { state, failure } = await client.finish(run.id);
  if (state !== 'finished') throw new Sentence(`The run ${state}: ${failure?.sentence}`);
  return used;
}

async function measuring(client, runId) {
  for (;;) {
    const { state, failure } = await client.call('GET', `/runs/${runId}`);
    if (state === 'measuring') return;
    if (failure) throw new Sentence(`The run ${state}: ${failure.sentence}`);
    await sleep(200);
  }
}

/** @param {Map<string, number[]>} used @param {number[]} agent */
function figuresOf(used, agent) {
  const figures = [];
  const add = (id, unit, values, scale) => {
    if (values)
      figures.push(
        figure(
          id,
          unit,
          values.map((us) => us * scale),
        ),
      );
  };
  const percentOfACore = 100 / 1e6;
  add('sampler.core_pct_1hz', '%', used.get('sampler-1hz'), percentOfACore);
  add('sampler.core_pct_10hz', '%', used.get('sampler-10hz'), percentOfACore);
  add('agent.core_pct_1hz', '%', agent, percentOfACore);
  add('sampler.us_per_sample', 'us', used.get('sampler-1hz'), 1);
  add('sampler.us_per_sample_10hz', 'us', used.get('sampler-10hz'), 1 / 10);
  add('sampler.us_per_sample_128cpu', 'us', used.get('sampler-128cpu'), 1);
  add('mpstat.us_per_sample', 'us', used.get('mpstat'), 1);
  add('node_exporter.us_per_scrape', 'us', used.get('node_exporter'), 1);
  return figures;
}

/** @param {import('./figures.mjs').Figure[]} figures */
function missed(figures) {
  return figures
    .filter(({ id, value }) => BOUNDS[id] !== undefined && value >= BOUNDS[id])
    .map(({ id, value }) => `${id} is ${value} %, and should be below ${BOUNDS[id]} %`);
}
