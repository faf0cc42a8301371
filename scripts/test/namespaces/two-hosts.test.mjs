// @ts-check
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { alive, descendants, until } from '../instance/processes.mjs';
import { placesOfTest, startBridgedLab } from './bridged-lab.mjs';
import { watchBusiest } from './busiest.mjs';
import { NIC, QUEUES } from './topology.mjs';
import { HostValues, tuned, wish } from './tuned-host.mjs';

/**
 * A real instance in the API's namespace, an agent in the server's, and one in a client's.
 */
const { server: serverPlace, clients } = placesOfTest();
const [clientPlace] = clients;
const CONNECTIONS = 8;
const SECONDS = 3;

/** @type {import('./bridged-lab.mjs').BridgedLab} */ let bridged;
/** As the hosts see the instance. @type {import('../../lab/client.mjs').LabClient} */ let lab;
/** @type {import('../instance/own-agent.mjs').OwnAgent} */ let server;
/** @type {import('../instance/own-agent.mjs').OwnAgent} */ let client;

beforeAll(async () => {
  bridged = await startBridgedLab(inject('bridgedInstance'), [
    ['the-server', serverPlace],
    ['the-client', clientPlace],
  ]);
  lab = bridged.lab;
  [server, client] = bridged.agents;
}, 60_000);

afterAll(() => bridged?.stop());

const hostId = async (agent) => (await agent.host()).id;
const spec = async ({ address = /** @type {string | null} */ (null), seconds = SECONDS } = {}) => {
  const steps = [closedStep(CONNECTIONS, seconds)];
  const one = specFor(await hostId(server), { path: '/simple', steps, warmupSeconds: 0 });
  return { ...one, server: { ...one.server, address }, clients: [{ hostId: await hostId(client) }] };
};
const read = (id) => lab.call('GET', `/runs/${id}`);
const measuring = (id) => until('the run measures', async () => (await read(id)).state === 'measuring');
const bothFree = () =>
  until('both hosts are free', async () => {
    const hosts = await Promise.all([server.host(), client.host()]);
    return hosts.every((host) => host.status === 'ready' && host.runId === null);
  });

/** Addresses with ports on which anything listens in a namespace. @returns {string[]} */
function listening(namespace) {
  const text = execFileSync('ip', ['netns', 'exec', namespace, 'ss', '-Hltn'], { encoding: 'utf8' });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.trim().split(/\s+/)[3] ?? '');
}

/** The most of every column that a host's series has. @returns {Promise<Record<string, number>>} */
async function mostOf(id, agent) {
  const [{ hosts }, host] = [await lab.call('GET', `/runs/${id}/series`), await hostId(agent)];
  const { columns } = hosts.find((h) => h.hostId === host);
  return Object.fromEntries(columns.map(({ name, values }) => [name, Math.max(...values.filter((v) => v !== null))]));
}

/** What a step took beyond its tool's invocation: the way of its commands and answers. */
function overheadMs({ transitions, steps: [{ point }] }) {
  const at = (state) => transitions.find((t) => t.state === state).atUs;
  return (at('cooling') - at('measuring') - (point.endedAtUs - point.startedAtUs)) / 1000;
}

it('links begin with the address that the hosts dial', () => {
  expect(inject('bridgedInstance').link).toMatch(`${lab.url}/`);
});

describe('a run over two hosts', () => {
  it('measures both sides, on one address only, and leaves nothing behind', async () => {
    const { id } = await lab.createRun('two hosts', await spec());
    await measuring(id);
    await until('load is driven', () => descendants(client.pid).length > 0);
    const { target } = await read(id);
    expect(listening(serverPlace.namespace)).toEqual([target.url.replace('http://', '')]);
    expect(target.url).toMatch(`http://${serverPlace.address}:`);

    const run = await lab.finish(id);
    expect(run.failure).toBeNull();
    expect(run.state).toBe('finished');
    const [{ point }] = run.steps;
    expect(point.requests).toBeGreaterThan(0);
    // What was sent and not answered when the tool ended: at most a request for each connection.
    expect(point.serverRequests).toBeGreaterThanOrEqual(point.requests);
    expect(point.serverRequests).toBeLessThanOrEqual(point.requests + point.inFlightMax);
    expect(point.connectionsEstablished).toBe(CONNECTIONS);
    expect(point.errors).toEqual({ connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 });
    expect(point.sampleGapSeconds).toBe(0);
    expect(point.clientCpuUsPerRequest).toBeGreaterThan(0);
    expect(point.serverCpuUsPerRequest).toBeGreaterThan(0);
    const cpus = (point.requests / point.durationUs) * point.serverCpuUsPerRequest;
    expect(Math.abs(point.serverCpus / cpus - 1)).toBeLessThan(0.01);
    const [atServer, atClient] = [await mostOf(id, server), await mostOf(id, client)];
    for (const most of [atServer, atClient]) {
      expect(most[`nic/${NIC}/rxBitsPerSecond`]).toBeGreaterThan(point.requestsPerSecond);
      expect(most[`nic/${NIC}/txBitsPerSecond`]).toBeGreaterThan(point.requestsPerSecond);
    }
    expect(atServer.targetCpus).toBeGreaterThan(0);
    expect(atClient.toolCpus).toBeGreaterThan(0);
    expect([atServer.toolCpus, atClient.targetCpus]).toEqual([undefined, undefined]);
    expect(run.findings.map(({ sentence }) => sentence).join()).toContain(
      'the-server and the-client are one machine, shared by target and load generator',
    );
    await bothFree();
    expect([...descendants(server.pid), ...descendants(client.pid)]).toEqual([]);
    expect(listening(serverPlace.namespace)).toEqual([]);
    console.log(
      `two hosts: ${point.requestsPerSecond.toFixed(0)} req/s, CPU per request ${point.serverCpuUsPerRequest.toFixed(1)} us server, ` +
        `${point.clientCpuUsPerRequest.toFixed(1)} us client, the server counted ${point.serverRequests - point.requests} more; ` +
        `a step took ${overheadMs(run).toFixed(0)} ms beyond its tool`,
    );
  });

  it('over IPv6, on the address that was asked for', async () => {
    const asked = await spec({ address: serverPlace.address6, seconds: 2 });
    const run = await lab.finish((await lab.createRun('over IPv6', asked)).id);
    expect(run.failure).toBeNull();
    expect(run.target.url).toMatch(`http://[${serverPlace.address6}]:`);
    const [{ point }] = run.steps;
    expect(point.connectionsEstablished).toBe(CONNECTIONS);
    expect(point.serverRequests - point.requests).toBeLessThanOrEqual(point.inFlightMax);
    await bothFree();
  });

  it('on one of them, without windows: what a second host costs a step', async () => {
    const one = specFor(await hostId(server), {
      path: '/simple',
      steps: [closedStep(CONNECTIONS, 1)],
      warmupSeconds: 0,
    });
    const run = await lab.finish((await lab.createRun('one host', one)).id);
    expect(run.failure).toBeNull();
    expect(run.target.url).toMatch('http://127.0.0.1:');
    console.log(`one host: a step took ${overheadMs(run).toFixed(0)} ms beyond its tool`);
    await bothFree();
  });
});

describe('a run that tunes its server', () => {
  const created = async (name, seconds) => {
    const plain = await spec({ seconds });
    const { id } = await lab.createRun(name, { ...plain, tuning: { ...plain.tuning, server: wish } });
    return id;
  };

  it('shows what was asked, what read back, what took effect and what was restored', async () => {
    const host = new HostValues(serverPlace.namespace);
    const before = host.read();
    const busiest = watchBusiest();
    const id = await created('tuned', SECONDS);
    await measuring(id);
    const during = host.read();
    expect(Object.keys(before).filter((name) => during[name] === before[name])).toEqual([]);
    const run = await lab.finish(id);
    expect(run.failure).toBeNull();
    const beside = busiest();
    await bothFree();
    expect(host.read()).toEqual(before);

    const { knobs, effects, nic, restoreMatches, snapshots } = tuned(run, await hostId(server));
    expect([nic, restoreMatches]).toEqual([NIC, true]);
    expect(snapshots).toEqual(['before', 'applied', 'after-steps', 'restored']);
    expect(knobs).toHaveLength(QUEUES + 2);
    for (const knob of knobs) {
      expect(knob.status, knob.key).toBe('applied');
      expect(knob.readBack, knob.key).not.toBe(knob.before);
      expect([knob.restored, knob.restoredMatches], knob.key).toEqual([knob.before, true]);
    }
    const steering = effects.find(({ setting }) => setting === 'packetSteering');
    expect(steering.verdict, steering.sentence).toBe('effective');
    // What other machines on the same hardware take is no finding of this run.
    const ofTheRun = run.findings.filter(({ code, severity }) => severity !== 'note' && code !== 'throttled');
    expect(ofTheRun, beside).toEqual([]);
    const [{ point }] = run.steps;
    expect(point.requests).toBeGreaterThan(0);
    const { hosts } = await lab.call('GET', `/runs/${id}/snapshots`);
    const states = hosts.find(({ name }) => name === server.name).snapshots.map(({ values }) => values);
    expect(states.map((values) => values['sysctl/net.core.somaxconn'])).toEqual(
      ['before', 'during', 'during', 'before'].map((when) => (when === 'before' ? before : during).somaxconn),
    );
    console.log(`tuned: ${steering.sentence}`);
  });

  it('puts the host back after a kill -9, and the run says so', async () => {
    const host = new HostValues(serverPlace.namespace);
    const before = host.read();
    const id = await created('tuned and killed', 20);
    await measuring(id);
    await until('load is driven', () => descendants(client.pid).length > 0);
    await server.kill();
    expect(host.read()).not.toEqual(before);
    await server.start();
    expect(host.read()).toEqual(before);
    const run = await lab.finish(id);
    expect(run.state).toBe('failed');
    const { knobs, restoreMatches } = tuned(run, await hostId(server));
    expect(restoreMatches).toBe(true);
    expect(knobs.every(({ restored, before: was }) => restored === was)).toBe(true);
    await bothFree();
  });

  it('is refused before it is queued when the host cannot be what is asked', async () => {
    const plain = await spec();
    const impossible = { ...wish, packetSteering: { cpus: '200' } };
    const asked = lab.createRun('impossible', { ...plain, tuning: { ...plain.tuning, server: impossible } });
    await expect(asked).rejects.toThrow(/CPU 200|200/);
  });
});

describe('kill -9 of an agent in the middle of a step', () => {
  it.each(['client', 'server'])('of the %s: the run fails with its name, both hosts are put back', async (role) => {
    const [victim, other] = role === 'client' ? [client, server] : [server, client];
    const { id } = await lab.createRun(`kill the ${role}`, await spec({ seconds: 20 }));
    await measuring(id);
    await until('load is driven', () => descendants(client.pid).length > 0);
    const children = descendants(victim.pid);
    expect(children.length).toBeGreaterThan(0);
    await victim.kill();
    await until('its children are gone', () => children.every((p) => !alive(p.pid)), 3_000);
    await victim.start();
    const run = await lab.finish(id);
    expect(run.state).toBe('failed');
    expect(run.failure.sentence).toMatch(`The agent on ${victim.name} ended and was started again in step 1`);
    await bothFree();
    expect([...descendants(victim.pid), ...descendants(other.pid)]).toEqual([]);
    expect(listening(serverPlace.namespace)).toEqual([]);
  });
});
