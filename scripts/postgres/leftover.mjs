// @ts-check
/** The postmaster that an earlier start left running, because its supervisor was killed and could not stop it. */
import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Sentence } from '../start/sentence.mjs';

const pollMs = 25;
const fastShutdownSeconds = 30;
const immediateShutdownSeconds = 10;

/**
 * Stops it, so that the folder is free. Fails when its supervisor is alive: then the folder is in use, not left behind.
 *
 * @param {import('./cluster.mjs').Layout} files
 * @param {(line: string) => void} log
 */
export async function stopLeftover(files, log) {
  const pidFile = join(files.cluster, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  const postmaster = await inspect(pid, files.cluster);
  if (!postmaster) return;
  if (!postmaster.serving) {
    // The number went to another program (after a reboot), for which PostgreSQL would refuse to start.
    await rm(pidFile, { force: true });
    return;
  }
  const owner = Number(await readFile(files.owner, 'utf8').catch(() => ''));
  // A living child has its living parent: an orphan was given another one.
  if (postmaster.parent === owner) {
    throw new Sentence(
      `The data folder ${files.root} is in use by process ${owner}: stop that one first, or choose another data folder.`,
    );
  }
  log(`stopping PostgreSQL ${pid}, left by an earlier start`);
  if (await signalAndWait(pid, files.cluster, 'SIGINT', fastShutdownSeconds)) return;
  if (await signalAndWait(pid, files.cluster, 'SIGQUIT', immediateShutdownSeconds)) return;
  throw new Sentence(
    `PostgreSQL ${pid} still uses ${files.cluster} and does not stop: end it with "kill -QUIT ${pid}".`,
  );
}

/**
 * @param {number} pid
 * @param {string} cluster
 * @param {NodeJS.Signals} signal
 * @param {number} seconds
 */
async function signalAndWait(pid, cluster, signal, seconds) {
  process.kill(pid, signal);
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(pollMs)) {
    if (!(await inspect(pid, cluster))?.serving) return true;
  }
  return false;
}

/**
 * @param {number} pid
 * @param {string} cluster
 * @returns {Promise<{ parent: number, serving: boolean } | null>} null when it is gone; serving: it is the PostgreSQL of
 *   this cluster
 */
function inspect(pid, cluster) {
  return process.platform === 'linux' ? inspectProc(pid, cluster) : inspectPs(pid, cluster);
}

/**
 * /proc rather than `ps`, which slim container images do not have.
 *
 * @param {number} pid
 * @param {string} cluster
 */
async function inspectProc(pid, cluster) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, state, parent] = stat.match(/^\d+ \((.*)\) (\S) (\d+)/s) ?? [];
  // A zombie has ended; under a PID 1 that reaps nothing, as in many containers, it stays in the table.
  if (!state || state === 'Z') return null;
  // A postmaster works in its cluster.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return { parent: Number(parent), serving: name === 'postgres' && folder === (await realpath(cluster)) };
}

/**
 * @param {number} pid
 * @param {string} cluster
 */
async function inspectPs(pid, cluster) {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,ppid=,args=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  const [, state, parent, command = ''] = stdout.match(/^\s*(\S+)\s+(\d+)\s+(.*)$/m) ?? [];
  if (!state || state.startsWith('Z')) return null;
  return { parent: Number(parent), serving: command.includes(`postgres -D ${cluster} `) };
}
