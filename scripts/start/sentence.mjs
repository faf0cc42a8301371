// @ts-check
import { constants } from 'node:os';
import { isEnding, releaseAll } from './ending.mjs';
import { endWithNpm } from './npm-watch.mjs';

/** A failure that a person can mend: printed as its one sentence, without a stack. */
export class Sentence extends Error {}

const FAULTS = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  ENOENT: 'it is not there',
  ENOTDIR: 'it, or what it lies in, is not a folder',
  EEXIST: 'it is not a folder',
  EISDIR: 'it is a folder, not a file',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's disk quota is used up",
};

/**
 * A file that cannot be used, as a sentence; other errors as they are.
 *
 * @param {any} error
 * @param {string} advice what to do, in the imperative
 */
export function pathFault(error, advice) {
  const cause = FAULTS[/** @type {keyof typeof FAULTS} */ (String(error?.code))];
  return cause && error.path ? new Sentence(`${error.path} cannot be used: ${cause}; ${advice}.`) : error;
}

/**
 * Runs a command's main function; a Sentence is printed alone and ends with status 1. However it ends, what the command
 * holds is released first. Ended by a signal it has the status of that, unless process.exitCode says another.
 *
 * @param {() => Promise<void>} main
 */
export async function exitWithSentence(main) {
  endWithNpm();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, async () => {
      await releaseAll();
      process.exit(process.exitCode ?? 128 + constants.signals[signal]);
    });
  process.on('uncaughtException', fail);
  try {
    await main();
  } catch (error) {
    return fail(error);
  }
  if (!isEnding()) await releaseAll();
}

/** @param {any} error */
async function fail(error) {
  // Work that is interrupted fails too, of what was taken from it.
  if (isEnding()) return;
  // An option that there is none of is the caller's to mend.
  const plain = error instanceof Sentence || String(error?.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`millionrps: ${plain ? error.message : (error?.stack ?? String(error))}\n`);
  await releaseAll();
  process.exit(1);
}
