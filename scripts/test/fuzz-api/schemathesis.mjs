// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnHeld } from '../../start/ending.mjs';
import { pythonPath } from '../python-packages.mjs';

/**
 * @typedef {{ operation: string, status: number, ms: number }} Answer
 * @typedef {{ answers: Answer[], violations: number, kinds: string[], output: string }} Fuzzed kinds: of violations, each with its operations
 *
 * @typedef {object} Pass
 * @property {string} name letters and hyphens, of its files
 * @property {string} url
 * @property {any} document
 * @property {(operation: any) => boolean} wanted
 * @property {Record<string, string>} headers
 * @property {string[]} phases
 * @property {number} examples for each operation
 * @property {number} seed
 */

/** Runs schemathesis over the wanted operations. @param {string} folder @param {Pass} pass @returns {Promise<Fuzzed>} */
export async function fuzzPass(folder, { name, url, document, wanted, headers, phases, examples, seed }) {
  const file = (/** @type {string} */ ending) => path.join(folder, `${name}.${ending}`);
  const [documentFile, answersFile, reportFile] = [file('openapi.json'), file('answers.ndjson'), file('report.json')];
  writeFileSync(documentFile, JSON.stringify(marked(document, wanted)));
  writeFileSync(answersFile, '');
  const { status, output } = await run(
    [
      '--no-color',
      ...['--config-file', path.join(import.meta.dirname, 'schemathesis.toml')],
      ...['run', documentFile, '--url', url],
      ...['--include-by', `/${MARK} == true`],
      ...Object.entries(headers).flatMap(([header, value]) => ['--header', `${header}: ${value}`]),
      ...['--phases', phases.join(','), '--max-examples', String(examples), '--seed', String(seed)],
      // One worker: hypothesis is not made for threads.
      ...['--workers', '1', '--max-redirects', '0', '--request-timeout', '30'],
      ...['--output-sanitize', 'false', '--warnings', 'off', '--continue-on-failure'],
      ...['--report', 'json', '--report-json-path', reportFile],
    ],
    answersFile,
  );
  const answers = readFileSync(answersFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const { test_cases: cases, failures, errors } = readReport(reportFile, output);
  // With errors it could not even ask: that is no success.
  const violations = cases.unique_failures + errors.length;
  const kinds = [...failures, ...errors].map(kindOf);
  if (status !== 0 && violations === 0)
    throw new Error(`schemathesis ended with status ${status}: ${output.slice(-2000)}`);
  return { answers, violations, kinds, output };
}

/** More would bury the others. */
const OPERATIONS_TOLD = 5;

/** @param {{ title: string, count: number, operations?: string[] }} group of the report's failures, or of its errors */
function kindOf({ title, count, operations = [] }) {
  const told = operations.slice(0, OPERATIONS_TOLD).join(', ');
  const more = operations.length > OPERATIONS_TOLD ? ` and ${operations.length - OPERATIONS_TOLD} more` : '';
  return `${title}, ${count} ×${told && ` at ${told}${more}`}`;
}

const MARK = 'x-fuzzed';

/** All others stay in it: whether a method is declared is seen by them. */
function marked(document, wanted) {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, it]) => [method, { ...it, [MARK]: wanted(it) }])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** @param {string} file @param {string} output */
function readReport(file, output) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`schemathesis left no report: ${output.slice(-2000)}`);
  }
}

/** @param {string[]} args @param {string} answersFile @returns {Promise<{ status: number, output: string }>} */
function run(args, answersFile) {
  const env = {
    ...process.env,
    PYTHONPATH: [pythonPath('schemathesis'), import.meta.dirname].join(path.delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
    SCHEMATHESIS_HOOKS: 'hooks',
    FUZZ_ANSWERS: answersFile,
  };
  return new Promise((resolve, reject) => {
    const { child } = spawnHeld('python3', ['-m', 'schemathesis.cli', ...args], {
      env,
      cwd: path.dirname(answersFile),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}
