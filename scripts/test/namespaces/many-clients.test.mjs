// @ts-check
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { closedStep, openStep, specFor } from '../../lab/client.mjs';
import { descendants, until } from '../instance/processes.mjs';
import { placesOfTest, startBridgedLab } from './bridged-lab.mjs';

/** Four clients act as one: each in a namespace of its own, with an agent and a load generator of its own. */
const { server: serverPlace, clients: clientPlaces } = placesOfTest();
const NAMES = ['client-a', 'client-b', 'client-c', 'client-d'];
const SECONDS = 3;

/** @type {import('./bridged-lab.mjs').BridgedLab} */ let bridged;
/** @type {import('../../lab/client.mjs').LabClient} */ let lab;
/** @type {import('../instance/own-agent.mjs').OwnAgent[]} */ let clients;
/** @type {import('../instance/own-agent.mjs').OwnAgent} */ let server;

beforeAll(async () => {
  const hosts = NAMES.map((name, i) => /** @type {[string, typeof serverPlace]} */ ([name, clientPlaces[i]]));
  bridged = await startBridgedLab(inject('bridgedInstance'), [['common-server', serverPlace], ...hosts]);
  lab = bridged.lab;
  [server, ...clients] = bridged.agents;
}, 60_000);

afterAll(() => bridged?.stop());

async function spec(step, tool = 'volley') {
  const hosts = await Promise.all(clients.map((agent) => agent.host()));
  const { id } = await server.host();
  const one = specFor(id, { path: '/simple', steps: [step], warmupSeconds: 1 });
  return { ...one, clients: hosts.map((host) => ({ hostId: host.id })), load: { ...one.load, tool } };
}

const run = async (name, step, tool) => lab.finish((await lab.createRun(name, await spec(step, tool))).id);

/** What each client's generator itself wrote of the measured step. @returns {Promise<any[]>} */
async function reports({ id, artifacts }) {
  const own = artifacts.filter(({ kind, phase }) => kind === 'tool-output' && phase === 'measure');
  return Promise.all(
    own.map(async (artifact) => {
      const reply = await fetch(`${lab.url}/api/v1/runs/${id}/artifacts/${artifact.id}`, {
        headers: { authorization: `Bearer ${lab.token}` },
      });
      return reply.json();
    }),
  );
}

/** Every request of every client in one histogram, counted up by value. */
function union(histograms) {
  const counts = new Map();
  for (const { valuesUs, counts: more } of histograms) {
    for (const [i, value] of valuesUs.entries()) counts.set(value, (counts.get(value) ?? 0) + more[i]);
  }
  return [...counts].sort(([a], [b]) => a - b);
}

const sum = (values) => values.reduce((a, b) => a + b, 0);

/** How far apart the clients began, by the clock of the API, in milliseconds. */
function spreadMs(parts) {
  const began = parts.map(({ figures }) => figures.startedAtUs + figures.clock.offsetUs);
  return (Math.max(...began) - Math.min(...began)) / 1000;
}

it('four clients share a closed loop, begin together, and their histograms are one', async () => {
  const done = await run('four clients', closedStep(42, SECONDS));
  expect(done.failure).toBeNull();
  const [{ point, clients: parts }] = done.steps;
  expect(parts.map(({ name }) => name).sort()).toEqual(NAMES);
  expect(parts.map(({ share }) => share.connections).sort()).toEqual([10, 10, 11, 11]);
  expect(point.connectionsEstablished).toBe(42);
  expect(spreadMs(parts)).toBeLessThan(100);

  const said = await reports(done);
  expect(said).toHaveLength(NAMES.length);
  const { steps } = await lab.call('GET', `/runs/${done.id}/latency-histograms`);
  const merged = steps[0].histogram;
  expect(merged.valuesUs.map((value, i) => [value, merged.counts[i]])).toEqual(union(said.map((s) => s.histogram)));
  expect(sum(merged.counts)).toBe(point.requests);
  expect(point.latencyMs.p99).toBeGreaterThan(0);
  expect(point.latencyRangeMs).toBeNull();

  // Every request that went out was answered before the tools ended, so the server has counted exactly those.
  expect(point.requests).toBe(sum(said.map(({ succeeded }) => succeeded)));
  expect(sum(said.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(42);
  expect(point.serverRequests).toBe(sum(said.map(({ sent }) => sent)));
  console.log(
    `four clients: ${point.requests} requests, the server counted ${point.serverRequests}, began within ${spreadMs(parts).toFixed(2)} ms, ` +
      `${point.requestsPerSecond.toFixed(0)} req/s over ${(point.commonWindowUs / 1e6).toFixed(3)} s in common`,
  );
});

it('four clients share a rate', async () => {
  const done = await run('four clients at a rate', openStep(2_002, SECONDS));
  expect(done.failure).toBeNull();
  const [{ point, clients: parts }] = done.steps;
  expect(parts.map(({ share }) => share.requestsPerSecond).sort()).toEqual([500, 500, 501, 501]);
  expect(point.offeredPerSecond).toBeCloseTo(2_002, -1);
  expect(point.requestsPerSecond).toBeGreaterThan(1_900);
  expect(point.latencyMs.loop).toBe('open');
  expect(point.serverRequests).toBe(sum((await reports(done)).map(({ sent }) => sent)));
});

it('a tool without a histogram gives a range, not a percentile', async () => {
  const done = await run('four times wrk', closedStep(8, 2), 'wrk');
  expect(done.failure).toBeNull();
  const [{ point, clients: parts }] = done.steps;
  expect(point.latencyMs.p99).toBeNull();
  const each = parts.map(({ figures }) => figures.latencyMs.p99);
  expect(point.latencyRangeMs.p99).toEqual({ low: Math.min(...each), high: Math.max(...each) });
});

it('one client that fails fails the step with its name, and the others are kept', async () => {
  const { id } = await lab.createRun('one client fails', await spec(closedStep(40, 6)));
  const victim = clients[2];
  await until('the step is measured', async () => (await lab.call('GET', `/runs/${id}`)).state === 'measuring');
  const [tool] = await until('its tool runs', () => {
    const children = descendants(victim?.pid ?? 0);
    return children.length > 0 && children;
  });
  process.kill(tool.pid, 'SIGKILL');
  const done = await lab.finish(id);
  const [{ status, failure, point, clients: parts }] = done.steps;
  expect([status, point]).toEqual(['failed', null]);
  expect(failure.sentence).toContain('client-c');
  for (const part of parts) {
    if (part.name === 'client-c') expect([part.figures, part.failure]).toEqual([null, expect.anything()]);
    else expect(part.figures.requests, part.name).toBeGreaterThan(0);
  }
});
