// @ts-check
/** Which user PostgreSQL runs as, and whether such a user can get to its files. */
import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Sentence } from '../start/sentence.mjs';

const run = promisify(execFile);

/** What to do about a data folder that a user of the instance's parts may not enter. */
export const ELSEWHERE =
  'choose a data folder elsewhere, such as one under /var/lib, or open that folder with "chmod o+x"';

/**
 * @typedef {{ uid: number, gid: number } | null} Account null: the user of this process
 */

/**
 * PostgreSQL refuses to run as root. An existing cluster keeps its owner; a new one gets the system's `postgres` user,
 * which is created when there is none.
 *
 * @param {string} clusterDir
 * @returns {Promise<Account>}
 */
export async function chooseAccount(clusterDir) {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterDir).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findUser('postgres')) ?? (await createUser('postgres'));
}

/**
 * @param {string} name
 * @returns {Promise<Account>} null when there is no such user
 */
async function findUser(name) {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** @param {string} name */
async function createUser(name) {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.trim();
    throw new Sentence(
      `PostgreSQL cannot run as root and creating the user "${name}" failed: create it, or start as an ordinary user (${reason}).`,
    );
  }
  return findUser(name);
}

/**
 * Fails with one sentence when the account cannot get to `path`, rather than with the EACCES of a later program.
 *
 * @param {Account} account
 * @param {string} path absolute, a folder that exists or a program
 * @param {string} advice what to do, in the imperative
 * @param {string} [part] of the instance, that runs as the account
 */
export async function requireReachable(account, path, advice, part = 'PostgreSQL') {
  const chain = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    chain.unshift(at);
    if (at === dirname(at)) break;
  }
  const blocked = account ? await firstClosedTo(account, chain) : await firstClosedToThisProcess(chain);
  if (!blocked) return;
  const who = account ? `the user ${part} runs as (uid ${account.uid})` : 'this user';
  throw new Sentence(`${path} cannot be used because ${who} may not enter ${blocked}: ${advice}.`);
}

/**
 * Asked as that user, so that access lists and read-only mounts count too.
 *
 * @param {{ uid: number, gid: number }} account
 * @param {string[]} paths
 * @returns {Promise<string>} empty when all are open
 */
async function firstClosedTo(account, paths) {
  const script = 'for path; do [ -x "$path" ] || { printf %s "$path"; exit; }; done';
  return (await run('/bin/sh', ['-c', script, 'sh', ...paths], { ...account, cwd: '/' })).stdout;
}

/** @param {string[]} paths */
async function firstClosedToThisProcess(paths) {
  for (const path of paths) {
    const open = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!open) return path;
  }
  return '';
}
