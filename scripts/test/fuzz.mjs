// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { spawnHeld } from '../start/ending.mjs';
import { root } from '../start/settings.mjs';
import { TIED_TESTS } from './go-tests.mjs';

/** Of each function; a count, as Go fails a function whose time ends in the middle of an input. */
const INPUTS = 10_000;
/** A function that takes longer is too slow to be fuzzed. Go itself ends an input that takes 10 s. */
const TIMEOUT_MS = 180_000;

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
 * @returns {Promise<import('./counts.mjs').Count>}
 */
export async function fuzz() {
  const functions = fuzzFunctions();
  const failures = functions.length === 0 ? ['there is no function to fuzz'] : [];
  let passed = 0;
  for (const { module, folder, name } of functions) {
    const { status, output } = await run(path.join(root, module), [
      'test',
      '-vet=off',
      ...TIED_TESTS,
      '-run=^$',
      `-fuzz=^${name}$`,
      `-fuzztime=${INPUTS}x`,
      `./${folder}`,
    ]);
    const tried = [...output.matchAll(/execs: (\d+)/g)].at(-1)?.[1];
    const fine = status === 0 && Number(tried) > 0;
    if (fine) passed += 1;
    else failures.push(`${module}/${folder} ${name}`);
    console.log(
      fine ? `${module}/${folder} ${name}: ${tried} inputs` : `FAILED ${module}/${folder} ${name}\n${output}`,
    );
  }
  return { passed, failures };
}

/** @returns {Promise<{ status: number, output: string }>} */
function run(cwd, args) {
  return new Promise((resolve, reject) => {
    const { child } = spawnHeld('go', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const late = setTimeout(() => {
      output += `not done after ${TIMEOUT_MS / 1000} s`;
      child.kill('SIGKILL');
    }, TIMEOUT_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ status: code ?? 1, output });
    });
  });
}
