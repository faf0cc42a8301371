// @ts-check
/** Children that do not outlive their parent. Imports no other file: images hold this one alone. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/**
 * The command as a child that gets `signal` when this process ends, even by kill -9. Its pid is the command's own.
 * Where setpriv is absent or too old for that, only what is released ends with this process.
 *
 * @param {NodeJS.Signals} signal
 * @param {string} program
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function tied(signal, program, args) {
  const [first = program, ...rest] = [...tie(signal), program, ...args];
  return [first, rest];
}

/** The words that stand before a tied command, if any. @param {NodeJS.Signals} signal @returns {string[]} */
export function tie(signal) {
  return setpriv ? [setpriv, '--pdeathsig', signal.slice(3), '--'] : [];
}

const setpriv = tyingProgram();

/** Older ones of util-linux, and busybox's, do not know the option. */
function tyingProgram() {
  const found = onPath('setpriv');
  return found && spawnSync(found, ['--pdeathsig', 'TERM', '--', 'true'], { stdio: 'ignore' }).status === 0
    ? found
    : null;
}

/** @param {string} program */
function onPath(program) {
  const files = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, program));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
