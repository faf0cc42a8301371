// @ts-check
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleApi, bundledApi } from './bundle-api.mjs';
import { spawnHeld } from './ending.mjs';
import { Sentence } from './sentence.mjs';
import { root } from './settings.mjs';

export const binFolder = path.join(root, '.build/bin');
export const webServer = path.join(root, 'web/.next/standalone/web/server.js');
/** What other machines run, by architecture. */
export const programsFolder = path.join(root, '.build/programs');
const stampFile = path.join(root, '.build/stamps.json');

/**
 * Installs and builds what is not current. `report` gets what is done and how long it took.
 *
 * @param {object} options
 * @param {(text: string) => void} options.report
 * @param {boolean} [options.web] false: leave the web app out
 * @param {boolean} [options.go] false: leave the programs in Go out
 */
export async function build({ report, web = true, go = true }) {
  const step = (name, work) => timed(report, name, work);
  const binaries = go ? step('agent, server and command line (go build)', () => goBuild()) : Promise.resolve();
  // An install that fails first must not leave the other unawaited.
  binaries.catch(() => {});
  await stamped('packages', fingerprint(['package-lock.json']), ['node_modules'], () =>
    step('packages (npm ci)', () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])),
  );
  await stamped(
    'database client',
    fingerprint(['package-lock.json', ...sources('prisma/schema')]),
    ['api/platform/store/generated/client.ts'],
    () => step('database client (prisma generate)', () => run(process.execPath, ['scripts/prisma.mjs', 'generate'])),
  );
  await stamped(
    'API',
    fingerprint(['package-lock.json', 'scripts/start/bundle-api.mjs', ...sources('api')]).concat(root),
    [path.relative(root, bundledApi)],
    () => step('API (esbuild)', bundleApi),
  );
  if (web) {
    await stamped(
      'web',
      fingerprint(['package-lock.json', ...sources('web'), ...sources('api/contract'), ...sources('api/rules')]),
      [path.relative(root, webServer)],
      () => step('web app (next build)', () => buildWeb()),
    );
  }
  await binaries;
}

const ON_REQUEST_MS = 15 * 60_000;

/**
 * Programs for other machines, which are built the same wherever that is.
 *
 * @param {string} platform such as linux-arm64
 * @param {string[]} names
 */
export async function buildPrograms(platform, names) {
  const [system, architecture] = platform.split('-');
  const target = { GOOS: system, GOARCH: architecture };
  await goBuild(path.join(programsFolder, platform), target, names.map(programNamed), ON_REQUEST_MS);
}

function programNamed(name) {
  const program = PROGRAMS.find(([, , own]) => own === name);
  if (!program) throw new Sentence(`There is no program ${name}.`);
  return program;
}

/** Module, package and name of each program. */
const PROGRAMS = [
  ['server', '.', 'server'],
  ['agent', './cmd/agent', 'agent'],
  ['agent', './cmd/millionrps', 'millionrps'],
];

/** The command line for this machine, and nothing else. @returns {Promise<string>} its file */
export async function buildCommandLine() {
  await goBuild(binFolder, {}, PROGRAMS.slice(-1));
  return path.join(binFolder, 'millionrps');
}

async function goBuild(folder = binFolder, target = {}, programs = PROGRAMS, timeout = 0) {
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, CGO_ENABLED: '0', ...target };
  for (const [module, source, name] of programs) {
    const output = path.join(folder, name);
    await run('go', ['build', '-trimpath', '-buildvcs=false', '-o', output, source], {
      cwd: path.join(root, module),
      env,
      timeout,
    });
  }
}

async function buildWeb() {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const web = path.join(root, 'web');
  // Without npm between, which does not take along what it started.
  await run(process.execPath, [path.join(root, 'node_modules/next/dist/bin/next'), 'build'], { cwd: web, env });
  cpSync(path.join(web, '.next/static'), path.join(path.dirname(webServer), '.next/static'), { recursive: true });
  if (existsSync(path.join(web, 'public')))
    cpSync(path.join(web, 'public'), path.join(path.dirname(webServer), 'public'), { recursive: true });
}

/** Does the work unless it was done for the same input and its outputs are still there. */
async function stamped(name, print, outputs, work) {
  const there = outputs.every((file) => existsSync(path.join(root, file)));
  if (there && readStamps()[name] === print) return;
  // Without its stamp, work that is cut short counts as not done.
  writeStamp(name, undefined);
  await work();
  writeStamp(name, print);
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function writeStamp(name, print) {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  const partial = `${stampFile}.${process.pid}`;
  writeFileSync(partial, JSON.stringify({ ...readStamps(), [name]: print }, null, 2));
  renameSync(partial, stampFile);
}

function fingerprint(files) {
  const hash = createHash('sha256').update(process.version);
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

const NOT_SOURCE = new Set(['node_modules', '.next', 'e2e', 'next-env.d.ts', 'tsconfig.tsbuildinfo']);

function sources(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => !NOT_SOURCE.has(entry.name) && !entry.name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? sources(file) : [file];
    });
}

async function timed(report, name, work) {
  const startedMs = Date.now();
  report(`building ${name} ...`);
  await work();
  report(`built ${name} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
}

/** Runs a command quietly; when it fails, the sentence holds the end of what it printed. */
export async function run(command, args, { cwd = root, env = process.env, timeout = 0 } = {}) {
  const { child } = spawnHeld(command, args, { cwd, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (status !== 0) {
    const end = output.trim().split('\n').slice(-30).join('\n');
    throw new Sentence(`\`${command} ${args.join(' ')}\` failed with status ${status}:\n${end}`);
  }
  return output;
}
