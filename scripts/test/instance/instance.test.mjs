// @ts-check

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInstance } from '../../lab/borrow.mjs';
import { closedStep, specFor } from '../../lab/client.mjs';
import { freePort } from '../../start/checks.mjs';
import { root } from '../../start/settings.mjs';
import { usesTheCommandLine } from './command-line.mjs';
import { repeatsByScript } from './export-script.mjs';
import { measuresTargetsWithoutAnAgent } from './external-target.mjs';
import { comparesNginx } from './named-target.mjs';
import { OwnAgent } from './own-agent.mjs';
import { alive, childOf, descendants, until } from './processes.mjs';
import { measuresRealServices } from './real-services.mjs';
import { seedsTheJournal } from './seed-journal.mjs';
import { judgesSlowServices } from './slow-services.mjs';
import { variesWorkers } from './workers-experiment.mjs';

/** Short enough to wait for its end, long enough for an API that starts again on a busy machine. */
const LEASE_SECONDS = 20;
const quiet = () => {};

/** @type {string} */ let data;
/** @type {Awaited<ReturnType<typeof startInstance>>} */ let instance;
/** @type {OwnAgent[]} */ const agents = [];

const environment = async () => ({
  ...process.env,
  DATABASE_URL: '',
  MILLIONRPS_ADMIN_TOKEN: '',
  PORT: String(await freePort()),
  MILLIONRPS_DATA: data,
  MILLIONRPS_LEASE_SECONDS: String(LEASE_SECONDS),
});

beforeAll(async () => {
  data = mkdtempSync('/tmp/millionrps-instance-');
  chmodSync(data, 0o755);
  instance = await startInstance(quiet, await environment());
}, 120_000);

afterAll(async () => {
  await instance?.release?.();
  rmSync(data, { recursive: true, force: true });
});

const two = [closedStep(4, 4), closedStep(8, 4)];
const post = (hostId, over = {}) =>
  instance.client.createRun('a run', {
    ...specFor(hostId, { path: '/simple', steps: two, warmupSeconds: 0 }),
    ...over,
  });
const read = (id) => instance.client.call('GET', `/runs/${id}`);
const inState = (id, state, stepIndex = 0) =>
  until(`the run is ${state}`, async () => {
    const run = await read(id);
    return run.state === state && run.progress.stepIndex === stepIndex;
  });
const mainHost = async () =>
  (await instance.client.call('GET', '/hosts')).hosts.find(
    (h) => !agents.some((a) => a.name === h.name) && h.status !== 'offline',
  );
const onlyOneHost = async () =>
  (await instance.client.call('GET', '/hosts')).hosts.filter((h) => h.status !== 'offline').length === 1;
const ownAgent = async (name, options) => {
  const agent = new OwnAgent(instance.client, name, options);
  agents.push(agent);
  return agent.start();
};

/** Rows of a gap are null in every column. */
async function gaps(id) {
  const { hosts } = await instance.client.call('GET', `/runs/${id}/series`);
  const values = hosts[0].columns.find((c) => c.name === 'cpuBusyPercent')?.values ?? [];
  return { rows: values.length, holes: values.filter((v) => v === null).length };
}

describe('kill -9 in the middle of a step', () => {
  it.each([
    ['the API', 'millionrps-api'],
    ['Postgres', 'postgres -D'],
  ])('of %s: the run goes on to its end and no frame is lost', async (_name, program) => {
    const host = await mainHost();
    const { id } = await post(host.id);
    await inState(id, 'measuring');
    const before = childOf(instance.pid, program);
    process.kill(before.pid, 'SIGKILL');
    await until('another process has its place', () => {
      const now = descendants(instance.pid).find(({ command }) => command.includes(program));
      return now !== undefined && now.pid !== before.pid;
    });
    // Until the new one answers, and may go on answering, a look at the run can fail.
    const run = await until(
      'the run is over',
      () =>
        read(id).then(
          (found) => found.endedAtUs !== null && found,
          () => false,
        ),
      45_000,
    );
    expect(run.failure).toBeNull();
    expect(run.state).toBe('finished');
    expect(run.steps.map((s) => s.status)).toEqual(['measured', 'measured']);
    expect((await gaps(id)).holes).toBe(0);
    for (const { point } of run.steps) expect(point.sampleGapSeconds).toBe(0);
  });

  it('of the agent: tool and target die with it, the run says why, the restarted agent frees the host', async () => {
    const host = await mainHost();
    const { id } = await post(host.id);
    await inState(id, 'measuring');
    await until('samples have arrived', async () => (await gaps(id)).rows > 0);
    const agent = childOf(instance.pid, 'bin/agent');
    const children = descendants(agent.pid);
    expect(children.some((p) => p.command.includes('autocannon'))).toBe(true);
    expect(children.some((p) => p.command.includes('bin/server'))).toBe(true);
    process.kill(agent.pid, 'SIGKILL');
    await until('its children are gone', () => children.every((p) => !alive(p.pid)), 3_000);
    const run = await instance.client.finish(id);
    expect(run.state).toBe('failed');
    expect(run.failure.sentence).toMatch(/agent on .* ended and was started again in step 1/);
    expect(run.steps[0].failure.sentence).toBe(run.failure.sentence);
    expect((await gaps(id)).rows).toBeGreaterThan(0);
    await until('the host is free', async () => (await mainHost())?.status === 'ready');
  });
});

// Most of their time is spent waiting for what a host of its own does not do.
describe.concurrent('what goes wrong on a host', () => {
  afterAll(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.remove()));
  });

  it('an agent that does not come back: offline and dirty after its lease, clean after its confirmed restore', async () => {
    const agent = await ownAgent('lonely');
    const { id } = await post((await agent.host()).id);
    await inState(id, 'measuring');
    await agent.kill();
    const run = await until('the run is over', async () => {
      const run = await read(id);
      return run.state === 'failed' && run;
    });
    expect(run.failure.code).toBe('agent-lost');
    const lost = await until('the host is offline', async () => {
      const host = await agent.host();
      return host.status === 'offline' && host;
    });
    expect(lost.dirtyReason).toMatch(/whether the host was restored is unknown/);
    await agent.start();
    expect((await agent.host()).dirtyReason).toBeNull();
    const next = await instance.client.finish((await post((await agent.host()).id)).id);
    expect(next.state).toBe('finished');
  });

  const script = (name, body) => {
    const file = path.join(data, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    return file;
  };
  const outcome = async (name, options, over) => {
    const agent = await ownAgent(name, options);
    const run = await instance.client.finish((await post((await agent.host()).id, over)).id);
    await until('the host is free', async () => (await agent.host()).status === 'ready');
    // It asks its tools for their versions now and then; what a run started would stay.
    await until('nothing of the run is left', () => descendants(agent.pid).length === 0, 5_000);
    return run;
  };

  it('a tool that exits 1: each step says so with its last words, the raw output is kept', async () => {
    const broken = script(
      'broken-tool',
      '[ "$1" = --version ] && { echo 9.0.0; exit 0; }\necho "no route to happiness" >&2\nexit 1',
    );
    const run = await outcome('broken', { autocannon: broken });
    expect(run.state).toBe('failed');
    expect(run.failure.code).toBe('no-step-measured');
    for (const step of run.steps) expect(step.failure.sentence).toMatch(/no route to happiness/);
    expect(run.artifacts.some((a) => a.kind === 'tool-log')).toBe(true);
  });

  it('a tool that is missing: refused before the run, with its host', async () => {
    const agent = await ownAgent('toolless', { autocannon: '' });
    await expect(post((await agent.host()).id)).rejects.toThrow('autocannon is not installed on toolless');
  });

  it('a port in use: the run says which', async () => {
    const port = await freePort();
    const squatter = createServer().listen(port, '127.0.0.1');
    try {
      const agent = await ownAgent('squatted');
      const hostId = (await agent.host()).id;
      const spec = specFor(hostId, { path: '/simple', steps: two });
      const run = await instance.client.finish((await post(hostId, { target: { ...spec.target, port } })).id);
      expect(run.state).toBe('failed');
      expect(run.failure.sentence).toContain(String(port));
      expect(run.failure.sentence).toMatch(/in use/);
      expect(run.steps.map((s) => s.status)).toEqual(['skipped', 'skipped']);
    } finally {
      squatter.close();
    }
  });

  it('a target that never listens: the run says so', async () => {
    const mute = script('mute-server', 'exec sleep 60');
    const run = await outcome('mute', { server: mute });
    expect(run.state).toBe('failed');
    expect(run.failure.sentence).toMatch(/did not|never/);
  }, 60_000);

  it('a host that is offline: refused with what to do', async () => {
    const agent = await ownAgent('gone');
    const { id } = await agent.host();
    await agent.kill('SIGTERM');
    await until('it is offline', async () => (await agent.host()).status === 'offline');
    await expect(post(id)).rejects.toThrow('gone is offline: its agent has not been heard of lately.');
  });
});

describe.concurrent('the demo without an instance', () => {
  it('leaves its own running with --keep until it is told to stop, and its share opens without signing in', async () => {
    const folder = mkdtempSync('/tmp/millionrps-demo-');
    chmodSync(folder, 0o755);
    const demo = spawn(process.execPath, [path.join(root, 'scripts/demo.mjs'), '--json', '--keep'], {
      env: { ...(await environment()), MILLIONRPS_DATA: folder, MILLIONRPS_ADMIN_TOKEN: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => demo.once('exit', resolve));
    const [line] = await once(createInterface({ input: demo.stdout }), 'line');
    const { shareUrl } = JSON.parse(line);
    expect((await fetch(shareUrl)).status).toBe(200);
    const family = descendants(demo.pid);
    demo.kill('SIGINT');
    expect(await ended).toBe(0);
    await until('all are gone', () => family.every(({ pid }) => !alive(pid)));
    rmSync(folder, { recursive: true, force: true });
  }, 180_000);
});

describe('a script beside the instance', () => {
  const running = () => ({ client: instance.client, data, pid: instance.pid });
  seedsTheJournal(running);
  comparesNginx(running);
  variesWorkers(running);
  measuresRealServices(running);
  judgesSlowServices(running);
  measuresTargetsWithoutAnAgent(running);

  it('prints a link that signs in once', async () => {
    const env = { ...process.env, MILLIONRPS_DATA: data, MILLIONRPS_ADMIN_TOKEN: '' };
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'sign-in-link'], { cwd: root, env });
    const opened = () => fetch(stdout.trim(), { redirect: 'manual' });
    expect(stdout.trim()).toContain(instance.client.url);
    expect((await opened()).status).toBeLessThan(400);
  });

  it('drives load alone: it loads a page and counts, and refuses what cannot be', async () => {
    const volley = (...args) => promisify(execFile)('npm', ['run', '-s', 'volley', '--', ...args], { cwd: root });
    const url = `${instance.client.url}/sign-in`;
    const { stdout } = await volley('--url', url, '--connections', '2', '--duration', '1s', '--json');
    const { sent, succeeded, failed, inFlight } = JSON.parse(stdout);
    expect(succeeded).toBeGreaterThan(0);
    expect(succeeded + failed.total + inFlight).toBe(sent);
    await expect(volley('--url', url, '--connections', '0', '--duration', '1s')).rejects.toThrow(/connection/);
  });

  describe('once the hosts of before are known to be gone', () => {
    beforeAll(() => until('one host is left', onlyOneHost));

    repeatsByScript(running);
    usesTheCommandLine(running);

    it('measures two routes as the demo, compares and shares them, and prints one object', async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, 'scripts/demo.mjs'), '--json'], {
        env: { ...process.env, MILLIONRPS_DATA: data, MILLIONRPS_ADMIN_TOKEN: '' },
      });
      const { runs, compareUrl, shareUrl } = JSON.parse(stdout);
      expect(runs.map((run) => run.path)).toEqual(['/simple', '/read']);
      const ids = runs.map((run) => run.id);
      expect(compareUrl).toBe(`${instance.client.url}/compare?runs=${ids.join(',')}&baseline=${ids[0]}`);
      const shared = await fetch(shareUrl.replace('/s/', '/api/v1/shared/'));
      expect(shared.status).toBe(200);
      expect((await shared.json()).document.comparison.runs.map((run) => run.id)).toEqual(ids);
      expect((await fetch(shareUrl)).status).toBe(200);
      for (const run of runs) {
        expect(run.url).toBe(`${instance.client.url}/runs/${run.id}`);
        expect(run.points).toHaveLength(2);
        for (const point of run.points) {
          expect(point.requestsPerSecond).toBeGreaterThan(0);
          expect(point.serverCpuUsPerRequest).toBeGreaterThan(0);
          expect(point.clientCpuUsPerRequest).toBeGreaterThan(0);
        }
      }
    });
  });
});

describe('stopping', () => {
  it('by Ctrl-C in the middle of a run leaves no process, and the next start finds everything', async () => {
    const host = await mainHost();
    const { id } = await post(host.id);
    await inState(id, 'measuring');
    const family = descendants(instance.pid);
    expect(family.length).toBeGreaterThan(4);
    process.kill(instance.pid, 'SIGINT');
    await until('all are gone', () => [instance.pid, ...family.map((p) => p.pid)].every((pid) => !alive(pid)));
    instance = await startInstance(quiet, await environment());
    const run = await until('the run is over', async () => {
      const found = await read(id);
      return found.endedAtUs !== null && found;
    });
    expect(run.state).toBe('failed');
    await until('the host is free', async () => (await mainHost())?.status === 'ready');
    expect(readFileSync(path.join(data, 'instance.json'), 'utf8')).toContain(instance.client.url);
  }, 60_000);

  it('and starting once more revokes the join token that the start before made for nothing', async () => {
    const open = async () => (await instance.client.call('GET', '/join-tokens')).tokens.map(({ id }) => id);
    const before = await open();
    await instance.release();
    instance = await startInstance(quiet, await environment());
    const after = await open();
    expect(after.filter((id) => !before.includes(id))).toHaveLength(1);
    expect(before.filter((id) => !after.includes(id))).toHaveLength(1);
  }, 60_000);
});
