// @ts-check

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { freePort } from '../../start/checks.mjs';
import { root } from '../../start/settings.mjs';

/** @type {string} */ let data;
/** @type {NodeJS.ProcessEnv} */ let env;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;

beforeAll(async () => {
  data = mkdtempSync('/tmp/millionrps-journal-');
  chmodSync(data, 0o755);
  env = {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: '',
    PORT: String(await freePort()),
    MILLIONRPS_DATA: data,
  };
  instance = await startInstance(() => {}, env);
}, 180_000);

afterAll(async () => {
  await instance?.release?.();
  rmSync(data, { recursive: true, force: true });
});

function seed() {
  const script = path.join(root, 'scripts/seed-journal.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--json'], { env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

it('loads the journal into the instance that runs, once, with a comparison to open', async () => {
  const first = seed();
  expect(first.runs.length).toBeGreaterThan(10);
  expect(first.runs.every(({ known }) => !known)).toBe(true);
  const again = seed();
  expect(again.runs.map(({ runId }) => runId)).toEqual(first.runs.map(({ runId }) => runId));
  expect(again.runs.every(({ known }) => known)).toBe(true);
  const { runIds, baselineRunId } = first.comparison;
  const compared = await instance.client.call('GET', `/comparison?runs=${runIds.join(',')}&baseline=${baselineRunId}`);
  expect(compared.headline).toContain('nothing is claimed');
}, 60_000);
