// @ts-check
/** An agent of the release before, built from the history, with today's instance. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { root } from '../../start/settings.mjs';
import { OwnAgent } from '../instance/own-agent.mjs';

/** The last commit before agents knew TLS and upgrades. A release raises it to the one before. */
const BEFORE = 'e5f5a48e6177062c825d9264ae2b3a7dd28bcab5';

/** @type {string} */ let folder;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;
/** @type {OwnAgent} */ let agent;

beforeAll(async () => {
  if (spawnSync('git', ['cat-file', '-e', `${BEFORE}^{commit}`], { cwd: root }).status !== 0)
    throw new Error(
      `This checkout does not have the commit ${BEFORE}, of which this test builds an agent: run \`git fetch --unshallow\`.`,
    );
  folder = mkdtempSync(path.join(tmpdir(), 'millionrps-before-'));
  chmodSync(folder, 0o755);
  execFileSync('sh', ['-c', 'git archive "$1" agent server | tar -x -C "$2"', 'sh', BEFORE, folder], { cwd: root });
  for (const [module, source] of [
    ['agent', './cmd/agent'],
    ['server', '.'],
  ])
    execFileSync(
      'go',
      ['build', '-trimpath', '-buildvcs=false', '-o', path.join(folder, `old-${module}`), source ?? ''],
      {
        cwd: path.join(folder, module ?? ''),
        env: { ...process.env, CGO_ENABLED: '0' },
      },
    );
  instance = await startInstance(() => {}, {
    ...process.env,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: '',
    MILLIONRPS_URL: '',
    MILLIONRPS_DATA: path.join(folder, 'data'),
    PORT: String(await freePort()),
  });
  agent = new OwnAgent(instance.client, 'one-before', {
    program: path.join(folder, 'old-agent'),
    server: path.join(folder, 'old-server'),
  });
  await agent.start();
}, 300_000);
afterAll(async () => {
  await agent?.remove();
  await instance?.release?.();
  rmSync(folder, { recursive: true, force: true });
});

it('it measures', async () => {
  const { id } = (await agent.host()) ?? {};
  const spec = specFor(id, { path: '/simple', steps: [closedStep(4, 1)], tool: 'volley' });
  const run = await instance.client.createRun('of the agent before', spec);
  expect(await instance.client.finish(run.id)).toMatchObject({ state: 'finished' });
});

it('what it cannot do is told in a sentence', async () => {
  const { id } = (await agent.host()) ?? {};
  await expect(instance.client.call('POST', `/hosts/${id}/upgrade-agent`)).rejects.toThrow(
    'The agent on one-before is older than upgrades from this page: run the line of Enrol a host there once.',
  );
});
