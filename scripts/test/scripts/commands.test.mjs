// @ts-check
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../start/settings.mjs';
import { SCRIPTS } from '../endings/scripts.mjs';

const text = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
const commands = Object.keys(JSON.parse(text('package.json')).scripts);

/** Where CI runs a command that is neither a bench nor ended by `check:endings`: a file, and what in it does so. */
const ELSEWHERE = /** @type {Record<string, [file: string, needle: string]>} */ ({
  test: ['.ci/run', 'exec npm test'],
  'test:kernel': ['scripts/test/suites.mjs', "{ name: 'kernel', run: kernel,"],
  'test:fuzz': ['scripts/test/suites.mjs', "'scripts/fuzz.mjs', '--shortest'"],
  'test:faults': ['scripts/test/suites.mjs', "'scripts/faults.mjs', '--shortest'"],
  'test:soak': ['scripts/test/suites.mjs', "'scripts/soak.mjs', '--shortest'"],
  verify: ['scripts/test/suites.mjs', 'scripts/verify.mjs'],
  advisories: ['scripts/test/suites.mjs', "'scripts/advisories.mjs'"],
  sbom: ['scripts/verify.mjs', "'scripts/sbom.mjs'"],
  generate: ['scripts/verify.mjs', "'scripts/generate.ts', '--check'"],
  prisma: ['prisma/engine/schema-engine.test.mjs', "'migrate', 'dev', '--name'"],
  'sign-in-link': ['scripts/test/instance/instance.test.mjs', "'sign-in-link'"],
  cli: ['scripts/test/instance/command-line.mjs', "'run', '-s', 'cli', '--',"],
  blobs: ['scripts/test/scripts/blobs.test.mjs', "['run', '-s', 'blobs'"],
  backup: ['scripts/test/scripts/backup.test.mjs', "npm('backup', ["],
  restore: ['scripts/test/scripts/backup.test.mjs', "npm('restore', ["],
  'backup:check': ['scripts/test/scripts/backup.test.mjs', "npm('backup:check', ["],
  format: ['scripts/test/scripts/commands.test.mjs', "['run', '-s', 'format']"],
});

it('CI runs every npm command', () => {
  const measured = commands.filter((name) => /^(bench|check):/.test(name));
  const ended = SCRIPTS.map(({ name }) => name);
  expect([...new Set([...measured, ...ended, ...Object.keys(ELSEWHERE)])].sort()).toEqual([...commands].sort());
  for (const [name, [file, needle]] of Object.entries(ELSEWHERE)) expect(text(file), name).toContain(needle);
});

it('ends every bench and check, but the one that does so', () => {
  const measured = commands.filter((name) => /^(bench|check):/.test(name) && name !== 'check:endings');
  expect(SCRIPTS.map(({ name }) => name)).toEqual(expect.arrayContaining(measured));
});

it('there is every npm command that the documents name', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync(path.join(root, 'docs'), { recursive: true })]
    .map((name, i) => (i < 2 ? String(name) : path.join('docs', String(name))))
    .filter((name) => name.endsWith('.md'));
  const named = documents.flatMap((file) =>
    [...text(file).matchAll(/\bnpm (?:run (?:-s )?([a-z][a-z:-]*)|(start|test)\b)/g)].map(([said, run, own]) => ({
      file,
      said,
      name: run ?? own,
    })),
  );
  const unknown = named.filter(({ name = '' }) => !commands.includes(name));
  expect(unknown).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

it('CONTRIBUTING names every command for those who develop', () => {
  const said = text('README.md') + text('CONTRIBUTING.md');
  const unsaid = commands.filter((name) => !new RegExp(`npm (run (-s )?)?${name}\\b`).test(said));
  expect(unsaid).toEqual([]);
});

it('no script starts a child that could outlive it', () => {
  const files = ['scripts', 'scripts/bench', 'scripts/lab', 'scripts/screens'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => /\.(mjs|ts)$/.test(name) && !name.includes('.test.'))
      .map((name) => path.join(folder, name)),
  );
  const untied = files.filter((file) => /\bspawn(Sync)?\((?!\.\.\.tied)/.test(text(file)));
  expect(untied).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});

it('npm run format mends TypeScript and Go', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mrps-format-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['package.json', 'biome.json']) cpSync(path.join(root, file), path.join(folder, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const place of ['agent', 'server', 'scripts/compose-check', 'scripts/chart-check', 'scripts/test', 'api', 'web'])
    mkdirSync(path.join(folder, place), { recursive: true });
  writeFileSync(path.join(folder, '.gitignore'), 'node_modules\n');
  for (const place of ['api', 'web']) writeFileSync(path.join(folder, place, 'package.json'), '{}\n');
  writeFileSync(path.join(folder, 'api/a.ts'), 'export const a   = "b"');
  writeFileSync(path.join(folder, 'agent/a.go'), 'package a\nvar  a =  1\n');
  await promisify(execFile)('npm', ['run', '-s', 'format'], { cwd: folder });
  expect(readFileSync(path.join(folder, 'api/a.ts'), 'utf8')).toBe("export const a = 'b';\n");
  expect(readFileSync(path.join(folder, 'agent/a.go'), 'utf8')).toBe('package a\n\nvar a = 1\n');
});
