// @ts-check
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../../postgres.mjs';
import { checkNode, freePort } from '../../start/checks.mjs';
import { root } from '../../start/settings.mjs';
import { alive, childOf, descendants, until } from './processes.mjs';
import { databaseUrl } from './search-for.mjs';

/** @type {string} */ let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-start-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;

/** `npm start` in an environment in which it has to refuse. @param {string[]} [within] the command that starts it */
async function start(env, within = [], node = process.execPath) {
  const [program = '', ...args] = [...within, node, path.join(root, 'scripts/start.mjs')];
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, MILLIONRPS_DATA: folder, PORT: String(await freePort()), ...env },
  });
  return { status, stdout, stderr };
}

describe('npm start refuses with one sentence and status 1', () => {
  it('a busy port', async () => {
    const port = await freePort();
    const squatter = createServer();
    await new Promise((resolve) => squatter.listen(port, '127.0.0.1', () => resolve(null)));
    const busy = await start({ PORT: String(port) });
    squatter.close();
    expect(busy).toEqual({
      status: 1,
      stdout: '',
      stderr: `millionrps: Port ${port} on 127.0.0.1 is in use; stop what uses it or set PORT to another one.\n`,
    });
  });

  it('a data folder that cannot be one', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    const proc = await start({ MILLIONRPS_DATA: '/proc/no/folder' });
    expect([proc.status, proc.stderr]).toEqual([
      1,
      expect.stringContaining('/proc/no/folder cannot be used: it is not there; set MILLIONRPS_DATA to a folder'),
    ]);
    expect(await start({ MILLIONRPS_DATA: file })).toEqual({
      status: 1,
      stdout: '',
      stderr: `millionrps: ${file} cannot be used: it, or what it lies in, is not a folder; set MILLIONRPS_DATA to a folder that you may write to.\n`,
    });
  });

  it('a machine without Go', async () => {
    const { status, stderr } = await start({ PATH: folder });
    expect(status).toBe(1);
    expect(stderr).toBe(
      'millionrps: Go is missing; install Go 1.25 or later (https://go.dev/dl) and put it on the PATH.\n',
    );
  });

  it('a port that is none', async () => {
    const { status, stderr } = await start({ PORT: 'http' });
    expect([status, stderr]).toEqual([1, 'millionrps: PORT=http is not a port; use a number from 1 to 65535.\n']);
  });

  it('a configuration file that is not there', async () => {
    const { status, stderr } = await start({ MILLIONRPS_HOST_CONFIG: '/nowhere/agent.json' });
    const sentence = 'MILLIONRPS_HOST_CONFIG=/nowhere/agent.json is not there; name a file, or leave it out.';
    expect([status, stderr]).toEqual([1, `millionrps: ${sentence}\n`]);
  });
});

describe('Node versions', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.3.1'])('%s will do', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });
  it.each(['18.20.0', '20.18.1', '21.7.0', '22.11.0', '23.9.0'])('%s will not', (version) => {
    expect(() => checkNode(version)).toThrow(`Node ${version} is not supported`);
  });
});

describe('npm start says in one sentence what is wrong with a data folder', () => {
  /** @type {[name: string, breakIt: (data: string) => unknown, sentence: RegExp][]} */
  const broken = [
    [
      'logs that are a file',
      (data) => writeFileSync(path.join(data, 'logs'), ''),
      /logs cannot be used: it is not a folder; mend it, or set MILLIONRPS_DATA/,
    ],
    [
      'an admin token that is a folder',
      (data) => mkdirSync(path.join(data, 'admin-token')),
      /admin-token cannot be used: it is a folder, not a file; mend it/,
    ],
    [
      'a database that is a file',
      (data) => writeFileSync(path.join(data, 'postgres'), ''),
      /postgres cannot be used: .*not a folder; choose another data folder\./,
    ],
    [
      'a database of another version',
      (data) => cluster(data, '16'),
      /was made by PostgreSQL 16 and this is 18: make a backup with the release that made it, move .*postgres away, and restore/,
    ],
    [
      'a database without its version',
      (data) => cluster(data, null),
      /is no PostgreSQL cluster, .*: restore .* from a copy, or remove it to begin with an empty database\./,
    ],
    [
      'a database without its password',
      (data) => cluster(data, '18'),
      /password is missing: restore the file .*, or remove/,
    ],
    [
      'something else where the database would be',
      (data) => mkdirSync(path.join(data, 'postgres/thesis'), { recursive: true }),
      /holds "thesis", which is not PostgreSQL's: choose an empty or a new folder\./,
    ],
    [
      'a damaged database',
      damaged,
      /PostgreSQL does not start on .*: .*pg_control.* To go on, restore that folder from a copy, or choose another data folder\./,
    ],
  ];
  it.each(broken)('%s', async (_name, breakIt, sentence) => {
    const data = dataFolder();
    await breakIt(data);
    expectOneSentence(await start({ MILLIONRPS_DATA: data }), sentence);
  });

  it.runIf(isRoot)('a parent that the user of PostgreSQL may not enter', async () => {
    const closed = dataFolder();
    chmodSync(closed, 0o700);
    const told = await start({ MILLIONRPS_DATA: path.join(closed, 'data') });
    expectOneSentence(told, new RegExp(`may not enter ${closed}: choose a data folder elsewhere, .*chmod o\\+x`));
  });

  it.runIf(isRoot)('a Node that the user of the web app may not run', async () => {
    const closed = dataFolder();
    chmodSync(closed, 0o700);
    const node = path.join(closed, 'node');
    copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
    const told = await start({ MILLIONRPS_DATA: dataFolder() }, [], node);
    expectOneSentence(told, new RegExp(`the web app runs as .* may not enter ${closed}: install Node in a folder`));
  });

  it.runIf(isRoot)('a file system that is read-only', async () => {
    const data = dataFolder();
    // The mount is seen, and lives, in the namespace of this command alone.
    const script = `mount --bind ${data} ${data} && mount -o remount,bind,ro ${data} && exec "$@"`;
    const told = await start({ MILLIONRPS_DATA: data }, ['unshare', '--mount', 'sh', '-c', script, 'sh']);
    expectOneSentence(told, /cannot be used: it is read-only; set MILLIONRPS_DATA to a folder that you may write to\./);
  });

  it.runIf(isRoot)('a folder of another user', async () => {
    const data = dataFolder();
    chmodSync(data, 0o700);
    chownSync(data, 65_534, 65_534);
    // Root that is held to the modes of files, as others are.
    const stranger = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'];
    const told = await start({ MILLIONRPS_DATA: data }, stranger);
    expectOneSentence(
      told,
      /cannot be used: this user may not use it; set MILLIONRPS_DATA to a folder that you may write to\./,
    );
  });
});

/** What a person sees: no more than the sentence, and no stack. */
function expectOneSentence({ status, stderr }, sentence) {
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(/^millionrps: .+\n$/);
  expect(status).toBe(1);
}

function dataFolder() {
  const data = mkdtempSync(path.join(folder, 'data-'));
  chmodSync(data, 0o755);
  return data;
}

/** @param {string} data @param {string | null} version */
function cluster(data, version) {
  mkdirSync(path.join(data, 'postgres/cluster'), { recursive: true });
  if (version) writeFileSync(path.join(data, 'postgres/cluster/PG_VERSION'), `${version}\n`);
}

async function damaged(data) {
  const postgres = await startPostgres({ dataDir: path.join(data, 'postgres') });
  await postgres.stop();
  truncateSync(path.join(data, 'postgres/cluster/global/pg_control'), 0);
}

/** Of the API in its database: it neither gets out of it nor changes its tables. @param {string} url */
async function expectFewRights(url) {
  const api = new pg.Client(url);
  await api.connect();
  for (const sql of ["COPY (SELECT) TO PROGRAM 'true'", "SELECT pg_read_file('PG_VERSION')", 'DROP TABLE "AuditEntry"'])
    await expect(api.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  await api.end();
}

/** It knows none of the instance's secrets. Root's is a user of no account, group or right. @param {number} pid */
function expectHarmlessWeb(pid) {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  const known = ['API_URL', 'HOME', 'HOSTNAME', 'NEXT_TELEMETRY_DISABLED', 'NODE_ENV', 'PORT', 'SIGN_IN_COMMAND'];
  const names = variables.map((one) => one.replace(/=.*/s, '')).filter((name) => /^[A-Z]/.test(name));
  const told = names.filter((name) => !/^(PATH|TZ|LANG|LC_.*|NODE_OPTIONS|NODE_CHANNEL_.*)$/.test(name));
  expect(told.sort()).toEqual(known);
  if (isRoot) expect(expectNobody(pid)).toBeLessThan(65_527);
}

/** Reads nothing of the instance but the folders of its own, and nothing of root's. @param {number} pid @param {string} data */
function expectHarmlessApi(pid, data) {
  if (!isRoot) return;
  const uid = expectNobody(pid);
  expect(uid).toBeGreaterThanOrEqual(65_527);
  const open = ['-type', 'f', '-readable', '-o', '-type', 'd', '-writable'];
  const found = (/** @type {object} */ whom, /** @type {string[]} */ ...folders) =>
    spawnSync('find', [...folders, ...open], { encoding: 'utf8', cwd: '/', ...whom })
      .stdout.split('\n')
      .filter(Boolean);
  const names = (/** @type {string[]} */ files) => files.map((file) => path.relative(data, file));
  const opened = names(found({ uid, gid: uid }, data, '/root'));
  expect(opened).toContain('blobs/folder-id');
  // Two are this test's.
  expect(opened.filter((name) => !/^(blobs|blobs-waiting|tls)(\/|$)|^(said|npm)$/.test(name))).toEqual([]);
  const secrets = ['admin-token', 'session-secret', 'postgres/cluster/superuser.password', 'agent/credential.json'];
  expect(names(found({}, data))).toEqual(expect.arrayContaining(secrets));
}

/** A user of no account, group or right. @param {number} pid @param {string} [rights] */
function expectNobody(pid, rights = '0'.repeat(16)) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (/** @type {string} */ field) => status.match(new RegExp(`^${field}:[\\t ]*(.*?)[\\t ]*$`, 'm'))?.[1];
  const [uid = ''] = of('Uid')?.split('\t') ?? [];
  const four = Array(4).fill(uid).join('\t');
  expect(['Uid', 'Gid', 'Groups', 'CapPrm', 'CapEff', 'CapAmb'].map(of)).toEqual([
    four,
    four,
    '',
    rights,
    rights,
    rights,
  ]);
  expect(spawnSync('getent', ['passwd', uid]).status).toBe(2);
  return Number(uid);
}

describe('npm start, when who started it is gone', () => {
  it('goes on without the shell that started npm, its parts with few rights, and ends with npm', async () => {
    const data = dataFolder();
    const port = String(await freePort());
    const env = { ...process.env, DATABASE_URL: '', MILLIONRPS_DATA: data, PORT: port, MILLIONRPS_ADMIN_TOKEN: '' };
    const log = path.join(data, 'said');
    // As a person who logs out: the shell ends, npm is given to init.
    spawnSync('setsid', ['sh', '-c', `nohup npm start > ${log} 2>&1 & echo $! > ${data}/npm`], { cwd: root, env });
    await until(
      'it is ready',
      () => existsSync(log) && readFileSync(log, 'utf8').includes('millionrps ready'),
      120_000,
    );
    const npm = Number(readFileSync(path.join(data, 'npm'), 'utf8'));
    onTestFinished(() => void (alive(npm) && process.kill(npm, 'SIGTERM')));
    const all = [npm, ...descendants(npm).map(({ pid }) => pid)];
    // It looks for npm several times a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/ready`)).status).toBe(200);
    await expectFewRights(databaseUrl(npm));
    expectHarmlessWeb(childOf(npm, 'next-server').pid);
    expectHarmlessApi(childOf(npm, 'millionrps-api').pid, data);
    process.kill(npm, 'SIGTERM');
    await until('all are gone', () => all.every((pid) => !alive(pid)));
  }, 240_000);
});
