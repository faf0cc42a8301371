// @ts-check
/** The line that enrols a host, run for real over TLS: in a root file system of its own, by root and by an ordinary user. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrolLine } from '../../../api/rules/hosts/enrol-line.ts';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { until } from '../instance/processes.mjs';
import { OwnRoot, USER } from './own-root.mjs';

/** @type {string} */ let data;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;
/** @type {OwnRoot} */ let machine;

const AGENT = '/usr/local/lib/millionrps-agent/agent';
const FOLDER = 'var/lib/millionrps-agent';

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'millionrps-enrol-'));
  chmodSync(data, 0o755);
  const port = String(await freePort());
  instance = await startInstance(() => {}, {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: '',
    MILLIONRPS_URL: '',
    MILLIONRPS_DATA: data,
    MILLIONRPS_TLS: 'self-signed',
    PORT: port,
  });
  machine = await new OwnRoot().boot();
}, 240_000);
afterAll(async () => {
  await machine?.remove();
  await instance?.release?.();
  rmSync(data, { recursive: true, force: true });
});

/** The line of the hosts page; who runs it is root already. */
async function newLine() {
  const token = await instance.client.call('POST', '/join-tokens');
  return { token: token.token, line: enrolLine(token).replace('| sudo sh', '| sh') };
}

const hostNamed = async (/** @type {string} */ name) =>
  (await instance.client.call('GET', '/hosts')).hosts.find((host) => host.name === name);

/** @param {string} name */
const readyHost = (name) =>
  until(`${name} is ready`, async () => {
    const host = await hostNamed(name);
    return host?.status === 'ready' ? host : null;
  });

it('the script is POSIX, and half of it does nothing', async () => {
  const { token, fingerprint, url } = await instance.client.call('POST', '/join-tokens');
  const script = execFileSync(
    'curl',
    ['-fsSk', '--pinnedpubkey', fingerprint, '-H', `authorization: Bearer ${token}`, `${url}/enrol`],
    { encoding: 'utf8' },
  );
  for (const shell of ['dash', 'bash']) execFileSync(shell, ['-n'], { input: script });
  execFileSync('shellcheck', ['--shell=sh', '-'], { input: script });
  const before = machine.listing();
  for (const length of [0.2, 0.5, 0.9, 0.99].map((part) => Math.floor(script.length * part))) {
    await machine.run('sh', { input: script.slice(0, length) });
    expect(machine.listing()).toEqual(before);
  }
});

it('a token that is not known gets no script, and curl gives no token to another key', async () => {
  const { line, token } = await newLine();
  const before = machine.listing();
  expect(await machine.run(line.replace(token, 'mrpsjoin_of-nobody'))).toMatchObject({
    output: expect.stringContaining('403'),
  });
  const other = line.replace(/sha256\/\/.{43}=/, `sha256//${'A'.repeat(43)}=`);
  expect((await machine.run(other)).output).toMatch(/public key/i);
  expect(machine.listing()).toEqual(before);
});

describe('by root, where no systemd runs', () => {
  /** @type {string[]} */ let before;
  /** @type {string} */ let line;
  /** @type {any} */ let host;
  /** @type {string} */ let token;

  beforeAll(async () => {
    before = machine.listing();
    ({ line, token } = await newLine());
    const { status, output } = await machine.run(line.replace(/\| sh$/, '| sh -s -- --name own-root'));
    expect(output).toContain('This host is enrolled');
    expect(status).toBe(0);
    host = await readyHost('own-root');
  });

  it('leaves the token nowhere, and the credential to its owner alone', () => {
    expect(existsSync(machine.file(`${FOLDER}/join-token`))).toBe(false);
    expect(statSync(machine.file(`${FOLDER}/credential.json`)).mode & 0o777).toBe(0o600);
    expect(() =>
      execFileSync('grep', [
        '-rlF',
        token,
        machine.file('var'),
        machine.file('root'),
        machine.file('tmp'),
        machine.file('usr/local'),
      ]),
    ).toThrow();
    for (const { pid } of machine.processes())
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(token);
  });

  it('measures', async () => {
    const spec = specFor(host.id, { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' });
    const run = await instance.client.createRun('of an enrolled host', spec);
    expect(await instance.client.finish(run.id)).toMatchObject({ state: 'finished' });
  });

  it('is not touched while a run is under way', async () => {
    const spec = specFor(host.id, { path: '/simple', steps: [closedStep(2, 8)], tool: 'volley' });
    const run = await instance.client.createRun('that is not disturbed', spec);
    await until(
      'it measures',
      async () => (await instance.client.call('GET', `/runs/${run.id}`)).state === 'measuring',
    );
    expect(await machine.run(`${AGENT} uninstall`)).toMatchObject({
      status: 1,
      output: expect.stringContaining('a run is under way on this host'),
    });
    expect(await machine.run(line)).toMatchObject({
      status: 1,
      output: expect.stringContaining('a run is under way on this host'),
    });
    expect(await instance.client.finish(run.id)).toMatchObject({ state: 'finished' });
  });

  it('is brought up to date by the same line, and stays the same host', async () => {
    const credential = readFileSync(machine.file(`${FOLDER}/credential.json`), 'utf8');
    expect(await machine.run(line)).toMatchObject({
      status: 0,
      output: expect.stringContaining('up to date and in touch'),
    });
    expect(readFileSync(machine.file(`${FOLDER}/credential.json`), 'utf8')).toBe(credential);
    expect((await readyHost('own-root')).id).toBe(host.id);
  });

  it('runs after a loss of power by the line that it named', async () => {
    await machine.cutPower();
    await machine.boot();
    await machine.run(`${AGENT} keep --data /${FOLDER} >>/${FOLDER}/agent.log 2>&1 </dev/null & sleep 0.2`);
    expect((await readyHost('own-root')).id).toBe(host.id);
  });

  it('is gone without a trace', async () => {
    expect(await machine.run(`${AGENT} uninstall`)).toMatchObject({ status: 0 });
    expect(machine.listing()).toEqual(before);
    expect(machine.processes().filter(({ command }) => command.includes('agent'))).toEqual([]);
  });
});

describe('by an ordinary user', () => {
  it('joins, measures, and is gone without a trace', async () => {
    const before = machine.listing();
    const { line } = await newLine();
    const installed = await machine.run(line.replace(/\| sh$/, '| sh -s -- --name someones'), { user: true });
    expect(installed).toMatchObject({
      status: 0,
      output: expect.stringContaining('does not start by itself after a reboot'),
    });
    const { id } = await readyHost('someones');
    const spec = specFor(id, { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' });
    const run = await instance.client.createRun('of an ordinary user', spec);
    expect(await instance.client.finish(run.id)).toMatchObject({ state: 'finished' });
    const own = `${USER.home}/.local/lib/millionrps-agent/agent uninstall`;
    expect(await machine.run(own, { user: true })).toMatchObject({ status: 0 });
    expect(machine.listing()).toEqual(before);
  });
});
