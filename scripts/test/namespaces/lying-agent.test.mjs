// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { closedStep, LabClient, specFor } from '../../lab/client.mjs';
import { until } from '../instance/processes.mjs';
import { placesOfTest, startBridgedLab } from './bridged-lab.mjs';
import { LyingAgent, startRelay } from './lying-agent.mjs';

/** An agent that lies beside two that do not, each attack while they measure: what the honest ones say stays true. */
const { api, server: serverPlace, clients } = placesOfTest();
const VICTIM_PORT = 7777;
/** No other test has a target of so many workers: their layout is not known before. */
const WORKERS = 3;
const CONNECTIONS = 6;

/** @type {Awaited<ReturnType<typeof startRelay>>} */ let relay;
/** @type {import('./bridged-lab.mjs').BridgedLab} */ let bridged;
/** @type {import('node:child_process').ChildProcess} */ let victim;
/** @type {LyingAgent} */ let liar;
/** @type {string[]} */ const visits = [];
/** What the instance answered to each forged layout. @type {number[]} */ const forged = [];

beforeAll(async () => {
  const { url, token } = inject('bridgedInstance');
  relay = await startRelay(url, api.address, async (layout) => {
    forged.push((await liar.forge(layout)).status);
  });
  bridged = await startBridgedLab({ ...inject('bridgedInstance'), url: relay.url }, [
    ['honest-server', serverPlace],
    ['honest-client', clients[0]],
  ]);
  const listen = `net.createServer((s) => { console.log('visit'); s.destroy(); }).listen(${VICTIM_PORT}, '${serverPlace.address}', () => console.log('listening'))`;
  const inServer = ['netns', 'exec', serverPlace.namespace, process.execPath, '-e', listen];
  victim = spawn('ip', inServer, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { stdout } = /** @type {import('node:child_process').ChildProcessWithoutNullStreams} */ (victim);
  await once(stdout, 'data');
  stdout.on('data', (text) => visits.push(String(text)));
  const { facts } = await bridged.agents[1].host();
  liar = new LyingAgent(url, { ...facts, hostName: 'liar' }, `http://${serverPlace.address}:${VICTIM_PORT}`);
  await liar.join(new LabClient(url, token), 'liar');
}, 60_000);

afterAll(async () => {
  victim?.kill();
  await bridged?.stop();
  relay?.stop();
});

async function start(name, more = /** @type {string[]} */ ([])) {
  const [server, client] = await Promise.all(bridged.agents.map((agent) => agent.host()));
  const one = specFor(server.id, { path: '/simple', steps: [closedStep(CONNECTIONS, 2)], tool: 'volley' });
  return bridged.lab.createRun(name, {
    ...one,
    clients: [client.id, ...more].map((hostId) => ({ hostId })),
    target: { ...one.target, prefork: true, workers: WORKERS },
  });
}

const honestHosts = () =>
  until('the honest hosts are ready', async () => {
    const hosts = await Promise.all(bridged.agents.map((agent) => agent.host()));
    return hosts.every(({ status, runId }) => status === 'ready' && runId === null) && hosts;
  });

it('moves no load: its run fails and names it, and the hosts beside it are blamed for nothing', async () => {
  const { id } = await start('beside a liar', [liar.hostId]);
  await liar.work();
  const run = await bridged.lab.finish(id);
  expect(visits).toEqual([]);
  expect(run.failure).toEqual({
    code: 'wrong-result',
    sentence: 'liar answered drive-load with the result of start-target. Replace its agent by one of this release.',
  });
  expect(new URL(run.target.url).port).not.toBe(String(VICTIM_PORT));
  for (const { dirtyReason } of await honestHosts()) expect(dirtyReason).toBeNull();
});

it('renames no column and fills no disk: an honest run keeps its samples, its files and its verdict', async () => {
  expect(await liar.fill()).toBe(413);
  expect(await liar.upload('a byte more').status).toBe(413);
  const { id } = await start('honest');
  const run = await bridged.lab.finish(id);
  expect(forged.length).toBeGreaterThan(0);
  expect(new Set(forged)).toEqual(new Set([422]));

  expect([run.state, run.failure]).toEqual(['finished', null]);
  expect(new URL(run.target.url).hostname).toBe(serverPlace.address);
  expect(visits).toEqual([]);
  const [{ point, evidence, verdict }] = run.steps;
  expect(point.serverRequests).toBeGreaterThanOrEqual(point.requests);
  expect(point.serverRequests).toBeLessThanOrEqual(point.requests + point.inFlightMax);
  expect(point.sampleGapSeconds).toBe(0);
  // Both sides were measured, whatever the machine leaves of a verdict's certainty.
  for (const side of [evidence.server, ...evidence.clients]) expect(side.cpu, side.name).not.toBeNull();
  expect(verdict.because).not.toMatch(/was not measured/);
  expect(run.verdict.validity).not.toBe('invalid');
  expect(run.artifacts.map(({ kind }) => kind)).toContain('tool-output');
  expect(JSON.stringify(run)).not.toContain('liar');
  for (const { dirtyReason } of await honestHosts()) expect(dirtyReason).toBeNull();
});
