// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { closedStep, NO_TUNING, specFor } from '../../lab/client.mjs';
import { descendants, until } from '../instance/processes.mjs';
import { placesOfTest, startBridgedLab } from './bridged-lab.mjs';
import { Terminal } from './terminal.mjs';
import { NIC } from './topology.mjs';
import { stateOf, wish } from './tuned-host.mjs';

/** The script of a run over several hosts, started by hand on each of them, as by people with a terminal on each. */
const { server: serverPlace, clients: places } = placesOfTest();
const [leftPlace, rightPlace] = places;
const SECONDS = 2;
const LONG_SECONDS = 30;

/** @type {string} */ let folder;
/** @type {import('./bridged-lab.mjs').BridgedLab} */ let bridged;
/** @type {string[]} */ let hostIds;
/** @type {Terminal[]} */ let terminals = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-by-hand-'));
  bridged = await startBridgedLab(inject('bridgedInstance'), [
    ['scripted-server', serverPlace],
    ['scripted-left', leftPlace],
    ['scripted-right', rightPlace],
  ]);
  hostIds = (await Promise.all(bridged.agents.map((agent) => agent.host()))).map(({ id }) => id);
}, 90_000);

afterEach(() => {
  for (const { pid } of terminals.flatMap((terminal) => descendants(terminal.pid))) kill(pid);
  terminals = [];
});

afterAll(async () => {
  await bridged?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in between.
  }
}

/** Steering, device, offloads, queues and a kernel parameter that each namespace has of its own. */
const tuning = {
  targetCpus: 'first 1',
  server: {
    ...wish,
    nicQueues: 2,
    transmitSteering: { cpus: 'all', spread: 'all' },
    offloads: { gro: true, gso: false, tso: false, lro: null },
    openFilesLimit: 4096,
  },
  clients: { ...NO_TUNING, mtuBytes: 1400, sysctls: [{ name: 'net.core.somaxconn', value: '778' }] },
};

const SETTINGS = [
  'mtuBytes',
  'nicQueues',
  'offloads',
  'openFilesLimit',
  'packetSteering',
  'sysctls',
  'transmitSteering',
];

/** A run that was measured, with its script. */
async function measured(name, clients, over) {
  const [server = '', ...others] = hostIds;
  const steps = [closedStep(8, SECONDS)];
  const plain = specFor(server, { path: '/simple', steps, tool: 'volley', warmupSeconds: 1 });
  const spec = { ...plain, ...over, clients: others.slice(0, clients).map((hostId) => ({ hostId })) };
  const { lab } = bridged;
  const { id } = await lab.createRun(name, { ...spec, load: { ...spec.load, toolCpus: '1' } });
  await until('the run measures', async () => (await lab.call('GET', `/runs/${id}`)).state === 'measuring');
  const during = [serverPlace, ...places.slice(0, clients)].map(stateOf);
  const run = await lab.finish(id);
  expect(run.failure).toBeNull();
  const reply = await fetch(`${lab.url}/api/v1/runs/${id}/export?format=script`, {
    headers: { authorization: `Bearer ${lab.token}` },
  });
  expect(reply.status).toBe(200);
  return { run, during, script: inNamespaces(await reply.text()) };
}

/** What a script would write is what a namespace has of its own: else it is not started here. */
function inNamespaces(script) {
  const own = [
    `file /sys/class/net/${NIC}/`,
    'file /proc/sys/net/core/somaxconn',
    ...['offload', 'channels'].map((kind) => `${kind} ${NIC} `),
  ];
  const writes = script.split('\n').filter((line) => /^\s*(put|keep|keep_where_there) /.test(line));
  expect(writes.filter((line) => !own.some((place) => line.includes(` ${place}`)))).toEqual([]);
  return script;
}

/** @param {{ namespace: string } | undefined} place @param {string} role @param {string} script */
function start(place, role, script, env = {}) {
  const own = path.join(folder, place?.namespace ?? '');
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, 'x.sh'), script);
  // As root's own, also where the suite was started by sudo.
  const address = { SERVER_ADDRESS: serverPlace.address, RESULTS: 'results', SUDO_UID: '' };
  const terminal = new Terminal(place?.namespace ?? '', own, ['bash', 'x.sh', role], { ...address, ...env });
  terminals.push(terminal);
  // As root it asks whether to start what hosts reported.
  if (role !== 'restore') terminal.enter('y');
  return terminal;
}

const printed = (place, name) => JSON.parse(readFileSync(path.join(folder, place.namespace, 'results', name), 'utf8'));
const isTarget = ({ command }) => /\/server .*--host/.test(command);
/** By its own name: `timeout` and `taskset` have it in their command lines too, until they have become it. */
const isTool = ({ command }) => /^\S*\/agent volley /.test(command);
const cpusOf = ({ pid }) => readFileSync(`/proc/${pid}/status`, 'utf8').match(/^Cpus_allowed_list:\s*(.*)$/m)?.[1];
const PUT_BACK = 'everything that was tuned reads as it was before';
const HOLDS = 'start the clients, and press Enter when they are done';

describe('a script of two hosts that tunes both', () => {
  /** @type {Awaited<ReturnType<typeof measured>>} */ let one;
  /** @type {string[]} */ let before;
  const now = () => [serverPlace, leftPlace].map(stateOf);

  beforeAll(async () => {
    before = now();
    one = await measured('by hand', 1, { tuning });
    expect(now()).toEqual(before);
    const knobs = one.run.tuning.flatMap((host) => host.knobs);
    const asked = knobs.filter((knob) => knob.asked !== null);
    expect(asked.filter(({ status }) => status !== 'applied')).toEqual([]);
    expect([...new Set(asked.map(({ setting }) => setting))].sort()).toEqual(SETTINGS);
  }, 60_000);

  it('makes of both hosts what the agents made of them, measures, keeps what the tool prints, and restores', async () => {
    const server = start(serverPlace, 'server', one.script);
    await server.shows(HOLDS);
    expect(server.shown).toMatch(/this starts as root what hosts reported.*\s+\/\S+\/server\s/);
    // Every value reads as it read in the run.
    expect(server.shown).not.toContain('note:');
    const [target] = descendants(server.pid).filter(isTarget);
    expect(cpusOf(target)).toBe(one.run.target.cpus);
    expect(readFileSync(`/proc/${target?.pid}/limits`, 'utf8')).toMatch(/Max open files\s+4096\s/);
    const client = start(leftPlace, 'client-1', one.script);
    const [tool] = await until('load is made', () => {
      const found = descendants(client.pid).filter(isTool);
      return found.length > 0 && found;
    });
    expect(cpusOf(tool)).toBe('1');
    expect(now()).toEqual(one.during);
    expect(await client.ended, client.shown).toBe(0);
    expect(client.shown).toContain(PUT_BACK);
    expect(now()).toEqual([one.during[0], before[1]]);

    const report = printed(leftPlace, 'turn-01-step-01.out');
    expect(report.succeeded).toBeGreaterThan(100);
    const [{ point }] = one.run.steps;
    console.log(`by hand: ${report.succeeded} requests in ${SECONDS} s; in the run: ${point.requests}`);

    server.enter();
    expect(await server.ended, server.shown).toBe(0);
    expect(server.shown).toContain(PUT_BACK);
    expect(now()).toEqual(before);
  });

  it('puts each host back at Ctrl-C in the middle, and ends what it started', async () => {
    const script = one.script.replace(new RegExp(`--duration ${SECONDS}s`), `--duration ${LONG_SECONDS}s`);
    const server = start(serverPlace, 'server', script);
    await server.shows(HOLDS);
    const client = start(leftPlace, 'client-1', script);
    await until('load is made', () => descendants(client.pid).some(isTool));
    const ofClient = descendants(client.pid);
    client.ctrlC();
    expect(await client.ended, client.shown).toBe(130);
    expect(client.shown).toContain(PUT_BACK);
    expect(now()).toEqual([one.during[0], before[1]]);
    await until('its processes are gone', () => !ofClient.some(({ pid }) => isAlive(pid)), 5_000);

    const ofServer = descendants(server.pid);
    expect(ofServer.some(isTarget)).toBe(true);
    server.ctrlC();
    expect(await server.ended, server.shown).toBe(130);
    expect(server.shown).toContain(PUT_BACK);
    expect(now()).toEqual(before);
    await until('its processes are gone', () => !ofServer.some(({ pid }) => isAlive(pid)), 5_000);
  });

  it('is not started again after a kill -9 until it has put the host back', async () => {
    const server = start(serverPlace, 'server', one.script);
    await server.shows(HOLDS);
    for (const { pid } of descendants(server.pid)) kill(pid);
    await server.ended;
    expect(now()).toEqual([one.during[0], before[1]]);
    const again = start(serverPlace, 'server', one.script);
    expect(await again.ended).toBe(1);
    expect(again.shown).toContain('x.sh restore');
    const restore = start(serverPlace, 'restore', one.script);
    expect(await restore.ended, restore.shown).toBe(0);
    expect(now()).toEqual(before);
  });
});

it('clients of one run begin together, at the instant that each is told', async () => {
  const { script, run } = await measured('two by hand', 2, {});
  const server = start(serverPlace, 'server', script);
  await server.shows(HOLDS);
  const early = start(leftPlace, 'client-1', script);
  expect(await early.ended).toBe(1);
  expect(early.shown).toContain('set START_AT');
  const at = { START_AT: String(Math.ceil(Date.now() / 1000) + 5) };
  const both = [start(leftPlace, 'client-1', script, at), start(rightPlace, 'client-2', script, at)];
  for (const client of both) expect(await client.ended, client.shown).toBe(0);
  const reports = [leftPlace, rightPlace].map((place) => printed(place, 'turn-01-step-01.out'));
  for (const { succeeded } of reports) expect(succeeded).toBeGreaterThan(100);
  const [first, second] = reports.map(({ startedAtUs }) => startedAtUs);
  expect(Math.abs(first - second)).toBeLessThan(100_000);
  expect(run.steps[0].clients).toHaveLength(2);
  server.enter();
  expect(await server.ended).toBe(0);
}, 90_000);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
