#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:overhead`: what a run costs beyond the load that was asked for.
 * click_to_first_byte: from POST /runs to the first request that the server answered, by the server's own clock.
 * per_step: a warm-up and a step, beyond their planned seconds. per_run: the rest of the run's wall time.
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowInstance } from '../lab/borrow.mjs';
import { closedStep, specFor } from '../lab/client.mjs';
import { runScript } from '../start/run-script.mjs';
import { readSettings } from '../start/settings.mjs';
import { figure, printFigures } from './figures.mjs';
import { benchOptions } from './options.mjs';

const WARMUP_SECONDS = 1;
const STEP_SECONDS = 2;
const FIRST_BYTE_WITHIN_MS = 30_000;
/** As the agent names it; beside it lies the one for profiles. */
const STATS_SOCKET = 'stats.sock';

await runScript(async () => {
  const options = benchOptions({ rounds: { usual: 6, shortest: 1 } });
  const { client } = await borrowInstance((line) => console.error(line));
  const { data } = readSettings(process.env);
  const rounds = [];
  const host = await client.readyHost();
  for (let i = 0; i < options.rounds; i++) {
    console.error(`round ${i + 1} of ${options.rounds}`);
    rounds.push(await measure(client, host.id, path.join(data, 'agent')));
  }
  const figures = [
    figure(
      'overhead.click_to_first_byte_ms',
      'ms',
      rounds.map((r) => r.firstByteMs),
    ),
    figure(
      'overhead.per_step_ms',
      'ms',
      rounds.flatMap((r) => r.stepMs),
    ),
    figure(
      'overhead.per_run_ms',
      'ms',
      rounds.map((r) => r.runMs),
    ),
  ];
  printFigures('overhead', figures, options.json);
});

async function measure(client, hostId, agentFolder) {
  const steps = [closedStep(10, STEP_SECONDS), closedStep(50, STEP_SECONDS)];
  const clickedUs = Date.now() * 1000;
  const created = await client.createRun(
    'Overhead',
    specFor(hostId, { path: '/simple', steps, warmupSeconds: WARMUP_SECONDS }),
  );
  const firstUs = await firstRequestUs(agentFolder);
  const run = await client.finish(created.id);
  if (run.state !== 'finished') throw new Error(`The run ${run.state}: ${run.failure?.sentence}`);
  const stepMs = steps.map((_, index) => stepOverheadMs(run.transitions, index));
  const plannedMs = steps.length * (WARMUP_SECONDS + STEP_SECONDS) * 1000;
  const wallMs = (run.endedAtUs - run.createdAtUs) / 1000;
  const runMs = wallMs - plannedMs - stepMs.reduce((a, b) => a + b, 0);
  return { firstByteMs: (firstUs - clickedUs) / 1000, stepMs, runMs };
}

/** From the start of a step's warm-up to its end, less what was planned. */
function stepOverheadMs(transitions, index) {
  const at = (state) => transitions.find((t) => t.state === state && t.stepIndex === index).atUs;
  return (at('cooling') - at('warming')) / 1000 - (WARMUP_SECONDS + STEP_SECONDS) * 1000;
}

/** The server notes when it answered its first request; its stats socket lies in the agent's folder. */
async function firstRequestUs(folder) {
  for (const endsMs = Date.now() + FIRST_BYTE_WITHIN_MS; Date.now() < endsMs; ) {
    const socket = readdirSync(folder, { recursive: true })
      .map(String)
      .find((file) => path.basename(file) === STATS_SOCKET);
    const stats = socket && (await ask(path.join(folder, socket)).catch(() => null));
    if (stats?.firstRequestTimeUs > 0) return stats.firstRequestTimeUs;
    await sleep(20);
  }
  throw new Error(`no load reached the server within ${FIRST_BYTE_WITHIN_MS / 1000} s`);
}

async function ask(socketPath) {
  const socket = connect(socketPath, () => socket.write('\n'));
  socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')));
  const [line] = await once(socket, 'data');
  socket.destroy();
  return JSON.parse(String(line));
}
