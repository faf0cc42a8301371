// @ts-check
/** One run of the server: its process, when it is ready, how it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Sentence } from '../start/sentence.mjs';
import { tied } from '../start/tied.mjs';
import { cleanEnvironment } from './binaries.mjs';
import { superuser } from './cluster.mjs';

const pollMs = 20;
/** LOCK_FILE_LINE_PM_STATUS of PostgreSQL's pidfile.h, counted from 0. */
const statusLine = 7;
const recentLineCount = 20;
const lastLinesWithinMs = 200;
/** Replaying the log of a busy server that was killed takes this long at worst. */
const readyWithinSeconds = 120;
const fastShutdownSeconds = 30;
const immediateShutdownSeconds = 10;

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, lastLines: string[] }} Exit
 * @typedef {ReturnType<typeof launch>} Server
 */

/**
 * @param {object} options
 * @param {string} options.postgres path of the program
 * @param {string} options.cluster
 * @param {number} options.port
 * @param {import('./account.mjs').Account} options.account
 * @param {(line: string) => void} options.log
 */
export function launch({ postgres, cluster, port, account, log }) {
  const child = spawn(
    ...tied('SIGINT', postgres, [
      ...['-D', cluster, '-p', String(port)],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ]),
    {
      ...account,
      cwd: '/',
      env: cleanEnvironment(),
      // Its own process group: Ctrl-C in the terminal goes to the supervisor alone, which decides what ends first.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  /** @type {string[]} */
  const lastLines = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > recentLineCount) lastLines.shift();
    log(line);
  });

  // A process.exit() that skips stop() still ends the server, without waiting for it.
  const endWithThisProcess = () => child.kill('SIGINT');
  process.once('exit', endWithThisProcess);

  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, lastLines: [error.message] }));
    child.once('exit', async (code, signal) => {
      process.off('exit', endWithThisProcess);
      // The log may lag behind; but sessions that outlive a killed postmaster keep it open, and are not waited for.
      await Promise.race([once(child, 'close'), sleep(lastLinesWithinMs)]);
      resolve({ code, signal, lastLines });
    });
  });
  return { child, cluster, port, exited };
}

/**
 * Read from the pid file, as pg_ctl does. A connection would tell as much of whoever else listens on that port.
 *
 * @param {Server} server
 * @returns {Promise<Exit | null>} null when it accepts connections, else how it ended
 */
export async function waitUntilReady({ child, cluster, port, exited }) {
  /** @type {Exit | null} */
  let exit = null;
  exited.then((how) => (exit = how));
  for (const deadline = Date.now() + readyWithinSeconds * 1000; Date.now() < deadline; await sleep(pollMs)) {
    if (exit) return exit;
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[statusLine]?.trim() === 'ready') return null;
  }
  throw new Sentence(`PostgreSQL did not accept connections on port ${port} within ${readyWithinSeconds} s.`);
}

/**
 * Fast shutdown: sessions end, what was committed is on disk. Harder only when the server does not follow.
 *
 * @param {Server} server
 */
export async function shutDown({ child, exited }) {
  /** @type {[NodeJS.Signals, number][]} */
  const ladder = [
    ['SIGINT', fastShutdownSeconds],
    ['SIGQUIT', immediateShutdownSeconds],
    ['SIGKILL', immediateShutdownSeconds],
  ];
  for (const [signal, seconds] of ladder) {
    child.kill(signal);
    const late = new AbortController();
    const ended = await Promise.race([exited.then(() => true), sleep(seconds * 1000, false, { signal: late.signal })]);
    late.abort();
    if (ended) return;
  }
}

/**
 * @param {Server} server
 * @param {string} password
 * @param {string} database
 */
export async function ensureDatabase({ port }, password, database) {
  const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, password, database: 'postgres' });
  // A connection that breaks between two statements would end this process otherwise.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
