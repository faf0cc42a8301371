import {
  DescribeInstanceAttributeCommand,
  DescribeInstancesCommand,
  EC2Client,
  type Instance,
} from '@aws-sdk/client-ec2';
import { startAwsEmulator } from '../../../scripts/test/aws-emulator.mjs';
import { forgetClients } from '../../cloud/aws-call.ts';
import { amazon } from '../../cloud/cloud.ts';
import type { HostFacts } from '../../contract/host.ts';
import type { Launch, LaunchSpec } from '../../contract/launch.ts';
import { driveLaunch } from '../../launches/drive-launch.ts';
import { FakeAgent, nic, person } from '../fake-agent.ts';
import { hardware } from '../sample-launch.ts';
import { openLab, type TestLab } from '../test-lab.ts';
import { type AwsProxy, startAwsProxy } from './aws-proxy.ts';

export const REGION = 'us-east-1';

/** An API whose AWS is an emulator of its own. */
export interface LaunchLab {
  lab: TestLab;
  aws: AwsProxy;
  env: Record<string, string>;
  client: EC2Client;
  launch: (spec?: LaunchSpec, headers?: Record<string, string>) => Promise<Launch>;
  get: (id: string) => Promise<Launch>;
  /** Looks at AWS now, as the API does every few seconds. */
  drive: (id: string) => Promise<Launch>;
  /** Looks until it is in that state. */
  until: (id: string, state: Launch['state']) => Promise<Launch>;
  /** The script that an instance was given to run. */
  userData: (instanceId: string) => Promise<string>;
  /** The agent that the script of a place would start. */
  enter: (launch: Launch, place: number, over?: Partial<HostFacts>) => Promise<FakeAgent>;
  /** What the emulator has, whatever its state. */
  instances: () => Promise<Instance[]>;
  close: () => Promise<void>;
}

export async function openLaunchLab(): Promise<LaunchLab> {
  const emulator = await startAwsEmulator();
  const aws = await startAwsProxy(emulator.url);
  const env = { ...emulator.env, AWS_ENDPOINT_URL: aws.url };
  const before = { ...process.env };
  Object.assign(process.env, env);
  forgetClients();
  const lab = await openLab({ cloud: amazon, publicUrl: 'https://lab.example' });
  const client = new EC2Client({ region: REGION, endpoint: emulator.url });
  const call = person(lab);
  const get = async (id: string) => (await call<Launch>('GET', `/launches/${id}`)).body;
  const drive = async (id: string) => {
    await driveLaunch(lab.lab, id);
    return get(id);
  };
  const userData = async (instanceId: string) => {
    const asked = new DescribeInstanceAttributeCommand({ InstanceId: instanceId, Attribute: 'userData' });
    const { UserData } = await client.send(asked);
    return Buffer.from(UserData?.Value ?? '', 'base64').toString();
  };
  return {
    lab,
    aws,
    env,
    client,
    get,
    drive,
    userData,
    launch: async (spec = hardware(), headers = {}) => {
      const { body, status } = await call<Launch & { detail?: string }>(
        'POST',
        '/launches',
        { spec, plannedMinutes: 10 },
        headers,
      );
      if (status !== 201) throw new Error(body.detail);
      return body;
    },
    until: async (id, state) => {
      const giveUpAt = Date.now() + 30_000;
      for (;;) {
        const launch = await drive(id);
        if (launch.state === state) return launch;
        if (Date.now() > giveUpAt) throw new Error(`the launch is ${launch.state}: ${launch.failure?.sentence}`);
        lab.skipMs(1_000);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    enter: async (launch, place, over = {}) => {
      const { instanceId, instanceType } = launch.places[place] ?? {};
      const token = /^token=(\S+)$/m.exec(await userData(instanceId ?? ''))?.[1] ?? '';
      return FakeAgent.enter(lab, token, `ip-10-0-0-${place}`, {
        instanceType: instanceType ?? null,
        nics: [nic('ens5', [`10.0.0.${10 + place}/24`], { defaultRoute: true })],
        bootId: `7d8a1c62-0000-4000-8000-0000000000${10 + place}`,
        ...over,
      });
    },
    instances: async () => {
      const { Reservations = [] } = await client.send(new DescribeInstancesCommand({}));
      return Reservations.flatMap(({ Instances = [] }) => Instances);
    },
    close: async () => {
      await lab.close();
      await aws.stop();
      await emulator.stop();
      for (const name of Object.keys(env)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
      forgetClients();
    },
  };
}

export const alive = (instances: Instance[]): Instance[] =>
  instances.filter(({ State }) => State?.Name === 'running' || State?.Name === 'pending');
