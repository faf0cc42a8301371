// @ts-check
/**
 * The user-data of a launched instance, taken from an emulator of AWS, which runs none, and played in a root file system of its own as
 * cloud-init plays it. No systemd runs there: stand-ins for systemd-run, systemctl
 * and shutdown write down what they are asked for; as systemd does, they know the timer that is loaded, and refuse it a second time.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { startAwsEmulator } from '../aws-emulator.mjs';
import { until } from '../instance/processes.mjs';
import { launchHost, userDataOf } from './launched.mjs';
import { OwnRoot } from './own-root.mjs';

const NAME = 'lab.example';
const PER_BOOT = '/var/lib/cloud/scripts/per-boot/millionrps-ttl';
const SCRIPT = '/var/lib/cloud/instance/scripts/part-001';
/** Gone with a reboot. */
const LOADED = '/run/millionrps-ttl.timer';
const TTL_MINUTES = 30;
/** The host's own timer comes later than the API. */
const SHUTDOWN_SECONDS = (TTL_MINUTES + 5) * 60;

/** @type {string} */ let data;
/** @type {Awaited<ReturnType<typeof startAwsEmulator>>} */ let aws;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;
/** @type {OwnRoot} */ let machine;
/** @type {any} */ let launch;
/** @type {string} */ let script;
/** As hosts reach it. @type {string} */ let publicUrl;

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'millionrps-user-data-'));
  chmodSync(data, 0o755);
  aws = await startAwsEmulator();
  const port = String(await freePort());
  publicUrl = `https://${NAME}:${port}`;
  instance = await startInstance(() => {}, {
    ...process.env,
    ...aws.env,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: '',
    MILLIONRPS_URL: publicUrl,
    MILLIONRPS_DATA: data,
    MILLIONRPS_TLS: 'self-signed',
    HOST: '0.0.0.0',
    PORT: port,
  });
  machine = new OwnRoot();
  for (const program of ['date', 'mkdir', 'tee']) machine.bring(program);
  standIn('shutdown');
  standIn('systemd-run', `[ ! -e ${LOADED} ] || exit 1\n: >${LOADED}`);
  standIn('systemctl', `[ "$*" = 'is-active --quiet millionrps-ttl.timer' ] && [ -e ${LOADED} ]`, { isSilent: true });
  writeFileSync(machine.file('etc/hosts'), `127.0.0.1 localhost ${NAME}\n`);
  writeFileSync(machine.file('etc/nsswitch.conf'), 'hosts: files\n');
  await machine.boot();
  launch = await launchHost(instance.client, { ttlMinutes: TTL_MINUTES });
  script = await userDataOf(aws.url, launch.places[0].instanceId);
}, 240_000);
afterAll(async () => {
  await machine?.remove();
  await instance?.release?.();
  await aws?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** @param {string} program @param {string} [then] what it does beside that @param {{ isSilent?: boolean }} [options] */
function standIn(program, then = '', { isSilent = false } = {}) {
  mkdirSync(machine.file('var/log'), { recursive: true });
  const file = machine.file(`bin/${program}`);
  const note = isSilent ? '' : `printf '%s\\n' "${program} $*" >>/var/log/asked\n`;
  writeFileSync(file, `#!/bin/sh\n${note}${then}\n`);
  chmodSync(file, 0o755);
}

/** Units of systemd-run end with it. */
async function reboot() {
  await machine.cutPower();
  rmSync(machine.file(LOADED), { force: true });
  await machine.boot();
}

/** What the stand-ins were asked for, and forgets it. */
function asked() {
  const file = machine.file('var/log/asked');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  return lines;
}

/** Cloud-init takes what begins with #! for a script, writes it into the folder of the instance, and runs it once, as root. */
async function play() {
  expect(script.startsWith('#!/bin/sh\n')).toBe(true);
  const folder = 'var/lib/cloud/instances/i-1/scripts';
  mkdirSync(machine.file(folder), { recursive: true });
  if (!existsSync(machine.file('var/lib/cloud/instance')))
    symlinkSync('instances/i-1', machine.file('var/lib/cloud/instance'));
  writeFileSync(machine.file(SCRIPT), script, { mode: 0o700 });
  return machine.run(SCRIPT);
}

const theHost = () => instance.client.call('GET', `/hosts/${launch.places[0].hostId}`);
const theLog = () => readFileSync(machine.file('var/log/millionrps.log'), 'utf8');
const agents = () => machine.processes().filter(({ command }) => / (keep|run) /.test(command));

/** @param {string} line */
const secondsIn = (line) =>
  Number(/^systemd-run --unit=millionrps-ttl --on-active=(\d+) .* systemctl poweroff$/.exec(line)?.[1]);

it('is POSIX', () => {
  execFileSync('dash', ['-n'], { input: script });
  execFileSync('shellcheck', ['--shell=sh', '-'], { input: script });
});

it('ends the host in time before anything else, and makes it the awaited host of its launch', async () => {
  expect(await theHost()).toMatchObject({ status: 'awaited', launchId: launch.id });
  const { status } = await play();
  expect(theLog()).toContain('This host is enrolled');
  expect(status).toBe(0);
  const [first, ...more] = asked();
  expect(secondsIn(first ?? '')).toBeGreaterThan(SHUTDOWN_SECONDS - 5);
  expect(secondsIn(first ?? '')).toBeLessThanOrEqual(SHUTDOWN_SECONDS);
  expect(more).toEqual([]);
  await until('the host is ready', async () => (await theHost()).status === 'ready');
  await until('the launch is ready', async () => {
    const found = await instance.client.call('GET', `/launches/${launch.id}`);
    return found.state === 'ready' && found.places[0].status === 'joined';
  });
  expect((await instance.client.call('GET', '/hosts')).hosts.filter(({ launchId }) => launchId)).toHaveLength(1);
});

it('its token opens nothing any more, and only root reads what it said', async () => {
  const token = /^token=(\S+)$/m.exec(script)?.[1] ?? '';
  expect(token).toMatch(/^mrpsjoin_/);
  const enrol = `printf 'authorization: Bearer ${token}' | curl -sSk -o /dev/null -w '%{http_code}' -H @- ${publicUrl}/enrol`;
  expect((await machine.run(enrol)).output).toBe('403');
  expect((await machine.run(`cat /var/log/millionrps.log`, { user: true })).status).not.toBe(0);
});

it('played again it changes nothing, and postpones no end', async () => {
  const before = agents();
  const host = await theHost();
  expect(before.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect((await play()).status).toBe(0);
  expect(asked()).toEqual([]);
  expect(agents()).toEqual(before);
  expect(await theHost()).toMatchObject({ id: host.id, status: 'ready', joinedAtUs: host.joinedAtUs });
});

it('measures', async () => {
  const spec = specFor(launch.places[0].hostId, { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' });
  const run = await instance.client.createRun('on a launched host', spec);
  expect(await instance.client.finish(run.id)).toMatchObject({ state: 'finished' });
});

it('a reboot keeps the end, by what cloud-init runs at every start; without systemd shutdown keeps it', async () => {
  await reboot();
  expect((await machine.run(PER_BOOT)).status).toBe(0);
  const [again, ...others] = asked();
  expect(secondsIn(again ?? '')).toBeGreaterThan(TTL_MINUTES * 60);
  expect(secondsIn(again ?? '')).toBeLessThan(SHUTDOWN_SECONDS);
  expect(others).toEqual([]);
  for (const program of ['systemd-run', 'systemctl']) rmSync(machine.file(`bin/${program}`));
  await reboot();
  expect((await machine.run(PER_BOOT)).status).toBe(0);
  const [line, ...more] = asked();
  const minutes = Number(/^shutdown -P \+(\d+)$/.exec(line ?? '')?.[1]);
  expect(minutes).toBeGreaterThan(TTL_MINUTES);
  expect(minutes).toBeLessThanOrEqual(TTL_MINUTES + 5);
  expect(more).toEqual([]);
});

it('an image that is made of the host ends no other instance', async () => {
  rmSync(machine.file('var/lib/cloud/instance'));
  mkdirSync(machine.file('var/lib/cloud/instances/i-2'));
  symlinkSync('instances/i-2', machine.file('var/lib/cloud/instance'));
  expect((await machine.run(PER_BOOT)).status).toBe(0);
  expect(asked()).toEqual([]);
});

it('a clock that is set forward meanwhile leaves the host a minute', async () => {
  writeFileSync(machine.file('var/lib/cloud/instance/millionrps-end'), '1000\n');
  expect((await machine.run(PER_BOOT)).status).toBe(0);
  expect(asked()).toEqual(['shutdown -P +1']);
});
