// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { spawnHeld } from '../start/ending.mjs';
import { root } from '../start/settings.mjs';
import { TIED_TESTS } from './go-tests.mjs';

/** Of each function, unless minutes are asked for; a count, as Go may fail a function whose time ends in the middle of an input. */
const INPUTS = 10_000;
/** A function that takes so much longer is too slow to be fuzzed. Go itself ends an input that takes 10 s. */
const TIMEOUT_MS = 180_000;
/** How Go says that the time was over in the middle of an input: no input failed. */
const OUT_OF_TIME = /^\s+context deadline exceeded$/m;

/** @typedef {{ module: string, folder: string, name: string }} FuzzFunction folder: of the package, below the module's */

/** Every `func Fuzz...` of the Go modules, by package. @returns {FuzzFunction[]} */
export function fuzzFunctions(modules = ['agent', 'server']) {
  return modules.flatMap((module) =>
    readdirSync(path.join(root, module), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('_test.go'))
      .sort()
      .flatMap((file) =>
        [...readFileSync(path.join(root, module, file), 'utf8').matchAll(/^func (Fuzz\w*)\(/gm)].map(([, name]) => ({
          module,
          folder: path.dirname(file),
          name: name ?? '',
        })),
      ),
  );
}

/**
 * Runs each on new inputs; `go test` alone only tries the known ones. Go keeps an input that fails in
 * the package's testdata/fuzz, where it is a test from then on.
 *
 * @param {{ minutes?: number, say?: (line: string) => void }} [options] minutes: of each function
 * @returns {Promise<import('./counts.mjs').Count>}
 */
export async function fuzz({ minutes = 0, say = console.log } = {}) {
  const functions = fuzzFunctions();
  const failures = functions.length === 0 ? ['there is no function to fuzz'] : [];
  let passed = 0;
  for (const { module, folder, name } of functions) {
    const how = ['test', '-vet=off', ...TIED_TESTS, '-run=^$', `-fuzz=^${name}$`];
    const length = minutes > 0 ? `${minutes}m` : `${INPUTS}x`;
    const args = [...how, `-fuzztime=${length}`, `./${folder}`];
    const { status, output } = await run(path.join(root, module), args, minutes * 60_000 + TIMEOUT_MS);
    const tried = [...output.matchAll(/execs: (\d+)/g)].at(-1)?.[1];
    const fine = (status === 0 || isOutOfTime(output)) && Number(tried) > 0;
    if (fine) passed += 1;
    else failures.push(`${module}/${folder} ${name}`);
    say(fine ? `${module}/${folder} ${name}: ${tried} inputs` : `FAILED ${module}/${folder} ${name}\n${output}`);
  }
  return { passed, failures };
}

/** @param {string} output */
const isOutOfTime = (output) => OUT_OF_TIME.test(output) && !output.includes('Failing input written');

/** @returns {Promise<{ status: number, output: string }>} */
function run(cwd, args, timeoutMs) {
  return new Promise((resolve, reject) => {
    const { child } = spawnHeld('go', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const late = setTimeout(() => {
      output += `not done after ${timeoutMs / 1000} s`;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ status: code ?? 1, output });
    });
  });
}
