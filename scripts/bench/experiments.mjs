#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:experiments`: what it costs to read an experiment of 60 rounds of 4 configurations with 10 steps each, over
 * the API and a PostgreSQL of its own. cpu: of the API's process, which asks itself.
 */
import path from 'node:path';
import { FakeAgent } from '../../api/testing/fake-agent.ts';
import { seedExperiment } from '../../api/testing/seed-experiment.ts';
import { ADMIN_TOKEN, openLab } from '../../api/testing/test-lab.ts';
import { startPostgres } from '../postgres.mjs';
import { runPrisma } from '../prisma.mjs';
import { hold, temporaryFolder } from '../start/ending.mjs';
import { runScript } from '../start/run-script.mjs';
import { figure, printFigures } from './figures.mjs';
import { benchOptions } from './options.mjs';

const SIZE = { configurations: 4, steps: 10, cpus: 16, keys: 800 };
const SHORTEST_SIZE = { configurations: 2, steps: 2, cpus: 2, keys: 50 };

await runScript(async () => {
  const options = benchOptions({
    rounds: { usual: 60, shortest: 2, least: 2, most: 60 },
    times: { usual: 8, shortest: 2, least: 2 },
  });
  const { folder } = temporaryFolder('bench');
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  hold(postgres.stop);
  const { status, output } = await runPrisma(['migrate', 'deploy'], { databaseUrl: postgres.url, capture: true });
  if (status !== 0) throw new Error(output);
  const lab = await openLab({ databaseUrl: postgres.url });
  hold(lab.abandon);
  printFigures('experiments', await measure(lab, options), options.json);
});

async function measure(lab, { rounds, times, shortest }) {
  const size = shortest ? SHORTEST_SIZE : SIZE;
  /** @type {[FakeAgent, FakeAgent]} */
  const agents = [await FakeAgent.join(lab, 'lab-1'), await FakeAgent.join(lab, 'lab-2')];
  console.error(`seeding ${rounds} rounds of ${size.configurations} runs`);
  const id = await seedExperiment(lab, agents, { ...size, rounds });
  const asked = { one: `/api/v1/experiments/${id}`, list: '/api/v1/experiments' };
  const costs = { one: [], list: [] };
  for (let time = -1; time < times; time++) {
    for (const [what, url] of Object.entries(asked)) {
      const cost = await costOf(lab, url);
      // The first time everything is compiled and read from the disk.
      if (time >= 0) costs[what].push(cost);
    }
    console.error(`time ${time + 1} of ${times}`);
  }
  return Object.entries(costs).flatMap(([what, found]) => [
    figure(
      `experiments.${what}_cpu_ms`,
      'ms',
      found.map(({ cpuMs }) => cpuMs),
    ),
    figure(
      `experiments.${what}_wall_ms`,
      'ms',
      found.map(({ wallMs }) => wallMs),
    ),
    figure(
      `experiments.${what}_kilobytes`,
      'kB',
      found.map(({ bytes }) => bytes / 1000),
    ),
  ]);
}

async function costOf(lab, url) {
  const [cpu, startedMs] = [process.cpuUsage(), performance.now()];
  const reply = await lab.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.payload}`);
  return { wallMs, cpuMs: (user + system) / 1000, bytes: reply.rawPayload.length };
}
