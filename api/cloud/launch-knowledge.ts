import {
  DescribeImagesCommand,
  DescribeInstanceTypesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  paginateDescribeInstanceTypeOfferings,
} from '@aws-sdk/client-ec2';
import { GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import { GetParameterCommand } from '@aws-sdk/client-ssm';
import type { LaunchSpec } from '../contract/launch.ts';
import type { Failure } from '../contract/primitives.ts';
import { notTold } from '../rules/launch/aws-failure.ts';
import type { LaunchKnowledge, Subnet } from '../rules/launch/check-launch.ts';
import type { TypeFacts } from '../rules/launch/expected-facts.ts';
import { newestImageParameter } from '../rules/launch/images.ts';
import { typesOf } from '../rules/launch/launch-cost.ts';
import { quotaOf } from '../rules/launch/quota-families.ts';
import { asked, CloudRefusal, ec2, serviceQuotas, ssm } from './aws-call.ts';
import { listRunning } from './instances.ts';
import { readPrices } from './prices.ts';

export type Images = Partial<Record<TypeFacts['architecture'], string>>;

export interface AskedCloud {
  known: LaunchKnowledge;
  images: Images;
  /** By instance type. */
  prices: Map<string, number>;
  /** What AWS did not tell although no launch is possible without. */
  failures: Failure[];
  /** What it did not tell, and one can do without. */
  untold: Failure[];
}

/** Asks AWS about everything that a launch depends on. */
export async function askCloud(spec: LaunchSpec, nowUs: number): Promise<AskedCloud> {
  const { region } = spec;
  const failures: Failure[] = [];
  const untold: Failure[] = [];
  const names = [...typesOf(spec).keys()];
  const codes = [...new Set(names.flatMap((name) => quotaOf(name, spec.market)?.code ?? []))];
  const [types, zones, subnets, securityGroupVpcId, prices, allowed, used] = await Promise.all([
    or(readTypes(region, names), new Map(), failures),
    or(readZones(region, names), new Map(), failures),
    or(readSubnets(spec), [], failures),
    or(readSecurityGroup(spec), null, failures),
    or(readPrices(spec, names, nowUs), new Map<string, number>(), untold, 'the price'),
    Promise.all(codes.map((code) => or(readQuota(region, code), null, untold, 'the quota'))),
    or(readUsed(region), null, untold, 'what runs already'),
  ]);
  const { images, imageArchitecture } = await or(
    readImages(spec, types),
    { images: {}, imageArchitecture: null },
    failures,
  );
  const allowedVcpus = new Map(codes.map((code, index) => [code, allowed[index] ?? null]));
  const usedVcpus = new Map(codes.map((code) => [code, used === null ? null : (used.get(code) ?? 0)]));
  const known = { types, zones, subnets, securityGroupVpcId, imageArchitecture, allowedVcpus, usedVcpus };
  return { known, images, prices, failures: distinct(failures), untold: distinct(untold) };
}

/** `what`: one can do without it. */
async function or<T>(answer: Promise<T>, otherwise: T, failures: Failure[], what?: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CloudRefusal)) throw error;
    failures.push(what === undefined ? error.failure : notTold(what, error.failure, error.said));
    return otherwise;
  }
}

/** What keeps one question from AWS keeps all. */
const OF_ALL = ['no-credentials', 'unreachable'];

const distinct = (failures: Failure[]): Failure[] =>
  failures.filter(({ code, sentence }, index) => {
    const same = (one: Failure): boolean => one.sentence === sentence || (OF_ALL.includes(code) && one.code === code);
    return failures.findIndex(same) === index;
  });

const byName = (values: string[]) => [{ Name: 'instance-type', Values: values }];

/** As a filter: a type that AWS does not know is left out, where asking for it by name would fail for all. */
async function readTypes(region: string, names: string[]): Promise<Map<string, TypeFacts>> {
  const { InstanceTypes = [] } = await asked('ec2:DescribeInstanceTypes', region, () =>
    ec2(region).send(new DescribeInstanceTypesCommand({ Filters: byName(names) })),
  );
  return new Map(
    InstanceTypes.map((type) => [
      type.InstanceType ?? '',
      {
        vcpus: type.VCpuInfo?.DefaultVCpus ?? 1,
        cores: type.VCpuInfo?.DefaultCores ?? null,
        memoryBytes: (type.MemoryInfo?.SizeInMiB ?? 0) * 1024 * 1024,
        architecture: type.ProcessorInfo?.SupportedArchitectures?.includes('arm64') ? 'arm64' : 'x86_64',
        clusterPlacement: type.PlacementGroupInfo?.SupportedStrategies?.includes('cluster') ?? false,
        spot: type.SupportedUsageClasses?.includes('spot') ?? false,
      },
    ]),
  );
}

async function readZones(region: string, names: string[]): Promise<Map<string, string[]>> {
  return asked('ec2:DescribeInstanceTypeOfferings', region, async () => {
    const zones = new Map<string, string[]>(names.map((name) => [name, []]));
    const pages = paginateDescribeInstanceTypeOfferings(
      { client: ec2(region) },
      { LocationType: 'availability-zone', Filters: byName(names) },
    );
    for await (const { InstanceTypeOfferings = [] } of pages) {
      for (const { InstanceType, Location } of InstanceTypeOfferings) {
        if (InstanceType && Location) zones.get(InstanceType)?.push(Location);
      }
    }
    for (const list of zones.values()) list.sort();
    return zones;
  });
}

/** Those that the launch names; else the ones of the account's default network, by zone. */
async function readSubnets({ region, subnetIds }: LaunchSpec): Promise<Subnet[]> {
  const filter =
    subnetIds.length > 0 ? { Name: 'subnet-id', Values: subnetIds } : { Name: 'default-for-az', Values: ['true'] };
  const { Subnets = [] } = await asked('ec2:DescribeSubnets', region, () =>
    ec2(region).send(new DescribeSubnetsCommand({ Filters: [filter] })),
  );
  return Subnets.map(({ SubnetId, AvailabilityZone, VpcId }) => ({
    subnetId: SubnetId ?? '',
    zone: AvailabilityZone ?? '',
    vpcId: VpcId ?? '',
  })).sort((a, b) => (a.zone < b.zone ? -1 : 1));
}

/** The network of the group that the launch names. As a filter: one that is not there is no fault of the call. */
async function readSecurityGroup({ region, securityGroupId }: LaunchSpec): Promise<string | null> {
  if (securityGroupId === null) return null;
  const { SecurityGroups = [] } = await asked('ec2:DescribeSecurityGroups', region, () =>
    ec2(region).send(new DescribeSecurityGroupsCommand({ Filters: [{ Name: 'group-id', Values: [securityGroupId] }] })),
  );
  return SecurityGroups[0]?.VpcId ?? null;
}

async function readQuota(region: string, code: string): Promise<number | null> {
  const { Quota } = await asked('servicequotas:GetServiceQuota', region, () =>
    serviceQuotas(region).send(new GetServiceQuotaCommand({ ServiceCode: 'ec2', QuotaCode: code })),
  );
  return Quota?.Value === undefined ? null : Math.floor(Quota.Value);
}

/** vCPUs that run already, by the code of their quota. */
async function readUsed(region: string): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  for (const { instanceType, market, vcpus } of await listRunning(region)) {
    const code = quotaOf(instanceType, market)?.code;
    if (code) used.set(code, (used.get(code) ?? 0) + vcpus);
  }
  return used;
}

async function readImages(
  { region, image }: LaunchSpec,
  types: ReadonlyMap<string, TypeFacts>,
): Promise<{ images: Images; imageArchitecture: TypeFacts['architecture'] | null }> {
  const architectures = [...new Set([...types.values()].map(({ architecture }) => architecture))];
  if (image.kind === 'ami') {
    const { Images: found = [] } = await asked('ec2:DescribeImages', region, () =>
      ec2(region).send(new DescribeImagesCommand({ ImageIds: [image.imageId] })),
    );
    const imageArchitecture = found[0]?.Architecture === 'arm64' ? 'arm64' : 'x86_64';
    return { images: { [imageArchitecture]: image.imageId }, imageArchitecture };
  }
  const images: Images = {};
  for (const architecture of architectures) {
    const name = newestImageParameter(image.system, architecture);
    const { Parameter } = await asked('ssm:GetParameter', region, () =>
      ssm(region).send(new GetParameterCommand({ Name: name })),
    );
    if (Parameter?.Value) images[architecture] = Parameter.Value;
  }
  return { images, imageArchitecture: null };
}
