// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres } from './postgres.mjs';

vi.setConfig({ testTimeout: 30_000 });

const isRoot = process.getuid?.() === 0;

/** A data folder of its own for a test, removed with what runs in it. */
async function createDataDir() {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** @param {Parameters<typeof startPostgres>[0]} options */
async function start(options) {
  const postgres = await startPostgres(options);
  onTestFinished(() => postgres.stop());
  return postgres;
}

/**
 * @param {{ url: string }} postgres
 * @param {string} sql
 */
async function query({ url }, sql) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Another process that starts PostgreSQL on the folder, as a supervisor would be. Ends with its stdin.
 *
 * @param {string} dataDir
 */
function spawnOwner(dataDir) {
  const code = `
    const { startPostgres } = await import(${JSON.stringify(new URL('postgres.mjs', import.meta.url).href)})
    console.log(JSON.stringify(await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })))
    process.stdin.resume().on('end', () => process.exit())`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void owner.stdin.end());
  return owner;
}

/** @param {string} dataDir */
async function startOwner(dataDir) {
  const owner = spawnOwner(dataDir);
  const [line] = await once(owner.stdout.setEncoding('utf8'), 'data');
  /** @type {{ url: string, port: number, pid: number }} */
  const postgres = JSON.parse(line);
  return { owner, postgres };
}

/**
 * A zombie counts as ended: this test may run where PID 1 reaps nothing.
 *
 * @param {number} pid
 */
async function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(status);
}

test('starts cold, on 127.0.0.1 only, with its password in a private file', async () => {
  const dataDir = await createDataDir();
  const postgres = await start({ dataDir });

  expect(
    await query(postgres, 'SELECT current_database() AS database, current_setting($$server_encoding$$) AS encoding'),
  ).toEqual([{ database: 'millionrps', encoding: 'UTF8' }]);
  const settings = `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'listen_addresses', 'unix_socket_directories', 'TimeZone') ORDER BY 1`;
  expect(await query(postgres, settings)).toEqual([
    { name: 'TimeZone', setting: 'UTC' },
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'unix_socket_directories', setting: '' },
  ]);
  expect((await stat(join(dataDir, 'cluster', 'superuser.password'))).mode & 0o777).toBe(0o600);
  await expect(query({ url: postgres.url.replace(/:[^:@]+@/, ':wrong@') }, 'SELECT 1')).rejects.toThrow(
    'password authentication failed',
  );
});

test('starts again on the same data with the same URL in under 2 s', async () => {
  const dataDir = await createDataDir();
  const first = await start({ dataDir });
  await query(first, 'CREATE TABLE kept AS SELECT 1 AS n');
  await first.stop();
  expect(await isRunning(first.pid)).toBe(false);

  const startedAt = Date.now();
  const second = await start({ dataDir });

  expect(Date.now() - startedAt).toBeLessThan(2000);
  expect(second.url).toBe(first.url);
  expect(await query(second, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('reports a postmaster that was killed, and the next start has the committed rows', async () => {
  const dataDir = await createDataDir();
  const onExit = vi.fn();
  const first = await start({ dataDir, onExit });
  await query(first, 'CREATE TABLE kept AS SELECT 1 AS n');
  process.kill(first.pid, 'SIGKILL');
  await vi.waitUntil(() => onExit.mock.calls.length > 0);
  expect(onExit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ signal: 'SIGKILL' }));

  const second = await start({ dataDir });

  expect(await query(second, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('waits for the sessions that outlive a killed postmaster', async () => {
  const dataDir = await createDataDir();
  const first = await start({ dataDir });
  const client = new pg.Client(first.url);
  client.on('error', () => {});
  await client.connect();
  const [{ session }] = (await client.query('SELECT pg_backend_pid() AS session')).rows;
  process.kill(session, 'SIGSTOP');
  process.kill(first.pid, 'SIGKILL');

  /** @type {string[]} */
  const lines = [];
  const starting = start({ dataDir, log: (line) => lines.push(line) });
  await vi.waitUntil(() => lines.some((line) => line.includes('pre-existing shared memory block')), {
    timeout: 10_000,
  });
  process.kill(session, 'SIGCONT');

  expect(await query(await starting, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('a stop that was asked for is not reported, and may be asked for twice', async () => {
  const onExit = vi.fn();
  const postgres = await start({ dataDir: await createDataDir(), onExit });
  await Promise.all([postgres.stop(), postgres.stop()]);
  expect(await isRunning(postgres.pid)).toBe(false);
  expect(onExit).not.toHaveBeenCalled();
});

test('ends with an owner that is killed', async () => {
  const { owner, postgres } = await startOwner(await createDataDir());
  owner.kill('SIGKILL');
  await vi.waitUntil(async () => !(await isRunning(postgres.pid)), { timeout: 10_000 });
});

test('takes over from an owner that was killed, while its server still ends', async () => {
  const dataDir = await createDataDir();
  const { owner, postgres: left } = await startOwner(dataDir);
  await query(left, 'CREATE TABLE kept AS SELECT 1 AS n');
  const client = new pg.Client(left.url);
  client.on('error', () => {});
  await client.connect();
  const [{ session }] = (await client.query('SELECT pg_backend_pid() AS session')).rows;
  // A server waits for its sessions.
  process.kill(session, 'SIGSTOP');
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(await isRunning(left.pid)).toBe(true);

  /** @type {string[]} */
  const lines = [];
  const log = (/** @type {string} */ line) => {
    if (lines.push(line) === 1) process.kill(session, 'SIGCONT');
  };
  const postgres = await start({ dataDir, log });

  expect(lines[0]).toBe(`stopping PostgreSQL ${left.pid}, left by an earlier start`);
  expect(await isRunning(left.pid)).toBe(false);
  expect(postgres.url).toBe(left.url);
  expect(await query(postgres, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
});

test('leaves the server of a living owner alone', async () => {
  const dataDir = await createDataDir();
  const { owner, postgres } = await startOwner(dataDir);
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is in use by process ${owner.pid}: stop that one first, or choose another data folder.`,
  );
  expect(await query(postgres, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('ends with an owner that exits without stopping it', async () => {
  const { owner, postgres } = await startOwner(await createDataDir());
  owner.stdin.end();
  await vi.waitUntil(async () => !(await isRunning(postgres.pid)), { timeout: 10_000 });
});

test('is out of reach of the Ctrl-C that the terminal sends to its owner', async () => {
  const postgres = await start({ dataDir: await createDataDir() });
  expect(await processGroup(postgres.pid)).toBe(postgres.pid);
});

/** @param {number} pid */
async function processGroup(pid) {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(status.slice(status.lastIndexOf(')')).split(' ')[3]);
}

test('does again an initdb that was cut short', async () => {
  const dataDir = await createDataDir();
  const owner = spawnOwner(dataDir);
  const unfinished = join(dataDir, `cluster.${owner.pid}.unfinished`);
  await vi.waitUntil(() => stat(join(unfinished, 'base')).catch(() => false), { timeout: 10_000, interval: 5 });
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(await readdir(dataDir)).not.toContain('cluster');

  const postgres = await start({ dataDir });

  expect(await query(postgres, 'SELECT current_database() AS database')).toEqual([{ database: 'millionrps' }]);
});

test('is not held up by a pid file whose number went to another program of the same user', async () => {
  const dataDir = await createDataDir();
  const first = await start({ dataDir });
  await first.stop();
  const { uid, gid } = await stat(join(dataDir, 'cluster'));
  const other = spawn('sleep', ['60'], isRoot ? { uid, gid, cwd: '/' } : {});
  onTestFinished(() => void other.kill());
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${other.pid}\n${join(dataDir, 'cluster')}\n`);

  const second = await start({ dataDir });

  expect(await query(second, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  expect(other.exitCode).toBeNull();
});

test('moves to another port when somebody took its own', async () => {
  const dataDir = await createDataDir();
  const first = await start({ dataDir });
  await first.stop();
  const other = createServer().listen(first.port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());

  const second = await start({ dataDir });

  expect(second.port).not.toBe(first.port);
  expect(await query(second, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('says which port is taken when it was asked for that one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  await expect(startPostgres({ dataDir: await createDataDir(), port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken: stop what listens there, or choose another port.`,
  );
});

test('names the folder that keeps PostgreSQL from its data, and what to do', async () => {
  const parent = await createDataDir();
  await chmod(parent, isRoot ? 0o700 : 0o500);
  const dataDir = join(parent, 'postgres');
  const reason = isRoot
    ? `${dataDir} cannot be used because the user PostgreSQL runs as (uid `
    : `This user may not use the data folder ${dataDir}: choose one that it owns, or start as the user who made it.`;
  const error = await startPostgres({ dataDir }).catch((thrown) => thrown);
  expect(error.message).toContain(reason);
  if (isRoot) expect(error.message).toContain(`may not enter ${parent}: choose a data folder elsewhere`);
});

test('does not take over a folder with something else in it', async () => {
  const dataDir = await createDataDir();
  await writeFile(join(dataDir, 'thesis.txt'), '');
  await expect(startPostgres({ dataDir })).rejects.toThrow(`The data folder ${dataDir} holds "thesis.txt"`);
});
