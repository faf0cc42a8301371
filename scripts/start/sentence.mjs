// @ts-check
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
 * Runs the main function of a command that starts and makes nothing; a Sentence is printed alone and ends with status
 * 1. What does more is run by run-script.mjs. This file imports nothing: images hold it alone.
 *
 * @param {() => Promise<void>} main
 */
export async function exitWithSentence(main) {
  try {
    await main();
  } catch (error) {
    tellFailure(error);
    process.exit(1);
  }
}

/** @param {any} error */
export function tellFailure(error) {
  // An unknown option needs no stack.
  const plain = error instanceof Sentence || String(error?.code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`millionrps: ${plain ? error.message : (error?.stack ?? String(error))}\n`);
}
