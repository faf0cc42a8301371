import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Launch, LaunchSpec } from '@contract/launch';
import type { BrowserContext } from '@playwright/test';
import { startInstance } from '../../scripts/lab/borrow.mjs';
import type { LabClient } from '../../scripts/lab/client.mjs';
import { binFolder } from '../../scripts/start/build.mjs';
import { freePort } from '../../scripts/start/checks.mjs';
import { startAwsEmulator } from '../../scripts/test/aws-emulator.mjs';
import { ensurePythonPackage } from '../../scripts/test/python-packages.mjs';
import { keepKey, openLink } from './lab.ts';
import { startRecordedPrices } from './recorded-prices.ts';

/** An instance of its own whose AWS is an emulator. Nothing that is launched there runs: agents are started here. */
export interface CloudLab {
  url: string;
  api: LabClient;
  signIn: (context: BrowserContext) => Promise<void>;
  launch: (over?: Partial<LaunchSpec>) => Promise<Launch>;
  get: (launchId: string) => Promise<Launch>;
  /** What the script of each instance does: starts its agent, with the token of its place. */
  joinAll: (launchId: string) => Promise<Launch>;
  /** How many the emulator ever ran. */
  instances: () => Promise<number>;
  until: (launchId: string, isSo: (launch: Launch) => boolean) => Promise<Launch>;
  stop: () => Promise<void>;
}

const HARDWARE: LaunchSpec = {
  region: 'us-east-1',
  server: { instanceType: 'c5.2xlarge' },
  clients: { instanceType: 'c5.xlarge', count: 1 },
  subnetIds: [],
  zones: [],
  securityGroupId: null,
  image: { kind: 'newest', system: 'amazon-linux-2023' },
  clusterPlacement: false,
  market: 'on-demand',
  ttlMinutes: 60,
  keepMinutes: 20,
  budgetMicroUsd: null,
};

export async function openCloudLab(): Promise<CloudLab> {
  ensurePythonPackage('moto', (line: string) => console.log(line));
  const data = mkdtempSync('/tmp/millionrps-cloud-');
  chmodSync(data, 0o755);
  const aws = await startAwsEmulator();
  const prices = await startRecordedPrices(aws.url);
  const token = 'a-token-for-cloud-tests';
  const instance = await startInstance((line: string) => console.log(line), {
    ...process.env,
    ...aws.env,
    AWS_ENDPOINT_URL: prices.url,
    DATABASE_URL: '',
    MILLIONRPS_ADMIN_TOKEN: token,
    MILLIONRPS_DATA: data,
    // Where hosts in EC2 would find it; a browser on this machine finds it on its port.
    MILLIONRPS_URL: 'https://lab.example',
    MILLIONRPS_TRUSTED_PROXIES: '127.0.0.1',
    PORT: String(await freePort()),
  });
  const { url } = instance.client;
  const api = instance.client;
  const agents: ChildProcess[] = [];
  const get = (launchId: string): Promise<Launch> => api.call('GET', `/launches/${launchId}`);
  const until = async (launchId: string, isSo: (launch: Launch) => boolean): Promise<Launch> => {
    const giveUpAt = Date.now() + 60_000;
    for (;;) {
      const launch = await get(launchId);
      if (isSo(launch)) return launch;
      if (Date.now() > giveUpAt) throw new Error(`the launch is ${launch.state}: ${launch.failure?.sentence ?? ''}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  return {
    url,
    api,
    get,
    until,
    instances: async () => (await describe(aws.url, { Action: 'DescribeInstances' })).split('<instanceId>').length - 1,
    signIn: async (context) => {
      const { url: link } = await api.call('POST', '/sign-in-links');
      const { pathname, search } = new URL(link);
      const { name, value, key } = await openLink(`${url}${pathname}${search}`);
      await context.addCookies([{ name, value, ...OWN }]);
      await keepKey(context, key);
    },
    launch: (over = {}) => api.call('POST', '/launches', { spec: { ...HARDWARE, ...over }, plannedMinutes: 10 }),
    joinAll: async (launchId) => {
      const launched = await until(launchId, ({ state }) => state === 'joining');
      for (const { instanceId, place } of launched.places) {
        const script = await userData(aws.url, instanceId ?? '');
        const joinToken = /^token=(\S+)$/m.exec(script)?.[1] ?? '';
        agents.push(startAgent(url, path.join(data, `agent-${launchId}-${place}`), joinToken));
      }
      return until(launchId, ({ state }) => state === 'ready');
    },
    stop: async () => {
      for (const agent of agents) agent.stdin?.end();
      await instance.release();
      await prices.stop();
      await aws.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const OWN = { domain: '127.0.0.1', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' as const };

/** As the emulator keeps it. It takes any signature, and finds the service by it. */
async function userData(awsUrl: string, instanceId: string): Promise<string> {
  const asked = { Action: 'DescribeInstanceAttribute', Attribute: 'userData', InstanceId: instanceId };
  const [, encoded = ''] = /<userData>\s*<value>([^<]*)</.exec(await describe(awsUrl, asked)) ?? [];
  return Buffer.from(encoded, 'base64').toString();
}

async function describe(awsUrl: string, asked: Record<string, string>): Promise<string> {
  const credential = 'Credential=emulated/20260101/us-east-1/ec2/aws4_request';
  const reply = await fetch(awsUrl, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=0` },
    body: new URLSearchParams({ ...asked, Version: '2016-11-15' }),
  });
  return reply.text();
}

/** Ends with its standard input, and so with these tests. */
function startAgent(url: string, data: string, joinToken: string): ChildProcess {
  mkdirSync(data, { recursive: true });
  const server = path.join(binFolder, 'server');
  return spawn(
    path.join(binFolder, 'agent'),
    ['run', '--url', url, '--data', data, '--server-binary', server, '--exit-with-stdin'],
    { env: { PATH: process.env.PATH, MILLIONRPS_JOIN_TOKEN: joinToken }, stdio: ['pipe', 'ignore', 'ignore'] },
  );
}
