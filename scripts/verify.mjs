#!/usr/bin/env node
// @ts-check
/** `npm run verify`: format, lint, types, boundaries, and that generated code and pinned versions are current. No database. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { TSX } from './start/api-command.mjs';
import { build } from './start/build.mjs';
import { runScript } from './start/run-script.mjs';
import { root } from './start/settings.mjs';
import { tied } from './start/tied.mjs';

const goTools = path.join(root, '.build/go-tools');
/** Without npx between, which does not take along what it started. @param {string} name */
const bin = (name) => path.join(root, 'node_modules/.bin', name);
/** TypeScript 7, which checks in a fifth of the time; what we use as a library is 5 yet. */
const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc');
/** Many checks are on one CPU at a time. */
const SIDE_BY_SIDE = 2;
/** Tests that compare a version with what it stands for are named so: a change far from them makes them fail. */
const PINNED = '.pinned.test.';
const LOCKED_TARGET = 'scripts/test/namespaces/locked-target';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} command
 * @property {string} [folder]
 * @property {string} mend what to do when it fails
 * @property {boolean} [silent] fails when it prints something
 */

/** @type {Check[]} */
const checks = [
  types('the web app', '-p', 'web', '--noEmit'),
  types('the API and scripts', '-p', 'api'),
  {
    name: 'format and lint',
    command: [bin('biome'), 'ci', '--reporter=concise', '.'],
    mend: 'npm run format, then mend what is left',
  },
  {
    name: 'generated code is current',
    command: [process.execPath, ...TSX, 'scripts/generate.ts', '--check'],
    mend: 'npm run generate',
  },
  {
    name: 'pinned versions and hashes',
    command: [bin('vitest'), 'run', '--project', 'unit', PINNED],
    mend: 'each failure says which version to raise, or which hash to replace',
  },
  {
    name: 'licences of what comes along',
    command: [process.execPath, 'scripts/sbom.mjs'],
    mend: 'replace the package, or say in scripts/supply/licences.mjs why it may come along',
  },
  ...['agent', 'server', 'scripts/compose-check', 'scripts/chart-check', LOCKED_TARGET].flatMap((folder) =>
    goChecks(folder),
  ),
  {
    name: 'command line for macOS',
    command: ['env', 'GOOS=darwin', 'CGO_ENABLED=0', 'go', 'vet', './cmd/millionrps/...', './internal/cli/...'],
    folder: 'agent',
    mend: 'cd agent && GOOS=darwin go vet ./cmd/millionrps/...',
  },
  {
    name: 'import rules of the agent',
    command: [path.join(goTools, 'depguard'), './...'],
    folder: 'agent',
    mend: 'agent/.depguard.json says who may import whom',
  },
];

/** @param {string} what @param {...string} options @returns {Check} */
function types(what, ...options) {
  const command = [process.execPath, tsc, ...options];
  return { name: `types of ${what}`, command, mend: ['node', path.relative(root, tsc), ...options].join(' ') };
}

function goChecks(folder) {
  return [
    { name: `gofmt ${folder}`, command: ['gofmt', '-l', '.'], folder, mend: 'npm run format', silent: true },
    { name: `go vet ${folder}`, command: ['go', 'vet', './...'], folder, mend: `cd ${folder} && go vet ./...` },
    {
      name: `staticcheck ${folder}`,
      command: [path.join(goTools, 'staticcheck'), './...'],
      folder,
      mend: 'see https://staticcheck.dev/docs/checks',
    },
  ];
}

await runScript(async () => {
  await build({ report: () => {}, web: false, go: false });
  // The checks of Go come after those of types, and wait for it.
  const tools = buildGoTools();
  tools.catch(() => {});
  const waiting = checks.values();
  let failed = 0;
  const lane = async () => {
    for (const check of waiting) {
      if (check.command[0]?.startsWith(goTools)) await tools;
      if (!(await passes(check))) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  await tools;
  if (failed > 0) process.exitCode = 1;
  console.log(`${checks.length - failed} of ${checks.length} checks are fine`);
});

async function buildGoTools() {
  mkdirSync(goTools, { recursive: true });
  const tools = ['honnef.co/go/tools/cmd/staticcheck', 'github.com/OpenPeeDeeP/depguard/v2/cmd/depguard'];
  const { status, output } = await ended('go', ['build', '-o', `${goTools}/`, ...tools], 'scripts/go-tools');
  if (status !== 0) throw new Error(output);
}

/** @param {Check} check */
async function passes({ name, command: [command = '', ...args], folder = '.', mend, silent }) {
  const startedMs = Date.now();
  const { status, output, printed } = await ended(command, args, folder);
  const fine = status === 0 && !(silent && printed.trim());
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  console.log(`${fine ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  const said = process.stdout.isTTY ? output : stripVTControlCharacters(output);
  if (!fine) console.log(`${said}\nTo mend: ${mend}\n`);
  return fine;
}

/** @returns {Promise<{ status: unknown, output: string, printed: string }>} printed: to its standard output alone */
async function ended(command, args, folder) {
  const options = { cwd: path.join(root, folder), maxBuffer: 64 << 20 };
  try {
    const { stdout, stderr } = await promisify(execFile)(...tied('SIGTERM', command, args), options);
    return { status: 0, output: stdout + stderr, printed: stdout };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error;
    return { status: code ?? 1, output: stdout + stderr || String(error), printed: stdout };
  }
}
