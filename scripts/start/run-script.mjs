// @ts-check
import { constants } from 'node:os';
import { isEnding, releaseAll } from './ending.mjs';
import { endWithNpm } from './npm-watch.mjs';
import { tellFailure } from './sentence.mjs';

/**
 * Runs the main function of a script that starts or makes something; a Sentence is printed alone and ends with status 1.
 * However it ends, what the script holds is released first. Ended by a signal it has the status of that, unless
 * process.exitCode says another.
 *
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
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
  tellFailure(error);
  await releaseAll();
  process.exit(1);
}
