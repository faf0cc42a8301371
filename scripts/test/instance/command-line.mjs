// @ts-check

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { closedStep, specFor } from '../../lab/client.mjs';
import { root } from '../../start/settings.mjs';

/** @param {() => { client: import('../../lab/client.mjs').LabClient, data: string }} running the instance */
export function usesTheCommandLine(running) {
  it('is asked by `npm run -s cli` for a real run, in the folder that npm was called in', async () => {
    const folder = emptyFolder();
    const { client, data } = running();
    const { name } = await client.readyHost();
    const spec = specFor('', { path: '/simple', steps: [closedStep(4, 2)], tool: 'volley', warmupSeconds: 0 });
    const byName = { ...spec, server: { host: name, address: null }, clients: [{ host: name }] };
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify({ name: 'by the command line', spec: byName }));
    const { code, stdout, stderr } = await called(data, folder, ['run', 'spec.json', '--json', '--junit', 'junit.xml'])
      .ended;
    expect(stderr).toMatch(/measuring, step 1 of 1/);
    const { outcome, id, result } = JSON.parse(stdout);
    expect({ code, outcome }).toEqual({ code: 0, outcome: 'met' });
    const run = await client.call('GET', `/runs/${id}`);
    expect(result.steps[0].requestsPerSecond).toBe(run.steps[0].point.requestsPerSecond);
    expect(readFileSync(path.join(folder, 'junit.xml'), 'utf8')).toContain('name="measured"');
    expect((await called(data, folder, ['hosts', '--quiet']).ended).stdout).toContain(`${run.hosts[0].hostId}\n`);
  }, 90_000);

  it('cancels its run on one Ctrl-C, which npm passes on a second time', async () => {
    const folder = emptyFolder();
    const { client, data } = running();
    const { id: hostId } = await client.readyHost();
    const spec = specFor(hostId, { path: '/simple', steps: [closedStep(4, 60)], tool: 'volley', warmupSeconds: 0 });
    writeFileSync(path.join(folder, 'spec.json'), JSON.stringify({ name: 'interrupted', spec }));
    const { child, told, ended } = called(data, folder, ['run', 'spec.json']);
    await expect.poll(() => told.stderr, { timeout: 40_000 }).toContain('measuring');
    process.kill(-(child.pid ?? 0), 'SIGINT');
    const { stdout, stderr } = await ended;
    expect(stdout).toBe('');
    expect(stderr).toContain('Interrupted. The run is canceled; what it changed on hosts is put back.');
    const id = /run (\S+):/.exec(stderr)?.[1] ?? '';
    expect((await client.finish(id)).state).toBe('canceled');
  }, 90_000);
}

function emptyFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'millionrps-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** As a terminal does it: a process group of its own. @param {string} data @param {string} folder @param {string[]} args */
function called(data, folder, args) {
  const env = { ...process.env, MILLIONRPS_DATA: data, MILLIONRPS_URL: '', MILLIONRPS_TOKEN: '' };
  const options = /** @type {const} */ ({ cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const child = spawn('npm', ['--prefix', root, 'run', '-s', 'cli', '--', ...args], options);
  const told = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (told.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (told.stderr += text));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...told }));
  });
  return {
    child,
    told,
    ended: /** @type {Promise<{ code: number | null, stdout: string, stderr: string }>} */ (ended),
  };
}
