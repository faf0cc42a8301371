// @ts-check
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkNode, freePort } from '../../start/checks.mjs';
import { root } from '../../start/settings.mjs';

/** @type {string} */ let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm start` in an environment in which it has to refuse. */
async function start(env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, MILLIONRPS_DATA: folder, PORT: String(await freePort()), ...env },
  });
  return { status, stdout, stderr };
}

describe('npm start refuses with one sentence and status 1', () => {
  it('a busy port', async () => {
    const port = await freePort();
    const squatter = createServer();
    await new Promise((resolve) => squatter.listen(port, '127.0.0.1', () => resolve(null)));
    const busy = await start({ PORT: String(port) });
    squatter.close();
    expect(busy).toEqual({
      status: 1,
      stdout: '',
      stderr: `millionrps: Port ${port} on 127.0.0.1 is in use; stop what uses it or set PORT to another one.\n`,
    });
  });

  it('a data folder that cannot be one', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    const proc = await start({ MILLIONRPS_DATA: '/proc/no/folder' });
    expect([proc.status, proc.stderr]).toEqual([
      1,
      expect.stringContaining('The data folder /proc/no/folder cannot be used'),
    ]);
    expect(await start({ MILLIONRPS_DATA: file })).toEqual({
      status: 1,
      stdout: '',
      stderr: `millionrps: The data folder ${file} cannot be used (ENOTDIR); set MILLIONRPS_DATA to a folder that you may write to.\n`,
    });
  });

  it('a machine without Go', async () => {
    const { status, stderr } = await start({ PATH: folder });
    expect(status).toBe(1);
    expect(stderr).toBe(
      'millionrps: Go is missing; install Go 1.25 or later (https://go.dev/dl) and put it on the PATH.\n',
    );
  });

  it('a port that is none', async () => {
    const { status, stderr } = await start({ PORT: 'http' });
    expect([status, stderr]).toEqual([1, 'millionrps: PORT=http is not a port; use a number from 1 to 65535.\n']);
  });

  it('a configuration file that is not there', async () => {
    const { status, stderr } = await start({ MILLIONRPS_HOST_CONFIG: '/nowhere/agent.json' });
    const sentence = 'MILLIONRPS_HOST_CONFIG=/nowhere/agent.json is not there; name a file, or leave it out.';
    expect([status, stderr]).toEqual([1, `millionrps: ${sentence}\n`]);
  });
});

describe('Node versions', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.3.1'])('%s will do', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });
  it.each(['18.20.0', '20.18.1', '21.7.0', '22.11.0', '23.9.0'])('%s will not', (version) => {
    expect(() => checkNode(version)).toThrow(`Node ${version} is not supported`);
  });
});
