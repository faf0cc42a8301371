import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { API_OF_SOURCES } from '../../scripts/start/api-command.mjs';
import type { Launch } from '../contract/launch.ts';
import type { AwsBehaviour } from '../testing/cloud/aws-proxy.ts';
import { alive, type LaunchLab, openLaunchLab } from '../testing/cloud/launch-lab.ts';
import { request } from '../testing/fake-agent.ts';
import { hardware } from '../testing/sample-launch.ts';
import { ADMIN_TOKEN } from '../testing/test-lab.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Real processes of the API, one after the other, on one database and one emulator of AWS. */
let aws: LaunchLab;
let folder: string;
let api: Api | null = null;

interface Api {
  url: string;
  kill: () => Promise<void>;
}

beforeEach(async () => {
  aws = await openLaunchLab();
  folder = await mkdtemp(path.join(tmpdir(), 'millionrps-killed-'));
});
afterEach(async () => {
  await api?.kill();
  await aws.close();
  await rm(folder, { recursive: true, force: true });
});

async function startApi(): Promise<Api> {
  const port = await freePort();
  const child = spawn(process.execPath, API_OF_SOURCES, {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...process.env,
      ...aws.env,
      DATABASE_URL: aws.lab.databaseUrl,
      PORT: String(port),
      MILLIONRPS_URL: 'https://lab.example',
      MILLIONRPS_TRUSTED_PROXIES: '127.0.0.1',
      MILLIONRPS_DATA: folder,
      MILLIONRPS_SECRET: aws.lab.lab.secret,
      MILLIONRPS_ADMIN_TOKEN: ADMIN_TOKEN,
    },
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + 40_000;
  while (
    !(await fetch(`${url}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error('the API does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

const ask = <T>(method: string, at: string, body?: unknown) =>
  request<T>(api?.url ?? '', method, `/api/v1${at}`, { token: ADMIN_TOKEN, ...(body !== undefined && { body }) });

async function until(id: string, state: Launch['state']): Promise<Launch> {
  const giveUpAt = Date.now() + 45_000;
  for (;;) {
    const { body } = await ask<Launch>('GET', `/launches/${id}`);
    if (body.state === state) return body;
    if (Date.now() > giveUpAt) throw new Error(`the launch is ${body.state}: ${body.failure?.sentence}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Kills the API when it asks for its second instance, and lets AWS hear of it or not. */
function killedAt(wasHeard: boolean): { behaviour: AwsBehaviour; killed: Promise<void> } {
  let runs = 0;
  let tell = (): void => {};
  const killed = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const kill = (): void => void api?.kill().then(tell);
  return {
    killed,
    behaviour: {
      before: ({ action }) => {
        if (action !== 'ec2:RunInstances' || ++runs !== 2 || wasHeard) return null;
        kill();
        return { status: 503, body: '' };
      },
      after: async ({ action }) => {
        if (action !== 'ec2:RunInstances' || runs !== 2 || !wasHeard) return;
        kill();
        await killed;
      },
    },
  };
}

it.each([
  ['AWS had launched it', true],
  ['AWS had not heard of it', false],
])(
  'a launch whose API is killed in its middle is finished by the next one, and nothing is launched twice or left: %s',
  async (_, wasHeard) => {
    api = await startApi();
    const { behaviour, killed } = killedAt(wasHeard);
    aws.aws.behave(behaviour);
    const { body: asked } = await ask<Launch>('POST', '/launches', { spec: hardware(), plannedMinutes: 10 });
    await killed;
    expect(alive(await aws.instances())).toHaveLength(wasHeard ? 2 : 1);
    aws.aws.behave({});
    api = await startApi();
    const launch = await until(asked.id, 'joining');
    const all = await aws.instances();
    expect(all).toHaveLength(3);
    expect(all.map(({ InstanceId }) => InstanceId).sort()).toEqual(
      launch.places.map(({ instanceId }) => instanceId).sort(),
    );
    // A token that the first process made out opens the door of the second one.
    expect((await aws.enter(launch, 1)).hostId).toBe(launch.places[1]?.hostId);

    await ask('POST', `/launches/${asked.id}/end`);
    await until(asked.id, 'released');
    expect(alive(await aws.instances())).toEqual([]);
  },
  120_000,
);
