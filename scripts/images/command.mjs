// @ts-check
import { execFileSync } from 'node:child_process';
import { spawnHeld } from '../start/ending.mjs';
import { Sentence } from '../start/sentence.mjs';
import { tied } from '../start/tied.mjs';

/** As much of a failed command's output as tells why. */
const TOLD_CHARACTERS = 4_000;

/**
 * Runs a command to its end and answers what it printed; throws a Sentence with the end of its output when it fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>}
 */
export async function command(program, args, options = {}) {
  const { child } = spawnHeld(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, all] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (all += text));
  const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (status === 0) return printed;
  throw new Sentence(`${program} ${args.join(' ')} ended with ${status}:\n${all.slice(-TOLD_CHARACTERS)}`);
}

/** The same while the script ends, when nothing is started beside it any more. @param {string} program @param {string[]} args */
export function commandAtTheEnd(program, args) {
  execFileSync(...tied('SIGTERM', program, args), { stdio: ['ignore', 'ignore', 'pipe'] });
}
