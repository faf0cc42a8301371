// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TSX } from '../start/api-command.mjs';
import { spawnHeld } from '../start/ending.mjs';
import { ensureVegeta, toolsFolder } from '../start/load-tools.mjs';
import { root } from '../start/settings.mjs';
import { ensureChromium } from './chromium.mjs';
import { NOTHING, ofCommand, ofPlaywright, ofVitest, sum } from './counts.mjs';
import { fuzz } from './fuzz.mjs';
import { TIED_TESTS } from './go-tests.mjs';
import { whyNoKernelLab, withKernelLab } from './kernel/lab.mjs';
import { whyNoNamespaces, withTopology } from './namespaces/topology.mjs';
import { ensurePrograms } from './programs.mjs';
import { ensurePythonPackage, pythonPath } from './python-packages.mjs';
import { ensureCaddy, ensureNginx } from './web-servers.mjs';

/** @typedef {import('./counts.mjs').Count} Count */
/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {() => Promise<Count>} run
 * @property {true} [ofGoAlone] it runs while packages are installed
 * @property {number} minutes what it takes on a slow machine with 2 CPUs: a whole run leaves it out where it would not end in time
 */

/** Makes a failure of a test that would skip itself because a program is missing. */
const NO_SKIP = { MILLIONRPS_TEST_NO_SKIP: '1' };

/**
 * Go's tests look for races. Packages that hold times to bounds do so apart, and hold the bounds all the same. Fuzzing does without: its
 * functions are of one goroutine, and their known inputs run here.
 */
const RACE = ['-race'];
/** The race detector otherwise waits a second at the end of each process, and tests start hundreds: the agent tells its helpers. */
const QUICK_EXIT = { GORACE: 'atexit_sleep_ms=10' };

/** More than a command says at last of why it failed. */
const TOLD_CHARACTERS = 10_000;

/** Who looks for the time that a run takes finds it by these. */
const SLOW_PACKAGE_SECONDS = 10;

/** Packages of the agent whose tests hold times to bounds: other work on the machine would be waited for as well. */
const MEASURING = [
  'cmd/agent',
  ...['app', 'facts', 'loadgen', 'process', 'runner', 'sampler', 'volley'].map((name) => `internal/${name}`),
];

/**
 * Rounds follow one another. The lanes of a round run beside each other, each a suite after the other: those that wait for much and
 * measure nothing.
 *
 * @type {Suite[][][]}
 */
export const rounds = [
  [
    [
      { name: 'compose', run: () => goTest('scripts/compose-check', ['-count=1']), ofGoAlone: true, minutes: 2 },
      { name: 'chart', run: chart, ofGoAlone: true, minutes: 3 },
      { name: 'fuzz', run: fuzz, ofGoAlone: true, minutes: 2 },
    ],
  ],
  [
    [{ name: 'verify', run: () => program('verify', 'scripts/verify.mjs'), minutes: 6 }],
    [{ name: 'advisories', run: () => program('advisories', 'scripts/advisories.mjs'), minutes: 1 }],
  ],
  [
    [
      { name: 'server', run: server, minutes: 4 },
      { name: 'unit', run: unit, minutes: 2 },
    ],
    [{ name: 'agent', run: agent, minutes: 6 }],
  ],
  [[{ name: 'agent-times', run: agentTimes, minutes: 5 }]],
  [
    [{ name: 'api', run: () => vitest('api'), minutes: 16 }],
    [
      { name: 'postgres', run: () => vitest('postgres'), minutes: 2 },
      { name: 'cloud', run: () => vitest('cloud'), minutes: 8 },
      { name: 'oracle', run: () => vitest('oracle'), minutes: 3 },
    ],
  ],
  [
    [
      { name: 'instance', run: instance, minutes: 15 },
      { name: 'enrol', run: enrol, minutes: 4 },
      { name: 'faults', run: faults, minutes: 5 },
      { name: 'browser', run: browser, minutes: 18 },
      { name: 'scripts', run: scripts, minutes: 10 },
      { name: 'namespaces', run: namespaces, minutes: 4 },
      { name: 'kernel', run: kernel, minutes: 12 },
      { name: 'fuzz-api', run: () => program('fuzz-api', 'scripts/fuzz.mjs', '--shortest'), minutes: 3 },
      { name: 'soak', run: () => program('soak', 'scripts/soak.mjs', '--shortest'), minutes: 3 },
      { name: 'races', run: races, minutes: 9 },
    ],
  ],
];

/** Exported scripts ask their targets by curl; certificates of tests are made by openssl. */
const ensureForScripts = () => ensurePrograms(['curl', 'openssl'], (line) => console.log(line));

/** @returns {Promise<Count>} */
function unit() {
  ensureForScripts();
  return vitest('unit');
}

function instance() {
  ensureForScripts();
  ensurePrograms(['gcc'], (line) => console.log(line));
  const report = (/** @type {string} */ line) => console.log(line);
  return vitest('instance', [], { ...process.env, NGINX: ensureNginx(report), CADDY: ensureCaddy(report) });
}

/** A program of scripts/ that counts as one test. @param {string} name @param {...string} args @returns {Promise<Count>} */
async function program(name, ...args) {
  let told = '';
  const status = await pass(process.execPath, [...TSX, ...args], process.env, (text) => {
    process.stderr.write(text);
    told = (told + text).slice(-TOLD_CHARACTERS);
  });
  return ofCommand(name, status, told);
}

/** @returns {Promise<Count>} */
function chart() {
  ensurePythonPackage('kubernetes-validate', (line) => console.log(line));
  process.env.PYTHONPATH = pythonPath('kubernetes-validate');
  return goTest('scripts/chart-check', ['-count=1']);
}

/** @returns {Promise<Count>} */
async function server() {
  ensurePrograms(['gcc', 'redis-server'], (line) => console.log(line));
  const folders = readdirSync(path.join(root, 'server'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const packages = folders.map(({ name }) => `./${name}/...`);
  const inside = await goTest('server', RACE, packages);
  // The program itself is loaded from outside: the detector would see that client alone, and slow it.
  const outside = await goTest('server', [], ['.']);
  return sum(inside, outside);
}

/** What tests of the agent need. @returns {Promise<{ measuring: string[], others: string[] }>} its packages */
async function prepareAgent() {
  // Only root can make the network namespace that needs ip.
  const programs = /** @type {const} */ (['gcc', 'wrk', 'ethtool', 'redis-server']);
  ensurePrograms(process.getuid?.() === 0 ? [...programs, 'ip'] : [...programs], (line) => console.log(line));
  await ensureVegeta((line) => console.log(line));
  const nginx = ensureNginx((line) => console.log(line));
  process.env.PATH = [toolsFolder, path.dirname(nginx), process.env.PATH].join(path.delimiter);
  const module = path.join(root, 'agent');
  const packages = execFileSync('go', ['list', './...'], { cwd: module, encoding: 'utf8' }).trim().split('\n');
  const measuring = MEASURING.map((name) => `millionrps/agent/${name}`);
  const unknown = measuring.filter((name) => !packages.includes(name));
  if (unknown.length > 0)
    throw new Error(`scripts/test/suites.mjs names packages that are not there: ${unknown.join(', ')}`);
  return { measuring, others: packages.filter((name) => !measuring.includes(name)) };
}

/** @returns {Promise<Count>} */
async function agent() {
  const { others } = await prepareAgent();
  return goTest('agent', RACE, others);
}

/** Packages of the agent that hold times to bounds. @returns {Promise<Count>} */
async function agentTimes() {
  const { measuring } = await prepareAgent();
  return goTest('agent', ['-p', '1'], measuring);
}

/** Races in the same packages. @returns {Promise<Count>} */
async function races() {
  const { measuring } = await prepareAgent();
  return goTest('agent', [...RACE, '-p', '1'], measuring);
}

/** @returns {Promise<Count>} */
async function goTest(folder, flags = [], packages = ['./...']) {
  const count = /** @type {Count} */ ({ passed: 0, failures: [] });
  const output = /** @type {Map<string, string[]>} */ (new Map());
  // The suite verify vets the same packages, and their tests, with every check.
  const status = await lines(
    'go',
    ['test', '-json', '-vet=off', ...TIED_TESTS, ...flags, ...packages],
    path.join(root, folder),
    (line) => {
      const event = parse(line);
      if (!event) return console.log(line);
      const key = `${event.Package} ${event.Test ?? ''}`;
      if (event.Action === 'output') output.set(key, [...(output.get(key) ?? []), event.Output]);
      if (event.Action === 'fail') console.log(`FAILED ${key}\n${(output.get(key) ?? []).join('')}`);
      if (event.Action === 'build-output') process.stdout.write(event.Output);
      if (!event.Test && event.Elapsed > SLOW_PACKAGE_SECONDS) console.log(`${event.Package}: ${event.Elapsed} s`);
      if (!event.Test) return undefined;
      if (event.Action === 'pass') count.passed += 1;
      if (event.Action === 'fail') count.failures.push(key);
      return undefined;
    },
  );
  // A package that does not build has no test that could fail.
  if (status !== 0 && count.failures.length === 0)
    count.failures.push(`go test in ${folder} ended with status ${status}`);
  return count;
}

/** @param {string[]} [within] the command that starts it @returns {Promise<Count>} */
function vitest(project, within = [], env = process.env) {
  return reported(async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const [program = '', ...args] = [
      ...within,
      process.execPath,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      ...reporters,
    ];
    const status = await pass(program, args, env);
    return { status, read: ofVitest };
  });
}

/** Benches and checks in their shortest form, and all other commands. @returns {Promise<Count>} */
async function scripts() {
  const report = (/** @type {string} */ line) => console.log(line);
  await ensureVegeta(report);
  const chromium = await ensureChromium(report);
  return vitest('scripts', [], { ...process.env, CHROMIUM: chromium });
}

/** In a root file system of its own, which only root can enter. @returns {Promise<Count>} */
async function enrol() {
  if (process.getuid?.() !== 0) {
    console.log('not run: it enters a root file system of its own, and only root can');
    return NOTHING;
  }
  ensurePrograms(['curl', 'dash', 'nsenter', 'shellcheck', 'unshare'], (line) => console.log(line));
  ensurePythonPackage('moto', (line) => console.log(line));
  return vitest('enrol');
}

/** Inside the API's namespace, from which its own client can reach it. @returns {Promise<Count>} */
async function namespaces() {
  // A person who starts an exported script has a terminal, curl and ethtool.
  const programs = /** @type {const} */ (['ip', 'ethtool', 'curl', 'script', 'redis-server', 'wrk']);
  if (process.getuid?.() === 0) ensurePrograms([...programs], (line) => console.log(line));
  const why = whyNoNamespaces();
  if (why) {
    console.log(`not run: ${why}`);
    return NOTHING;
  }
  try {
    // Inside there is no way to a registry.
    ensurePythonPackage('moto', (line) => console.log(line));
    return await withTopology((topology) => {
      const env = { ...process.env, MILLIONRPS_NAMESPACES: JSON.stringify(topology) };
      return vitest('namespaces', ['ip', 'netns', 'exec', topology.api.namespace], env);
    });
  } catch (error) {
    return { passed: 0, failures: [String(error)] };
  }
}

/** A few cells of `npm run test:faults`. @returns {Promise<Count>} */
async function faults() {
  const why = whyNoNamespaces();
  if (!why) return program('faults', 'scripts/faults.mjs', '--shortest');
  console.log(`not run: ${why}`);
  return NOTHING;
}

/** Inside the namespace of the guest's tap device, from which the guest can be reached. @returns {Promise<Count>} */
async function kernel() {
  const why = await whyNoKernelLab();
  if (why) {
    console.log(`not run: ${why}`);
    return NOTHING;
  }
  const report = (/** @type {string} */ line) => console.log(line);
  try {
    // Inside there is no way to a registry.
    ensurePythonPackage('moto', report);
    return await withKernelLab(report, (lab) => {
      const env = { ...process.env, MILLIONRPS_KERNEL_LAB: JSON.stringify(lab) };
      return vitest('kernel', ['ip', 'netns', 'exec', lab.network.namespace], env);
    });
  } catch (error) {
    return { passed: 0, failures: [String(error)] };
  }
}

/** Of the browser's tests, each with an instance of its own; small, so that no lane ends long before the other. */
const BROWSER_PARTS = 9;
/** At once: much of their time they wait for runs. */
const BROWSER_LANES = 2;

/** @returns {Promise<Count>} */
async function browser() {
  const chromium = await ensureChromium((line) => console.log(line));
  const waiting = Array.from({ length: BROWSER_PARTS }, (_, at) => at + 1).values();
  const counts = /** @type {Count[]} */ ([]);
  const lane = async () => {
    for (const part of waiting) counts.push(await browserPart(chromium, part));
  };
  await Promise.all(Array.from({ length: BROWSER_LANES }, lane));
  return sum(...counts);
}

/** @param {string} chromium @param {number} part @returns {Promise<Count>} */
function browserPart(chromium, part) {
  return reported(async (file) => {
    const env = { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const args = [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...['--config', 'web/e2e/playwright.config.ts'],
      ...['--reporter', 'list,json', '--output', `test-results/${part}`],
      ...['--shard', `${part}/${BROWSER_PARTS}`],
    ];
    const status = await pass(process.execPath, args, env);
    return { status, read: ofPlaywright };
  });
}

/** Counts by a report file; a run that fails without a counted failure counts as one. @returns {Promise<Count>} */
async function reported(run) {
  const folder = mkdtempSync(path.join(tmpdir(), 'millionrps-report-'));
  const file = path.join(folder, 'report.json');
  try {
    const { status, read } = await run(file);
    const count = read(JSON.parse(readFileSync(file, 'utf8')));
    if (status === 0 || count.failures.length > 0) return count;
    return sum(count, { passed: 0, failures: [`the runner of these tests ended with status ${status}`] });
  } catch (error) {
    return { passed: 0, failures: [String(error)] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a command on this terminal; resolves with its status.
 *
 * @param {string} program @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(text: string) => void} [tell] gets what it writes to stderr, in place of the terminal
 * @returns {Promise<number>}
 */
function pass(program, args, env = process.env, tell) {
  return new Promise((resolve, reject) => {
    const { child } = spawnHeld(program, args, {
      cwd: root,
      env: { ...env, ...NO_SKIP },
      stdio: ['ignore', 'inherit', tell ? 'pipe' : 'inherit'],
    });
    if (tell) child.stderr?.setEncoding('utf8').on('data', tell);
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** @returns {Promise<number>} */
function lines(program, args, cwd, each) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...NO_SKIP, ...QUICK_EXIT };
    const { child } = spawnHeld(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const all = (rest + text).split('\n');
      rest = all.pop() ?? '';
      for (const line of all) each(line);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
