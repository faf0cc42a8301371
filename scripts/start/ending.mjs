// @ts-check
/**
 * What a script starts and makes goes when the script ends, however it ends. By itself, by a failure or by a signal: it is
 * released here, the last first. By kill -9: the kernel signals every child that was started here, and the next script
 * clears the folders.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isLeft, ownMark } from './owner.mjs';
import { tied } from './tied.mjs';

/** An instance stops its load, its agent and PostgreSQL in turn. */
const CHILD_ENDS_WITHIN_MS = 45_000;

/** @typedef {() => unknown} Release */

/** @type {Release[]} */
const held = [];
/** @type {Promise<void> | null} */
let ending = null;

/**
 * Holds on to something until it is released: by the function returned, or before this script ends.
 *
 * @param {Release} release called once
 * @returns {() => Promise<void>} releases it now; fails as `release` does
 */
export function hold(release) {
  /** @type {Promise<unknown> | null} */
  let released = null;
  const once = () => {
    released ??= (async () => release())();
    return released;
  };
  held.push(once);
  return async () => {
    await once();
    const at = held.indexOf(once);
    if (at >= 0) held.splice(at, 1);
  };
}

/** Releases all that is held, the last first. A failure is printed and makes the script fail; it keeps no other back. */
export function releaseAll() {
  ending ??= (async () => {
    for (let release = held.pop(); release; release = held.pop()) {
      try {
        await release();
      } catch (error) {
        process.stderr.write(`millionrps: ${error instanceof Error ? error.message : error}\n`);
        process.exitCode ||= 1;
      }
    }
  })();
  return ending;
}

export const isEnding = () => ending !== null;

/**
 * A child that does not outlive this script: `stop` sends it SIGTERM, later SIGKILL, and resolves when it has ended.
 * Throws once the script is ending.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function spawnHeld(program, args, options) {
  if (ending) throw new Error(`${program} is not started: this script is ending`);
  const child = /** @type {import('node:child_process').ChildProcessWithoutNullStreams} */ (
    spawn(...tied('SIGTERM', program, args), options)
  );
  const ended = new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
  const stop = hold(async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_ENDS_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  });
  // What has ended by itself need not be held.
  void ended.then(stop);
  return { child, stop };
}

/**
 * Makes a temporary folder that other users may enter, as PostgreSQL's has to be, and clears those of killed scripts. It
 * becomes this process's TMPDIR, so what children and libraries leave there goes with it.
 *
 * @param {string} name lower-case letters
 * @param {string} [parent]
 */
export function temporaryFolder(name, parent = tmpdir()) {
  for (const entry of readdirSync(parent)) {
    const [, mark] = entry.match(/^mrps-[a-z]+-([0-9a-z]+-[0-9a-z]+-[0-9a-z]+)-/) ?? [];
    if (mark && isLeft(mark) && isOwnFolder(path.join(parent, entry))) remove(path.join(parent, entry));
  }
  const folder = mkdtempSync(path.join(parent, `mrps-${name}-${ownMark()}-`));
  chmodSync(folder, 0o755);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const removeNow = hold(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    remove(folder);
  });
  return { folder, remove: removeNow };
}

/** Any user can make such a name in /tmp, and this script may be root. @param {string} folder */
function isOwnFolder(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === process.getuid?.();
}

/** A folder that a dying process still writes to stays until the next script. @param {string} folder */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch (error) {
    if (existsSync(folder)) process.stderr.write(`millionrps: ${folder} stays for now: ${error}\n`);
  }
}
