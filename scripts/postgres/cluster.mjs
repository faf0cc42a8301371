// @ts-check
/** The data folder: the superuser's password, the cluster, and who has it open. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathFault, Sentence } from '../start/sentence.mjs';
import { tied } from '../start/tied.mjs';
import { ELSEWHERE, requireReachable } from './account.mjs';
import { cleanEnvironment } from './binaries.mjs';

export const superuser = 'postgres';
const passwordFile = 'superuser.password';
const unfinishedSuffix = '.unfinished';

/** @param {string} dataDir */
export function layout(dataDir) {
  const root = resolve(dataDir);
  return { root, cluster: join(root, 'cluster'), port: join(root, 'port'), owner: join(root, 'owner') };
}

/** @typedef {ReturnType<typeof layout>} Layout */

/**
 * Makes the folder, 0700 and owned by the account. Refuses a folder that holds something else, because all in it would
 * change hands.
 *
 * @param {Layout} files
 * @param {import('./account.mjs').Account} account
 */
export async function prepareFolder(files, account) {
  try {
    await mkdir(files.root, { recursive: true, mode: account ? 0o755 : 0o700 });
    const entries = await readdir(files.root);
    const ours = (/** @type {string} */ entry) => /^(cluster|port|owner)(\.|$)/.test(entry);
    const foreign = entries.find((entry) => !ours(entry));
    if (foreign)
      throw new Sentence(
        `The data folder ${files.root} holds "${foreign}", which is not PostgreSQL's: choose an empty or a new folder.`,
      );
    if (account) await chown(files.root, account.uid, account.gid);
    await chmod(files.root, 0o700);
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code === 'EACCES' || code === 'EPERM')
      throw new Sentence(
        `This user may not use the data folder ${files.root}: choose one that it owns, or start as the user who made it.`,
      );
    throw pathFault(error, `choose another data folder`);
  }
  await requireReachable(account, files.root, ELSEWHERE);
}

/**
 * Runs initdb once. It works under another name, where the password is added; then the whole is renamed. So an initdb cut
 * short is never taken for a cluster, and there is no cluster without its password.
 *
 * @param {Layout} files
 * @param {import('./account.mjs').Account} account
 * @param {import('./binaries.mjs').Programs} programs
 * @returns {Promise<string>} the superuser's password
 */
export async function ensureCluster(files, account, { initdb, major }) {
  await removeUnfinished(files.root);
  if (!(await exists(files.cluster))) {
    const unfinished = `${files.cluster}.${process.pid}${unfinishedSuffix}`;
    const password = `${files.cluster}.password.${process.pid}${unfinishedSuffix}`;
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    if (account) await chown(password, account.uid, account.gid);
    await runInitdb(initdb, ['--pgdata', unfinished, '--pwfile', password], account);
    await rename(password, join(unfinished, passwordFile));
    await rename(unfinished, files.cluster).catch((error) => {
      if (error.code !== 'ENOTEMPTY') throw error;
      throw new Sentence(
        `Another start made a cluster in ${files.root} at the same moment: use that one, or choose another data folder.`,
      );
    });
  }
  await requireVersion(files, major);
  return keptPassword(files);
}

/** The superuser's password of a cluster that is there. @param {Layout} files */
export function keptPassword({ root, cluster }) {
  const path = join(cluster, passwordFile);
  return readFile(path, 'utf8').catch(() => {
    throw new Sentence(
      `The superuser's password is missing: restore the file ${path}, or remove ${root} to begin with an empty database.`,
    );
  });
}

/** Another major version reads no files of this one. @param {Layout} files @param {string} major */
async function requireVersion({ root, cluster }, major) {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (found === major) return;
  if (/^[0-9.]+$/.test(found))
    throw new Sentence(
      `${cluster} was made by PostgreSQL ${found} and this is ${major}: make a backup with the release that made it, move ${root} away, and restore the backup with this one. docs/backup.md has the commands.`,
    );
  throw new Sentence(
    `${cluster} is no PostgreSQL cluster, for its PG_VERSION cannot be read: restore ${root} from a copy, or remove it to begin with an empty database.`,
  );
}

/** @param {string} root */
async function removeUnfinished(root) {
  for (const entry of await readdir(root)) {
    const [, pid] = entry.match(/\.(\d+)\.unfinished$/) ?? [];
    // Retries because an initdb that lost its parent may write a little longer.
    if (pid && !isOtherProcess(Number(pid)))
      await rm(join(root, entry), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {number} pid */
function isOtherProcess(pid) {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * @param {string} initdb
 * @param {string[]} args
 * @param {import('./account.mjs').Account} account
 * @returns {Promise<void>}
 */
function runInitdb(initdb, args, account) {
  const flags = [
    '--username',
    superuser,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--set',
    'timezone=UTC',
    '--set',
    'log_timezone=UTC',
  ];
  return new Promise((done, fail) => {
    const child = spawn(...tied('SIGTERM', initdb, [...flags, ...args]), {
      ...account,
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    child.once('error', fail);
    child.once('close', (code, signal) => {
      if (code === 0) return done();
      // The libraries are symbolic links that the package's install script makes.
      const advice = errors.includes('shared librar') ? ' Run "npm rebuild" with install scripts allowed.' : '';
      fail(
        new Sentence(
          `initdb ended with ${signal ?? `status ${code}`}: ${errors.trim().split('\n').slice(-5).join(' ')}${advice}`,
        ),
      );
    });
  });
}

/**
 * Written whole or not at all.
 *
 * @param {string} path
 * @param {string | number} value
 */
export async function remember(path, value) {
  const unfinished = `${path}.${process.pid}${unfinishedSuffix}`;
  await writeFile(unfinished, String(value), { mode: 0o600, flag: 'wx' });
  await rename(unfinished, path);
}

/** @param {string} path */
function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
