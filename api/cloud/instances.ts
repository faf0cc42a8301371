import {
  type Instance,
  paginateDescribeInstances,
  RunInstancesCommand,
  type StateReason,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import type { LaunchSpec } from '../contract/launch.ts';
import { madeNothing } from '../rules/launch/aws-failure.ts';
import type { SeenInstance } from '../rules/launch/launch-machine.ts';
import { asked, askedUnless, CloudRefusal, ec2 } from './aws-call.ts';
import { ATTEMPT_TAG, HOST_TAG, LAUNCH_TAG, ofLaunch, type TagOwner, TTL_TAG, tagOf, tagsOf } from './tags.ts';

export interface WantedInstance extends TagOwner {
  region: string;
  hostId: string;
  place: number;
  attempt: number;
  instanceType: string;
  imageId: string;
  subnetId: string;
  securityGroupId: string;
  /** Null: none. */
  placementGroup: string | null;
  market: LaunchSpec['market'];
  userData: string;
}

/** The same call again gives the same instance. */
const clientToken = ({ launchId, place, attempt }: WantedInstance): string => `${launchId}-${place}-${attempt}`;

/** Launches one instance; answers its id. */
export async function runInstance(wanted: WantedInstance): Promise<string> {
  const { region } = wanted;
  const answer = await asked('ec2:RunInstances', region, () =>
    ec2(region).send(new RunInstancesCommand(input(wanted))),
  );
  const instanceId = answer.Instances?.[0]?.InstanceId;
  if (instanceId) return instanceId;
  throw new CloudRefusal(madeNothing('instance'), 'Empty');
}

function input(wanted: WantedInstance): ConstructorParameters<typeof RunInstancesCommand>[0] {
  const { hostId, attempt, placementGroup, market } = wanted;
  const tags = tagsOf(wanted, [
    { Key: HOST_TAG, Value: hostId },
    { Key: ATTEMPT_TAG, Value: String(attempt) },
  ]);
  return {
    ClientToken: clientToken(wanted),
    ImageId: wanted.imageId,
    InstanceType: wanted.instanceType as Instance['InstanceType'],
    MinCount: 1,
    MaxCount: 1,
    SubnetId: wanted.subnetId,
    SecurityGroupIds: [wanted.securityGroupId],
    ...(placementGroup !== null && { Placement: { GroupName: placementGroup } }),
    ...(market === 'spot' && {
      InstanceMarketOptions: {
        MarketType: 'spot',
        SpotOptions: { SpotInstanceType: 'one-time', InstanceInterruptionBehavior: 'terminate' },
      },
    }),
    InstanceInitiatedShutdownBehavior: 'terminate',
    // Version 2 alone: a program that can be made to fetch an address cannot read the user-data.
    MetadataOptions: { HttpEndpoint: 'enabled', HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
    UserData: Buffer.from(wanted.userData).toString('base64'),
    TagSpecifications: [
      { ResourceType: 'instance', Tags: tags },
      { ResourceType: 'volume', Tags: tags },
    ],
  };
}

/** Every instance of a launch that AWS shows, whoever of us asked for it. */
export async function lookForInstances(region: string, launchId: string): Promise<SeenInstance[]> {
  return (await describe(region, ofLaunch(launchId))).map(toSeen);
}

async function describe(region: string, filters: { Name: string; Values: string[] }[]): Promise<Instance[]> {
  return asked('ec2:DescribeInstances', region, async () => {
    const found: Instance[] = [];
    const pages = paginateDescribeInstances({ client: ec2(region), pageSize: 500 }, { Filters: filters });
    for await (const { Reservations = [] } of pages) {
      for (const { Instances = [] } of Reservations) found.push(...Instances);
    }
    return found;
  });
}

const STATES: Record<string, SeenInstance['state']> = {
  pending: 'pending',
  running: 'running',
  stopping: 'stopping',
  stopped: 'stopped',
  'shutting-down': 'ending',
  terminated: 'ended',
};

function toSeen({ InstanceId, Tags, State, StateReason }: Instance): SeenInstance {
  return {
    instanceId: InstanceId ?? '',
    hostId: tagOf(Tags, HOST_TAG),
    attempt: Number(tagOf(Tags, ATTEMPT_TAG) ?? Number.NaN),
    state: STATES[State?.Name ?? ''] ?? 'pending',
    reason: StateReason ? reasonOf(StateReason) : '',
  };
}

/** AWS mostly says the code in the message again. */
const reasonOf = ({ Code = '', Message = '' }: StateReason): string =>
  Message.startsWith(Code) ? Message : `${Code}: ${Message}`;

/** An id that AWS does not know stands for nothing that runs, and does not keep the others alive. */
export async function terminateInstances(region: string, instanceIds: string[]): Promise<void> {
  const end = (ids: string[]) =>
    askedUnless(/^InvalidInstanceID\.NotFound$/, 'ec2:TerminateInstances', region, () =>
      ec2(region).send(new TerminateInstancesCommand({ InstanceIds: ids })),
    );
  if ((await end(instanceIds)) !== null || instanceIds.length === 1) return;
  for (const instanceId of instanceIds) await end([instanceId]);
}

export interface TaggedInstance {
  instanceId: string;
  launchId: string;
  /** Null: its tag is not readable. */
  expiresAtUs: number | null;
}

/** Whatever of any launch runs in a region, also of launches that no database knows any more. */
export async function listTagged(region: string): Promise<TaggedInstance[]> {
  const instances = await describe(region, [
    { Name: 'tag-key', Values: [TTL_TAG] },
    { Name: 'instance-state-name', Values: ['pending', 'running', 'stopping', 'stopped'] },
  ]);
  return instances.flatMap(({ InstanceId, Tags }) => {
    const launchId = tagOf(Tags, LAUNCH_TAG);
    if (!InstanceId || launchId === null) return [];
    const seconds = Number(tagOf(Tags, TTL_TAG));
    return [{ instanceId: InstanceId, launchId, expiresAtUs: Number.isInteger(seconds) ? seconds * 1e6 : null }];
  });
}

/** vCPUs of what runs in a region, with its type and market. */
export async function listRunning(
  region: string,
): Promise<{ instanceType: string; market: LaunchSpec['market']; vcpus: number }[]> {
  const instances = await describe(region, [{ Name: 'instance-state-name', Values: ['pending', 'running'] }]);
  return instances.map(({ InstanceType, InstanceLifecycle, CpuOptions }) => ({
    instanceType: InstanceType ?? '',
    market: InstanceLifecycle === 'spot' ? 'spot' : 'on-demand',
    vcpus: (CpuOptions?.CoreCount ?? 0) * (CpuOptions?.ThreadsPerCore ?? 1),
  }));
}
