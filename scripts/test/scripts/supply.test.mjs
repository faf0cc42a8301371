// @ts-check
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../../start/settings.mjs';
import { unwantedLicences } from '../../supply/licences.mjs';

it.each([
  ['MIT', { licenses: [{ license: { id: 'MIT' } }] }, true],
  ['one of two that is allowed', { licenses: [{ expression: '(MIT OR GPL-3.0-only)' }] }, true],
  ['two of which one is not allowed', { licenses: [{ expression: 'MIT AND GPL-3.0-only' }] }, false],
  ['what was found in its files', { evidence: { licenses: [{ license: { id: 'Apache-2.0' } }] } }, true],
  ['GPL', { licenses: [{ license: { id: 'GPL-3.0-only' } }] }, false],
  ['words of its own', { licenses: [{ license: { name: 'do what you like' } }] }, false],
  ['an empty list', { licenses: [] }, false],
  ['nothing', {}, false],
])('a package with %s', (_, told, mayComeAlong) => {
  expect(unwantedLicences([{ name: 'some', version: '1.0.0', ...told }])).toHaveLength(mayComeAlong ? 0 : 1);
});

it('an exception is for the packages that it names, not for those that are called alike', () => {
  const licenses = [{ license: { id: 'LGPL-3.0-or-later' } }];
  const parts = [
    { group: '@img', name: 'sharp-libvips', version: '1', licenses },
    { name: 'sharp-libvips', version: '1', licenses },
  ];
  expect(unwantedLicences(parts)).toEqual(['sharp-libvips 1 has the licence (LGPL-3.0-or-later).']);
});

/** What builds the command line, as a clone has it. */
const SOURCES = ['agent', 'package.json', 'scripts/build-programs.mjs', 'scripts/start'];

it('a program comes out the same, bit by bit, wherever its sources lie', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millionrps-elsewhere-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', ...SOURCES], { cwd: root });
  for (const file of stdout.split('\0').filter(Boolean)) cpSync(path.join(root, file), path.join(folder, file));
  const [here, there] = [await programBuiltIn(root), await programBuiltIn(folder)];
  expect(there).toBe(here);
});

/** @param {string} checkout @returns {Promise<string>} the SHA-256 of its command line for a Mac */
async function programBuiltIn(checkout) {
  const args = ['scripts/build-programs.mjs', 'darwin-arm64', 'millionrps'];
  const child = spawn(process.execPath, args, { cwd: checkout, stdio: ['pipe', 'inherit', 'inherit'] });
  const [status] = await once(child, 'exit');
  expect(status).toBe(0);
  const program = readFileSync(path.join(checkout, '.build/programs/darwin-arm64/millionrps'));
  return createHash('sha256').update(program).digest('hex');
}
