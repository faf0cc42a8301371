#!/usr/bin/env node
// @ts-check
/**
 * `npm run bench:loadgen`: CPU time that each load tool takes for a request, as the kernel bills it to the tool's
 * process, against the same reference server. Server and tool have a CPU each. Every tool is watched for some seconds
 * in turn, in another order each round and in the middle of its own run, so neither its start nor its report counts.
 * Requests are those that the server counted. `--tools wrk,vegeta` measures volley beside these alone, for closer
 * intervals in the same time, and `--tools secure` what is sent by https and HTTP/2, from nginx.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { binFolder, build } from '../start/build.mjs';
import { hold, spawnHeld, temporaryFolder } from '../start/ending.mjs';
import { ensureVegeta } from '../start/load-tools.mjs';
import { runScript } from '../start/run-script.mjs';
import { Sentence } from '../start/sentence.mjs';
import { ensurePrograms } from '../test/programs.mjs';
import { ensureNginx } from '../test/web-servers.mjs';
import { cpuTimeUs } from './cpu-time.mjs';
import { figure, printFigures } from './figures.mjs';
import { loadTools } from './load-tools.mjs';
import { benchOptions, holdToGoals } from './options.mjs';
import { MATCHES, startSecure } from './secure-load.mjs';
import { twoCpus } from './server-load.mjs';
import { startPinned } from './server-subjects.mjs';

const ROUTES = ['simple', 'read'];
const SECURE = 'secure';
/** The tool's start and its report, which do not count. */
const [SETTLE_MS, REPORT_MS] = [1_500, 1_000];
/** The ratio's upper bound is to be no higher. */
const GOALS = {
  'ratio.simple.plain.wrk': 1,
  'ratio.read.plain.wrk': 1,
  'ratio.simple.p16.wrk': 1,
  'ratio.read.p16.wrk': 1,
  'ratio.simple.plain.autocannon': 0.4,
  'ratio.simple.p16.autocannon': 0.12,
  'ratio.simple.plain.vegeta': 0.25,
  'ratio.read.plain.vegeta': 0.25,
  'ratio.tls.simple.wrk': 1,
  'ratio.h2.simple.h2load': 1,
  'ratio.handshakes.wrk_or_h2load': 1.2,
};
const report = (line) => console.error(line);

await runScript(async () => {
  const options = benchOptions(
    { rounds: { usual: 6, shortest: 1, least: 2 }, seconds: { usual: 6, shortest: 3, least: 3 } },
    ['tools'],
  );
  const { rounds, seconds } = options;
  const [serverCpu, toolCpu] = twoCpus();
  ensurePrograms(['wrk', 'h2load', 'openssl'], report);
  await ensureVegeta(report);
  await build({ report, web: false });
  const secure = options.tools === undefined || options.tools === SECURE;
  const tools = options.tools === SECURE ? [] : chosen(loadTools(report), options.tools);
  const server = await startServer(serverCpu);
  const nginx = secure ? await startSecure(ensureNginx(report), serverCpu) : undefined;
  const compared = /** @type {Map<string, number[]>} */ (new Map());
  const used = /** @type {Map<string, number[]>} */ (new Map());
  for (let round = 0; round < rounds; round++) {
    report(`round ${round + 1} of ${rounds}`);
    for (const [route, mode, tool] of turns(tools, round)) {
      const us = await usPerRequest(server, tool.argv(`${server.url}/${route}`, mode, seconds), toolCpu, seconds);
      const id = `client_us.${route}.${mode}.${tool.name}`;
      used.set(id, [...(used.get(id) ?? []), us]);
    }
    if (nginx) await compareSecure(nginx, round, { toolCpu, seconds, compared });
  }
  for (const [id, us] of compared) if (id.startsWith('client_us.')) used.set(id, us);
  const figures = [...used].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, us]) => figure(id, 'us', us));
  figures.push(...ratios(used));
  for (const [id, ratios] of compared) if (id.startsWith('ratio.')) figures.push(figure(id, 'ratio', ratios));
  printFigures('loadgen', figures, options.json);
  holdToGoals(missed(figures), options);
});

/** Each match once; who comes first changes with the round. */
async function compareSecure(nginx, round, { toolCpu, seconds, compared }) {
  const add = (id, value) => compared.set(id, [...(compared.get(id) ?? []), value]);
  for (const { name, tools } of MATCHES) {
    const us = new Map();
    for (const tool of round % 2 === 0 ? tools : tools.toReversed()) {
      us.set(tool.name, await usPerRequest(nginx, tool.argv(nginx.url, seconds), toolCpu, seconds));
      add(`client_us.${name.replace(/\.[^.]*$/, '')}.${tool.name}`, us.get(tool.name));
    }
    const [ours, theirs] = tools.map((tool) => us.get(tool.name));
    add(`ratio.${name}`, ours / theirs);
  }
}

/** Ours, and those that were named. @param {import('./load-tools.mjs').LoadTool[]} tools @param {string | undefined} names */
function chosen(tools, names) {
  if (names === undefined) return tools;
  const wanted = ['volley', ...names.split(',')];
  const unknown = wanted.filter((name) => !tools.some((tool) => tool.name === name));
  if (unknown.length > 0)
    throw new Sentence(
      `There is no ${unknown.join(' or ')} here; there is ${tools.map(({ name }) => name).join(', ')}.`,
    );
  return tools.filter(({ name }) => wanted.includes(name));
}

/** Every combination once; who comes first changes with the round. */
function turns(tools, round) {
  const rotated = tools.map((_, i) => tools[(i + round) % tools.length]);
  return ROUTES.flatMap((route) =>
    /** @type {const} */ (['plain', 'p16']).flatMap((mode) =>
      rotated.filter((tool) => tool.modes.includes(mode)).map((tool) => /** @type {const} */ ([route, mode, tool])),
    ),
  );
}

async function startServer(cpu) {
  const { folder } = temporaryFolder('bench');
  const socket = path.join(folder, 'stats.sock');
  const args = ['--port=0', '--workers=1', `--stats-socket=${socket}`];
  const server = await startPinned(cpu, path.join(binFolder, 'server'), args);
  const stats = connect(socket);
  const answers = createInterface({ input: stats })[Symbol.asyncIterator]();
  const requests = async () => {
    stats.write('\n');
    const { value } = await answers.next();
    return JSON.parse(value).workers.reduce((sum, worker) => sum + worker.requests, 0);
  };
  hold(() => stats.destroy());
  return { url: server.url, requests };
}

/** CPU time of the tool for each request that the server counted meanwhile. */
async function usPerRequest(server, argv, cpu, seconds) {
  const { child } = spawnHeld('taskset', ['-c', String(cpu), ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  await sleep(SETTLE_MS);
  const before = { us: cpuTimeUs(child.pid ?? 0), requests: await server.requests() };
  await sleep(seconds * 1000 - SETTLE_MS - REPORT_MS);
  const after = { us: cpuTimeUs(child.pid ?? 0), requests: await server.requests() };
  const [code] = await ended;
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with status ${code}: ${said.trim().slice(-500)}`);
  return (after.us - before.us) / (after.requests - before.requests);
}

/** Ours to each other tool's, round by round: what disturbs a round disturbs both. */
function ratios(used) {
  return [...used].flatMap(([id, us]) => {
    const [, route, mode, tool] = id.split('.');
    const ours = used.get(`client_us.${route}.${mode}.volley`);
    if (tool === 'volley' || !ROUTES.includes(route)) return [];
    return [
      figure(
        `ratio.${route}.${mode}.${tool}`,
        'ratio',
        us.map((theirs, round) => ours[round] / theirs),
      ),
    ];
  });
}

/** @param {import('./figures.mjs').Figure[]} figures */
function missed(figures) {
  return figures
    .filter(({ id, high }) => GOALS[id] !== undefined && high > GOALS[id])
    .map(({ id, high }) => `${id} is up to ${high}, and should be at most ${GOALS[id]}`);
}
