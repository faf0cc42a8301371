// @ts-check

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { closedStep, plainGet, specFor } from '../../lab/client.mjs';
import { repeatsNginxByScript } from './nginx-script.mjs';
import { processes } from './processes.mjs';

/** What a script repeats was really run: reference server and load generators of this host, on loopback. */

/** @param {import('../../lab/client.mjs').LabClient} client @param {string} name @param {(spec: any) => object} change */
async function finishedRun(client, name, change) {
  const { id } = await client.readyHost();
  const spec = specFor(id, { path: '/simple', tool: 'volley', steps: [closedStep(4, 1), closedStep(8, 1)] });
  const run = await client.finish((await client.createRun(name, change(spec))).id);
  expect(run.failure).toBeNull();
  return run;
}

/** @param {() => { client: import('../../lab/client.mjs').LabClient, data: string }} running the instance */
export function repeatsByScript(running) {
  repeatsNginxByScript(running);

  it('of a comparison starts each target and makes each load again, with the files that a tool reads, and leaves nothing behind', async () => {
    const { client, data } = running();
    const plain = await finishedRun(client, "It's one", (spec) => spec);
    const mixed = await finishedRun(client, 'a mix of $(paths)', (spec) => ({
      ...spec,
      target: { ...spec.target, prefork: true, workers: 2 },
      tuning: { ...spec.tuning, targetCpus: 'first 1' },
      requests: [plainGet('/simple', 3), plainGet('/read', 1)],
      load: { ...spec.load, tool: 'autocannon', warmupSeconds: 0 },
    }));
    const reply = await fetch(`${client.url}/api/v1/comparison/export?runs=${plain.id},${mixed.id}&format=script`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(reply.status).toBe(200);
    const folder = path.join(data, 'by-hand');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'x.sh'), await reply.text());
    const done = spawnSync('bash', ['x.sh'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 60_000,
      env: { ...process.env, RESULTS: 'results', RUN_AS: userInfo().username },
    });
    expect(done.stderr).toContain('done; what the tools printed is in results');
    expect(done.status).toBe(0);
    const results = path.join(folder, 'results');
    const printed = readdirSync(results)
      .filter((name) => name.endsWith('.out'))
      .sort();
    expect(printed).toEqual([
      'turn-01-step-01-warmup.out',
      'turn-01-step-01.out',
      'turn-01-step-02-warmup.out',
      'turn-01-step-02.out',
      'turn-02-step-01.out',
      'turn-02-step-02.out',
    ]);
    const [volley, autocannon] = ['turn-01-step-02.out', 'turn-02-step-02.out'].map((name) =>
      JSON.parse(readFileSync(path.join(results, name), 'utf8')),
    );
    expect(volley.succeeded).toBeGreaterThan(100);
    expect(autocannon['2xx']).toBeGreaterThan(100);
    expect(autocannon.non2xx).toBe(0);
    const ports = [plain, mixed].map(({ target }) => `--port ${new URL(target.url).port}`);
    expect(processes().filter(({ command }) => ports.some((port) => command.includes(port)))).toEqual([]);
  }, 90_000);

  it('of a reference server with TLS trusts the certificate that it has just made', async () => {
    const { client, data } = running();
    const run = await finishedRun(client, 'in private', (spec) => ({
      ...spec,
      target: { ...spec.target, tls: true },
      load: { ...spec.load, tls: { serverName: null, verify: 'host', resume: true }, warmupSeconds: 0 },
    }));
    const reply = await fetch(`${client.url}/api/v1/runs/${run.id}/export?format=script`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    expect(reply.status).toBe(200);
    const folder = path.join(data, 'in-private');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'x.sh'), await reply.text());
    const env = { ...process.env, RESULTS: 'results', RUN_AS: userInfo().username };
    const done = spawnSync('bash', ['x.sh'], { cwd: folder, encoding: 'utf8', timeout: 60_000, env });
    expect(done.stderr).toContain('done; what the tools printed is in results');
    expect(done.status).toBe(0);
    const said = JSON.parse(readFileSync(path.join(folder, 'results/turn-01-step-01.out'), 'utf8'));
    expect(said).toMatchObject({ failed: { total: 0 }, tls: { negotiated: [{ version: 'TLS 1.3' }] } });
    expect(said.succeeded).toBeGreaterThan(100);
  });
}
