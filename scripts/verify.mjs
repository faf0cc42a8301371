#!/usr/bin/env node
// @ts-check
/** `npm run verify`: format, lint, types, boundaries, and that generated code is current. No database. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { build } from './start/build.mjs';
import { exitWithSentence } from './start/sentence.mjs';
import { root } from './start/settings.mjs';

const goTools = path.join(root, '.build/go-tools');
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
  { name: 'format and lint', command: ['npx', 'biome', 'ci', '.'], mend: 'npm run format, then mend what is left' },
  { name: 'types of the API and scripts', command: ['npx', 'tsc', '-p', 'api'], mend: 'npx tsc -p api' },
  { name: 'types of the web app', command: ['npx', 'tsc', '-p', 'web', '--noEmit'], mend: 'npx tsc -p web --noEmit' },
  {
    name: 'generated code is current',
    command: [process.execPath, '--import', 'tsx', 'scripts/generate.ts', '--check'],
    mend: 'npm run generate',
  },
  ...['agent', 'server', 'scripts/compose-check', LOCKED_TARGET].flatMap((folder) => goChecks(folder)),
  {
    name: 'import rules of the agent',
    command: [path.join(goTools, 'depguard'), './...'],
    folder: 'agent',
    mend: 'agent/.depguard.json says who may import whom',
  },
];

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

await exitWithSentence(async () => {
  await build({ report: () => {}, web: false, go: false });
  buildGoTools();
  const failed = checks.filter((check) => !passes(check));
  if (failed.length > 0) process.exitCode = 1;
  console.log(`${checks.length - failed.length} of ${checks.length} checks are fine`);
});

function buildGoTools() {
  mkdirSync(goTools, { recursive: true });
  const tools = ['honnef.co/go/tools/cmd/staticcheck', 'github.com/OpenPeeDeeP/depguard/v2/cmd/depguard'];
  const { status, stderr } = spawnSync('go', ['build', '-o', `${goTools}/`, ...tools], {
    cwd: path.join(root, 'scripts/go-tools'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** @param {Check} check */
function passes({ name, command: [command = '', ...args], folder = '.', mend, silent }) {
  const startedMs = Date.now();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: path.join(root, folder), encoding: 'utf8' });
  const fine = status === 0 && !(silent && stdout.trim());
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  console.log(`${fine ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!fine) console.log(`${stdout}${stderr}\nTo mend: ${mend}\n`);
  return fine;
}
