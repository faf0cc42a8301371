// @ts-check
import { constants } from 'node:os';
import { isEnding, releaseAll } from './ending.mjs';
import { endWithNpm } from './npm-watch.mjs';
import { tellFailure } from './sentence.mjs';

/** npm forwards the Ctrl-C that the terminal has sent to the script as well. */
const SAME_CTRL_C_MS = 1000;

/**
 * Runs the main function of a script that starts or makes something; a Sentence is printed alone and ends with status 1.
 * However it ends, what the script holds is released first. Ended by a signal it has the status of that, unless
 * process.exitCode says another. A second signal ends it at once, whatever is still being released.
 *
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  endWithNpm();
  /** @type {number | null} */
  let firstMs = null;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, async () => {
      firstMs ??= performance.now();
      if (performance.now() - firstMs > SAME_CTRL_C_MS) process.exit(128 + constants.signals[signal]);
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
