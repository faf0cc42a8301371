import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../../start/settings.mjs';
import { ofCommand, ofPlaywright, ofVitest, sum } from '../counts.mjs';

/** In the checkout, from where the runners are found. */
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(root, 'test-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file, text) => writeFileSync(path.join(folder, file), text);

/** What the runner's report of these tests says. */
function report(program, args, env = {}) {
  const file = path.join(folder, 'report.json');
  const options = { cwd: root, env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } };
  spawnSync(process.execPath, [path.join(root, 'node_modules', program), ...args(file)], options);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const TESTS = `
  test('is fine', () => {});
  test('is wrong', () => expect(1 + 1).toBe(3));`;

it('names each test of vitest that failed, and a file that cannot be read', () => {
  write('some.test.mjs', `import { expect, test } from 'vitest';${TESTS}`);
  write('broken.test.mjs', `import './not-there.mjs';`);
  write('vitest.config.mjs', 'export default {};');
  const { passed, failures } = ofVitest(
    report('vitest/vitest.mjs', (file) => ['run', '--root', folder, '--reporter=json', `--outputFile.json=${file}`]),
  );
  const own = path.basename(folder);
  expect(passed).toBe(1);
  expect(failures.sort()).toEqual([
    expect.stringMatching(`^${own}/broken.test.mjs: .*not-there`),
    expect.stringMatching(`^${own}/some.test.mjs: is wrong: AssertionError: expected 2 to be 3`),
  ]);
});

it('names each test of a browser that failed, with its line', () => {
  write('some.spec.ts', `import { expect, test } from '@playwright/test';${TESTS}`);
  write('playwright.config.ts', `export default { testDir: '.' };`);
  const { passed, failures } = ofPlaywright(
    report('@playwright/test/cli.js', () => [
      'test',
      '--config',
      path.join(folder, 'playwright.config.ts'),
      '--reporter=json',
    ]),
  );
  expect(passed).toBe(1);
  expect(failures).toEqual([expect.stringMatching(/^web\/e2e\/some\.spec\.ts:3: is wrong: Error: .*toBe/)]);
});

it('says of a command that failed what it said last, and of one that did not nothing', () => {
  const said = ['GET /x took 2 s', ...Array.from({ length: 9 }, (_, at) => `\u001b[31mreason ${at}\u001b[0m`), ''].join(
    '\n',
  );
  expect(ofCommand('fuzz-api', 0, said)).toEqual({ passed: 1, failures: [] });
  expect(ofCommand('fuzz-api', 1, '')).toEqual({ passed: 0, failures: ['fuzz-api ended with status 1'] });
  const { failures } = ofCommand('fuzz-api', 1, said);
  expect(failures[0]?.split('\n')).toEqual([
    'fuzz-api ended with status 1:',
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => `    reason ${at}`),
  ]);
});

it('sums what several came to', () => {
  expect(sum({ passed: 1, failures: [] }, { passed: 2, failures: ['a', 'b'] })).toEqual({
    passed: 3,
    failures: ['a', 'b'],
  });
});
