// @ts-check
/**
 * An enrolled agent replaces itself, and goes back from what does not work. The instance hands out what this test puts into
 * its folder of programs.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrolLine } from '../../../api/rules/hosts/enrol-line.ts';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { until } from '../instance/processes.mjs';
import { OwnRoot } from './own-root.mjs';
import { ARCHITECTURE, serveAgentOf, servePrograms } from './served-programs.mjs';

const FOLDER = 'var/lib/millionrps-agent';

/** @type {string} */ let folder;
/** @type {string} */ let served;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;
/** @type {OwnRoot} */ let machine;
/** @type {any} */ let host;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-upgrade-'));
  chmodSync(folder, 0o755);
  served = servePrograms(path.join(folder, 'programs'));
  mkdirSync(path.join(folder, 'data'));
  instance = await startInstance(() => {}, {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: '',
    MILLIONRPS_URL: '',
    MILLIONRPS_DATA: path.join(folder, 'data'),
    MILLIONRPS_TLS: 'self-signed',
    MILLIONRPS_PROGRAMS: path.join(folder, 'programs'),
    PORT: String(await freePort()),
  });
  machine = await new OwnRoot().boot();
  const line = enrolLine(await instance.client.call('POST', '/join-tokens')).replace(
    '| sudo sh',
    '| sh -s -- --name upgraded',
  );
  expect(await machine.run(line)).toMatchObject({ status: 0 });
  host = await until('the host is ready', async () => ready(await theHost()));
}, 240_000);
afterAll(async () => {
  await machine?.remove();
  await instance?.release?.();
  rmSync(folder, { recursive: true, force: true });
});

const theHost = async () => (await instance.client.call('GET', '/hosts')).hosts.find((one) => one.name === 'upgraded');
const ready = (/** @type {any} */ one) => (one?.status === 'ready' && !one.upgrading ? one : null);
const sha256 = (/** @type {string} */ file) => createHash('sha256').update(readFileSync(file)).digest('hex');
const askUpgrade = () => instance.client.call('POST', `/hosts/${host.id}/upgrade-agent`);

/** How the upgrade ended that is asked for now. */
async function upgrade() {
  const before = (await theHost()).facts.upgrades.last?.upgradeId;
  expect(await askUpgrade()).toMatchObject({ upgrading: true });
  return until('the upgrade has ended', async () => {
    const now = ready(await theHost());
    return now && now.facts.upgrades.last?.upgradeId !== before ? now : null;
  });
}

/** A program that says its version, and then does not work. @param {string} body */
function writeAgent(body) {
  writeFileSync(path.join(served, 'agent'), `#!/bin/sh\n[ "$1" = version ] && exit 0\n${body}\n`, { mode: 0o755 });
}

async function measures() {
  const spec = specFor(host.id, { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' });
  const run = await instance.client.createRun('after an upgrade', spec);
  expect(await instance.client.finish(run.id)).toMatchObject({ state: 'finished' });
}

it('an agent becomes the one that is handed out, and measures', async () => {
  serveAgentOf(served, '0.1.1-of-a-test');
  expect((await instance.client.call('GET', '/programs')).programs).toEqual([
    { architecture: ARCHITECTURE, agentSha256: sha256(path.join(served, 'agent')) },
  ]);
  const now = await upgrade();
  expect(now).toMatchObject({ agentVersion: '0.1.1-of-a-test', id: host.id });
  expect(now.facts.upgrades.last).toMatchObject({ result: 'upgraded', why: null });
  expect(now.facts.agentSha256).toBe(sha256(path.join(served, 'agent')));
  await measures();
});

it('a program that ends at once is rolled back, and why is told', async () => {
  writeAgent('exit 7');
  const now = await upgrade();
  expect(now.facts.upgrades.last).toMatchObject({
    result: 'rolled-back',
    why: 'It ended with status 7 before it said hello.',
  });
  expect(now.agentVersion).toBe('0.1.1-of-a-test');
  await measures();
});

it('a program that cannot be started here never replaces the one that runs', async () => {
  writeFileSync(path.join(served, 'agent'), 'no program');
  const now = await upgrade();
  expect(now.facts.upgrades.last).toMatchObject({ result: 'failed' });
  expect(now.facts.upgrades.last.why).toMatch(/^The new program cannot be started on this host/);
});

it('a program that was corrupted on its way is never started', async () => {
  writeAgent('echo started >/started; exit 1');
  const file = path.join(served, 'agent');
  // The instance has read it, and does not see that other bytes came into its place.
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  await instance.client.call('GET', '/programs');
  writeFileSync(file, readFileSync(file, 'utf8').replace('exit 1', 'exit 9'));
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  const now = await upgrade();
  expect(now.facts.upgrades.last).toMatchObject({ result: 'failed', why: expect.stringContaining('another checksum') });
  expect(machine.listing().some((line) => line.startsWith('/started'))).toBe(false);
  await measures();
});

it('a loss of power in the middle ends in one of the two', async () => {
  writeAgent('sleep 1000');
  await askUpgrade();
  await until('the new program is on trial', () => {
    const choice = machine.file(`${FOLDER}/programs/choice.json`);
    return JSON.parse(readFileSync(choice, 'utf8')).trial?.starts === 1;
  });
  await machine.cutPower();
  await machine.boot();
  await machine.run(
    `/usr/local/lib/millionrps-agent/agent keep --data /${FOLDER} >>/${FOLDER}/agent.log 2>&1 </dev/null & sleep 0.2`,
  );
  const now = await until(
    'the host is back',
    async () => {
      const one = ready(await theHost());
      return one?.facts.upgrades.last?.result === 'rolled-back' ? one : null;
    },
    80_000,
  );
  expect(now.facts.upgrades.last.why).toBe('It did not say hello within 60 s.');
  expect(now.agentVersion).toBe('0.1.1-of-a-test');
  await measures();
}, 150_000);

it('an agent under a run is left alone', async () => {
  const spec = specFor(host.id, { path: '/simple', steps: [closedStep(2, 6)], tool: 'volley' });
  const run = await instance.client.createRun('that is not disturbed', spec);
  await until('it measures', async () => (await instance.client.call('GET', `/runs/${run.id}`)).state === 'measuring');
  await expect(askUpgrade()).rejects.toThrow('upgraded works for a run');
  expect(await instance.client.finish(run.id)).toMatchObject({ state: 'finished' });
});

it('the agent that comes with the instance says why it cannot', async () => {
  const { hosts } = await instance.client.call('GET', '/hosts');
  const own = hosts.find(({ id }) => id !== host.id);
  await expect(instance.client.call('POST', `/hosts/${own.id}/upgrade-agent`)).rejects.toThrow(
    'This agent comes with the instance: update the instance and start it again.',
  );
});
