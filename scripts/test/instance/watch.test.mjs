// @ts-check
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { userInfo } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { binFolder } from '../../start/build.mjs';
import { freePort } from '../../start/checks.mjs';
import { OwnAgent } from './own-agent.mjs';
import { until } from './processes.mjs';
import { makeSlowedRepository, slowedTarget } from './slowed-repository.mjs';

/** A git repository whose server takes a fifth more CPU time for each request since one of its commits, built and measured for real. */
const [COMMITS, SLOW_AT, ROUNDS] = [12, 7, 3];
/** Of the loop, which is not all of a request. */
const MORE = 0.22;
const METRIC = 'serverCpuUsPerRequest';

/** @type {string} */ let data;
/** @type {string} */ let repository;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;
/** @type {OwnAgent} */ let agent;
/** @type {string[]} */ let commits;
/** @type {object} */ let spec;

beforeAll(async () => {
  data = mkdtempSync('/tmp/millionrps-watch-');
  chmodSync(data, 0o755);
  repository = path.join(data, 'shop');
  commits = makeSlowedRepository(repository, { commits: COMMITS, slowAt: SLOW_AT, more: MORE });
  const own = {
    ...{ DATABASE_URL: '', MILLIONRPS_ADMIN_TOKEN: '', MILLIONRPS_DATA: data, PORT: String(await freePort()) },
    // An hour otherwise: it is one boot of one machine.
    ...{ MILLIONRPS_CONFIRM_AFTER_SECONDS: '5', MILLIONRPS_WEBHOOK_NETWORKS: '127.0.0.1' },
  };
  instance = await startInstance(() => {}, { ...process.env, ...own });
  const config = path.join(data, 'agent.json');
  const { uid, username } = userInfo();
  const target = slowedTarget(repository, await freePort(), uid === 0 ? 'nobody' : username);
  writeFileSync(config, JSON.stringify({ targets: { shop: target } }));
  agent = await new OwnAgent(instance.client, 'watched', { config }).start();
  const { id } = await agent.host();
  spec = {
    ...specFor(id, { path: '/', tool: 'volley', steps: [closedStep(2, 1)], warmupSeconds: 0 }),
    target: { kind: 'named', name: 'shop', tls: false, parameters: [], revision: commits[0] },
  };
}, 120_000);

afterAll(async () => {
  await agent?.remove();
  await instance?.release?.();
  rmSync(data, { recursive: true, force: true });
}, 60_000);

const call = (/** @type {string} */ method, /** @type {string} */ route, /** @type {object} */ body) =>
  instance.client.call(method, route, body);

/** @param {string[]} args @returns {Promise<{ code: number, stdout: string, stderr: string }>} */
function millionrps(...args) {
  const env = { ...process.env, MILLIONRPS_URL: instance.client.url, MILLIONRPS_TOKEN: instance.client.token };
  return new Promise((resolve) => {
    const options = { cwd: repository, env };
    execFile(path.join(binFolder, 'millionrps'), args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** @param {number} at @returns {string} */
const commit = (at) => commits[at] ?? '';

it('a gate ends with 10 and says why at the commit that is slower, and with 0 at its parent', async () => {
  const file = path.join(data, 'gate.json');
  const asked = {
    ...{ kind: 'comparison', question: 'Is it slower?', hypothesis: '', rounds: 5, extensionRounds: 15 },
    ...{ primary: { metric: METRIC, stepIndex: 0 }, marginPercent: 3, seed: null, start: true },
  };
  writeFileSync(file, JSON.stringify({ ...asked, baseline: { name: 'base', spec } }));
  const gate = (/** @type {string} */ base, /** @type {string} */ head) =>
    millionrps('experiment', file, '--base', base, '--head', head, '--require', 'server CPU per request <= +10%');
  const slow = await gate(commit(SLOW_AT - 1), commit(SLOW_AT));
  expect(slow.code, slow.stdout + slow.stderr).toBe(10);
  expect(slow.stdout).toMatch(/server CPU per request/i);
  const parent = await gate(commit(SLOW_AT - 2), commit(SLOW_AT - 1));
  expect(parent.code, parent.stdout + parent.stderr).toBe(0);
}, 360_000);

/** @type {string} */ let benchmarkId;

it('a history over its commits marks the one that is slower, once, after an experiment, and tells a webhook', async () => {
  /** @type {{ headers: Record<string, string>, body: string }[]} */
  const received = [];
  const receiver = createServer(async (request, reply) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ headers: /** @type {Record<string, string>} */ (request.headers), body });
    reply.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
  const { secret } = await call('POST', '/webhooks', {
    url: `http://127.0.0.1:${port}/hook`,
    ...{ description: 'the test', template: 'standard', eventTypes: ['change.confirmed', 'change.fixed'] },
  });
  const design = {
    spec,
    reference: commit(0),
    rounds: ROUNDS,
    primary: { metric: METRIC, stepIndex: 0 },
    marginPercent: 3,
  };
  ({ id: benchmarkId } = await call('POST', '/benchmarks', { name: 'shop', design }));
  const alerts = async () => (await call('GET', `/alerts?benchmarkId=${benchmarkId}`)).alerts;
  for (const sha of commits) {
    const { experimentId } = await call('POST', `/benchmarks/${benchmarkId}/points`, { commit: sha });
    await over(experimentId);
    await until('the point is kept', async () => (await call('GET', `/benchmarks/${benchmarkId}`)).measuring === 0);
  }
  await until('the change is confirmed', async () => (await alerts())[0]?.state === 'confirmed', 240_000);
  const told = await alerts();
  expect(told.map(({ state, direction, after }) => [state, direction, after.revision])).toEqual([
    ['confirmed', 'worse', commit(SLOW_AT)],
  ]);
  const [{ id, sentence, before, series }] = told;
  expect(before.revision).toBe(commit(SLOW_AT - 1));
  expect(series[0].shown.low).toBeGreaterThan(1.1);
  expect(series[0].shown.high).toBeLessThan(1.35);
  const history = await call('GET', `/benchmarks/${benchmarkId}/history`);
  expect(history.epochs).toHaveLength(1);
  expect(history.series[0].points.map(({ revision }) => revision)).toEqual(commits);

  await until('the webhook is told', async () => received.length > 0);
  const [{ headers, body }] = received;
  const event = new Webhook(secret).verify(body, headers);
  expect(event).toMatchObject({ type: 'change.confirmed', data: { alertId: id, after: commit(SLOW_AT) } });
  expect(event.data.sentence).toBe(`shop: ${sentence}`);
  expect(() => new Webhook(secret).verify(body.replace(commit(SLOW_AT), commit(0)), headers)).toThrow();
  expect(received).toHaveLength(1);
  receiver.close();
}, 600_000);

it('a search between two points of it finds the commit', async () => {
  const begun = await call('POST', `/benchmarks/${benchmarkId}/bisections`, {
    good: commit(SLOW_AT - 3),
    bad: commit(SLOW_AT + 1),
  });
  const found = await until(
    'the search is over',
    async () => {
      const now = await call('GET', `/bisections/${begun.id}`);
      return now.status !== 'running' && now;
    },
    400_000,
  );
  expect(found.sentence).toContain(`Server CPU per request changed at ${commit(SLOW_AT).slice(0, 7)}: it is +`);
  expect(found.outcome).toBe('found');
}, 420_000);

/** @param {string} experimentId */
const over = (experimentId) =>
  until(
    'the experiment is over',
    async () => (await call('GET', `/experiments/${experimentId}`)).status === 'done',
    120_000,
  );
