// @ts-check

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../start/settings.mjs';

/** @param {() => { client: import('../../lab/client.mjs').LabClient, data: string }} running the instance */
export function seedsTheJournal(running) {
  it('loads the journal into the instance that runs, once, with a comparison to open', async () => {
    const { client, data } = running();
    const first = await seed(data);
    expect(first.runs.length).toBeGreaterThan(10);
    expect(first.runs.every(({ known }) => !known)).toBe(true);
    const again = await seed(data);
    expect(again.runs.map(({ runId }) => runId)).toEqual(first.runs.map(({ runId }) => runId));
    expect(again.runs.every(({ known }) => known)).toBe(true);
    const { runIds, baselineRunId } = first.comparison;
    const compared = await client.call('GET', `/comparison?runs=${runIds.join(',')}&baseline=${baselineRunId}`);
    expect(compared.headline).toContain('One run each: this may be noise.');
  }, 60_000);
}

/** @param {string} data */
async function seed(data) {
  const env = { ...process.env, MILLIONRPS_DATA: data, MILLIONRPS_ADMIN_TOKEN: '' };
  const script = path.join(root, 'scripts/seed-journal.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--json'], { env });
  return JSON.parse(stdout);
}
