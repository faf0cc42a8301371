// @ts-check
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../start/settings.mjs';
import { advisoriesOfGo, advisoriesOfNpm, judged } from '../../supply/advisories.mjs';
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

describe('a known weakness', () => {
  const cause = {
    source: 1103907,
    name: 'some',
    dependency: 'some',
    title: 'Reads anything',
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    severity: 'high',
    range: '<1.2.0',
  };
  const report = { vulnerabilities: { some: { via: [cause] }, above: { via: ['some'] }, beside: { via: [cause] } } };

  it('of npm is told once, however many packages it reaches', () => {
    expect(judged(advisoriesOfNpm(report), '2026-11-27')).toEqual({
      failing: ['GHSA-aaaa-bbbb-cccc (high) some <1.2.0: Reads anything'],
      told: [],
    });
    expect(judged(advisoriesOfNpm({}), '2026-11-27')).toEqual({ failing: [], told: [] });
  });

  it('fails no more while somebody says why, and fails again after that day', () => {
    const accepted = [{ id: 'GHSA-aaaa-bbbb-cccc', why: 'nobody calls it', until: '2026-12-31' }];
    expect(judged(advisoriesOfNpm(report), '2026-12-31', accepted).told).toEqual([
      'GHSA-aaaa-bbbb-cccc (high) some <1.2.0: Reads anything; accepted until 2026-12-31: nobody calls it',
    ]);
    expect(judged(advisoriesOfNpm(report), '2027-01-01', accepted).failing).toHaveLength(1);
  });

  it('of Go fails where it is in the program', () => {
    const trace = { module: 'example.org/m', version: 'v1.0.0' };
    const said = [
      { config: { protocol_version: 'v1.0.0' } },
      { osv: { id: 'GO-2026-0001', summary: 'Never ends' } },
      { osv: { id: 'GO-2026-0002', summary: 'Shows all' } },
      { finding: { osv: 'GO-2026-0001', trace: [trace] } },
      { finding: { osv: 'GO-2026-0001', trace: [{ ...trace, package: 'example.org/m/p', function: 'F' }] } },
      { finding: { osv: 'GO-2026-0001', trace: [trace] } },
      { finding: { osv: 'GO-2026-0002', trace: [trace] } },
    ];
    const text = said.map((value) => JSON.stringify(value, null, 2)).join('\n');
    expect(judged(advisoriesOfGo(text), '2026-11-27')).toEqual({
      failing: ['GO-2026-0001 (present) example.org/m v1.0.0: Never ends'],
      told: ['GO-2026-0002 (absent) example.org/m v1.0.0: Shows all'],
    });
  });
});

/** What builds the command line, as a clone has it. */
const SOURCES = ['agent', 'package.json', 'scripts/start'];

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
  const script = `import('./scripts/start/build.mjs').then(({ buildPrograms }) => buildPrograms('darwin-arm64', ['millionrps']))`;
  await promisify(execFile)(process.execPath, ['-e', script], { cwd: checkout });
  const program = readFileSync(path.join(checkout, '.build/programs/darwin-arm64/millionrps'));
  return createHash('sha256').update(program).digest('hex');
}
