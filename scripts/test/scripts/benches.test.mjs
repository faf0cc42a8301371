// @ts-check
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../start/build.mjs';
import { freePort } from '../../start/checks.mjs';
import { root } from '../../start/settings.mjs';

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const names = Object.keys(scripts).filter((name) => /^(bench|check):/.test(name));

/** @type {string} */ let data;
beforeAll(async () => {
  // Both lanes would build what is not current.
  await build({ report: () => {} });
  data = mkdtempSync('/tmp/mrps-benches-');
  chmodSync(data, 0o755);
}, 10 * 60_000);
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** It waits most of its time, so the others run beside it: the shortest form holds nothing to its goals. */
const WAITING = 'check:endings';
const lanes = [[WAITING], names.filter((name) => name !== WAITING)];

describe.concurrent.each(lanes.map((lane) => ({ lane })))('beside the other lane', ({ lane }) => {
  describe.sequential('in its shortest form, a bench or a check prints one object of figures', () => {
    it.each(lane)(
      '%s',
      async (name) => {
        const env = {
          ...process.env,
          MILLIONRPS_DATA: data,
          PORT: String(await freePort()),
          DATABASE_URL: '',
          MILLIONRPS_ADMIN_TOKEN: '',
        };
        const command = ['run', '-s', name, '--', '--shortest', '--json'];
        const { stdout } = await promisify(execFile)('npm', command, { cwd: root, env, maxBuffer: 16 << 20 });
        const found = JSON.parse(stdout);
        expect([name.split(':')[1], found.machine.cpus > 0]).toEqual([found.name, true]);
        expect(found.figures.length).toBeGreaterThan(0);
        const numbers = [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)];
        for (const { id, unit, value, low, high, n } of found.figures) {
          expect([typeof id, typeof unit], id).toEqual(['string', 'string']);
          expect([value, low, high, n], id).toEqual(numbers);
        }
      },
      15 * 60_000,
    );
  });
});
