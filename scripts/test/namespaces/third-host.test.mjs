// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closedStep, plainGet, specFor } from '../../lab/client.mjs';
import { descendants, until } from '../instance/processes.mjs';
import { databaseText, filesWith } from '../instance/search-for.mjs';
import { placesOfTest, startBridgedLab } from './bridged-lab.mjs';

/**
 * A target in one namespace, its load from a second, and PostgreSQL, the cache and the failing server, which it asks, in a
 * third.
 */
const { server: serverPlace, clients } = placesOfTest();
const [clientPlace, backendPlace] = clients;
const CONNECTIONS = 8;
const POOL = 4;

/** @type {import('./bridged-lab.mjs').BridgedLab} */ let bridged;
/** @type {import('../../lab/client.mjs').LabClient} */ let lab;
/** @type {import('../instance/own-agent.mjs').OwnAgent} */ let server;
/** @type {import('../instance/own-agent.mjs').OwnAgent} */ let client;
/** @type {import('../instance/own-agent.mjs').OwnAgent} */ let backend;

beforeAll(async () => {
  bridged = await startBridgedLab(inject('bridgedInstance'), [
    ['a-target', serverPlace],
    ['a-client', clientPlace],
    ['a-database', backendPlace, undefined, true],
  ]);
  lab = bridged.lab;
  [server, client, backend] = bridged.agents;
}, 60_000);

afterAll(() => bridged?.stop());

const hostId = async (agent) => (await agent.host()).id;
const spec = async (paths, seconds) => {
  const steps = [closedStep(CONNECTIONS, seconds)];
  const one = specFor(await hostId(server), { path: '/', tool: 'volley', steps, warmupSeconds: 0 });
  return {
    ...one,
    clients: [{ hostId: await hostId(client) }],
    backend: { hostId: await hostId(backend), address: null },
    requests: paths.map((path) => plainGet(path, 1)),
    target: {
      ...one.target,
      database: { poolSize: POOL, prepared: true, batch: 1, synchronousCommit: false },
      ...(paths.includes('/cache-read') && { cache: { poolSize: POOL } }),
      ...(paths.includes('/downstream') && {
        downstream: { timeoutMs: 1000, retries: 1, failPercent: 0, delayMs: 0 },
      }),
    },
  };
};
const read = (id) => lab.call('GET', `/runs/${id}`);
const underLoad = async (id) => {
  await until('the run measures', async () => (await read(id)).state === 'measuring');
  await until('load is driven', () => descendants(client.pid).length > 0);
};
const allFree = () =>
  until('the hosts are free', async () => {
    const hosts = await Promise.all([server, client, backend].map((agent) => agent.host()));
    return hosts.every((host) => host.status === 'ready' && host.runId === null);
  });

/** Addresses with ports on which anything listens in a namespace. @returns {string[]} */
const listening = (namespace) =>
  execFileSync('ip', ['netns', 'exec', namespace, 'ss', '-Hltn'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim().split(/\s+/)[3] ?? '');

/** Of the target's own processes. @returns {Record<string, string>} */
function environmentOfTarget() {
  const target = descendants(server.pid).find(({ command }) => command.includes('--database'));
  const variables = readFileSync(`/proc/${target?.pid}/environ`, 'utf8').split('\0');
  return Object.fromEntries(variables.map((one) => one.split(/=(.*)/s).slice(0, 2)));
}

/** What the cache says to one line of a stranger. @returns {Promise<string>} */
const askCache = (address, line) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => socket.write(`${line}\r\n`));
    socket.setTimeout(5000, () => socket.destroy(new Error('the cache said nothing')));
    socket.once('error', reject).once('data', (text) => {
      socket.destroy();
      resolve(String(text));
    });
  });

/** Why a stranger may not come in. @returns {Promise<string>} */
async function refusalOf(address, user, password) {
  const { hostname, port } = new URL(address);
  const stranger = new pg.Client({ host: hostname, port: Number(port), user, password, database: 'postgres' });
  return stranger.connect().then(
    () => stranger.end().then(() => 'let in'),
    (error) => error.message,
  );
}

/** What services write: a folder each. */
const leftovers = () =>
  [`${backend.folder}/backends`, `${backend.folder}.backends`].flatMap((at) =>
    existsSync(at) ? readdirSync(at).map((name) => `${at}/${name}`) : [],
  );

describe('a run whose database is on a third host', () => {
  it('measures it, adds up, tells no password, and leaves nothing', async () => {
    const asked = await spec(['/db-read', '/db-write', '/cache-read', '/downstream'], 5);
    const { id } = await lab.createRun('three hosts', asked);
    await underLoad(id);
    const at = listening(backendPlace?.namespace ?? '');
    expect(at).toHaveLength(3);
    for (const one of at) expect(one).toMatch(`${backendPlace?.address}:`);
    expect(listening(serverPlace.namespace)).toHaveLength(1);
    const { target } = await read(id);
    const flag = (name) => target.command[target.command.indexOf(`--${name}`) + 1];
    expect(await askCache(flag('cache'), 'GET item:1')).toMatch(/^-NOAUTH/);
    expect(await refusalOf(flag('database'), 'millionrps_target', 'wrong')).toMatch('password authentication failed');
    expect(await refusalOf(flag('database'), 'millionrps', 'wrong')).toMatch('no pg_hba.conf entry');
    const { PGPASSWORD = '', REDISCLI_AUTH = '' } = environmentOfTarget();
    const cacheFile = leftovers()
      .map((folder) => `${folder}/cache.conf`)
      .find(existsSync);
    const passwords = [...new Set([PGPASSWORD, REDISCLI_AUTH, ...ownPasswords(cacheFile ?? '')])];
    expect(passwords).toHaveLength(3);
    for (const password of passwords) expect(password).toMatch(/^[A-Z2-7]{26}$/);

    const run = await lab.finish(id);
    expect(run.failure).toBeNull();
    expect(run.hosts.map(({ name, roles }) => `${name}: ${roles}`).sort()).toEqual([
      'a-client: client',
      'a-database: backend',
      'a-target: server',
    ]);
    const [{ point, evidence }] = run.steps;
    expect(point.errors).toEqual({ connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 });
    expect(point.serverRequests - point.requests).toBeGreaterThanOrEqual(0);
    expect(point.serverRequests - point.requests).toBeLessThanOrEqual(point.inFlightMax);
    const { pool, cache, database, downstream, cpu } = evidence.backend;
    // A quarter of the requests each, and a transaction for each request of the database, which PostgreSQL tells up to a second late.
    const perSecond = (count, { seconds }) => count / seconds;
    const each = point.serverRequests / (point.durationUs / 1e6) / 4;
    for (const told of [
      perSecond(pool.asked, pool) / 2,
      perSecond(cache.asked, cache),
      perSecond(downstream.calls, downstream),
    ])
      expect(told / each).toBeGreaterThan(0.75);
    expect(perSecond(database.commits, database) / perSecond(pool.acquired, pool)).toBeGreaterThan(0.7);
    expect(perSecond(database.commits, database) / perSecond(pool.acquired, pool)).toBeLessThan(1.4);
    expect(pool.size % POOL).toBe(0);
    expect(cpu.cpuUs).toBeGreaterThan(0);
    expect(cpu.name).toBe('a-database');
    expect(evidence.backendHost).toMatchObject({ name: 'a-database', side: 'backend' });
    expect(evidence.backendHost.cpu.user).toBeGreaterThan(0);
    expect(evidence.backendHost.hottestCpu.busy).toBeGreaterThan(0);

    console.log(
      `three hosts: ${point.requestsPerSecond.toFixed(0)} req/s; pool ${pool.asked} asked in ${pool.seconds.toFixed(2)} s, ` +
        `${database.commits} commits in ${database.seconds.toFixed(2)} s, services ${(cpu.cpuUs / 1e6 / cpu.seconds).toFixed(2)} CPUs`,
    );
    await allFree();
    expect(listening(backendPlace?.namespace ?? '')).toEqual([]);
    expect(leftovers()).toEqual([]);
    expect(descendants(backend.pid)).toEqual([]);
    await neverTold(id, passwords);
  }, 120_000);

  it('ends as failed with the name of that host when its agent is killed under load, and nothing of it stays', async () => {
    const { id } = await lab.createRun('killed', await spec(['/db-read'], 30));
    await underLoad(id);
    const services = descendants(backend.pid).map(({ pid }) => pid);
    expect(services.length).toBeGreaterThan(3);
    await backend.kill();
    await until('the services ended', () => services.every((pid) => !existsSync(`/proc/${pid}`)));
    await backend.start();
    const run = await lab.finish(id);
    expect(run.state).toBe('failed');
    expect(run.failure.sentence).toMatch('The agent on a-database ');
    await allFree();
    expect(leftovers()).toEqual([]);
  }, 120_000);

  it('leaves nothing when it is canceled, nor when the agent of the target is killed', async () => {
    const canceled = await lab.createRun('canceled', await spec(['/db-read'], 30));
    await underLoad(canceled.id);
    await lab.call('POST', `/runs/${canceled.id}/cancel`);
    expect((await lab.finish(canceled.id)).state).toBe('canceled');
    await allFree();
    expect([listening(backendPlace?.namespace ?? ''), leftovers()]).toEqual([[], []]);

    const killed = await lab.createRun('target killed', await spec(['/db-read'], 30));
    await underLoad(killed.id);
    await server.kill();
    await server.start();
    expect((await lab.finish(killed.id)).failure.sentence).toMatch('The agent on a-target ');
    await allFree();
    expect([listening(backendPlace?.namespace ?? ''), leftovers()]).toEqual([[], []]);
  }, 120_000);
});

/** Of the users in the cache's own file, which only its user may read. @param {string} file */
const ownPasswords = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/>(\w+)/g)].map(([, password]) => password ?? '');

/** The passwords are in no table, file of the instance or an agent, export or share. */
async function neverTold(id, passwords) {
  const { pid, data } = inject('bridgedInstance');
  const { url } = await lab.call('POST', '/shares', { runIds: [id] });
  const texts = [
    await databaseText(pid),
    await (await fetch(url.replace('/s/', '/api/v1/shared/'))).text(),
    JSON.stringify(await read(id)),
    JSON.stringify(await lab.call('GET', `/runs/${id}/snapshots`)),
  ];
  expect(texts[0]).toContain('start-backends');
  expect(texts[1]).not.toContain(backendPlace?.address);
  for (const password of passwords) {
    expect(texts.filter((text) => text.includes(password))).toEqual([]);
    expect(filesWith(password, [data, server.folder, client.folder, backend.folder])).toEqual([]);
  }
}
