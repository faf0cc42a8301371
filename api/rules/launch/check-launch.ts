import type { LaunchFault, LaunchPrice, LaunchQuota, LaunchSpec } from '../../contract/launch.ts';
import type { Failure } from '../../contract/primitives.ts';
import { isLoopback } from '../hosts/ip-address.ts';
import { formatDuration } from '../words/durations.ts';
import { listed } from '../words/text.ts';
import { clientSizeWarning } from './client-size.ts';
import type { TypeFacts } from './expected-facts.ts';
import { formatUsd, typesOf } from './launch-cost.ts';
import { isEnough, quotaSentence } from './launch-words.ts';
import { quotaOf } from './quota-families.ts';

export interface Subnet {
  subnetId: string;
  zone: string;
  vpcId: string;
}

/** What AWS told about a launch that is only planned. */
export interface LaunchKnowledge {
  /** By name; a type that AWS does not know is not in it. */
  types: ReadonlyMap<string, TypeFacts>;
  /** Zones in which each type is offered. */
  zones: ReadonlyMap<string, readonly string[]>;
  /** Those that the launch names, or the default ones. */
  subnets: Subnet[];
  /** The network of the security group that the launch names; null where it names none, or AWS knows none of that id. */
  securityGroupVpcId: string | null;
  /** Of the image, where a person named it; null otherwise, or where it was not found. */
  imageArchitecture: TypeFacts['architecture'] | null;
  /** By the code of each quota; null where it could not be read. */
  allowedVcpus: ReadonlyMap<string, number | null>;
  usedVcpus: ReadonlyMap<string, number | null>;
}

/** Where the launch can be tried, in order: subnets in allowed zones that offer every one of its types. */
export function usableSubnets(spec: LaunchSpec, known: LaunchKnowledge): Subnet[] {
  const inOrder =
    spec.subnetIds.length === 0
      ? known.subnets
      : spec.subnetIds.flatMap((id) => known.subnets.find(({ subnetId }) => subnetId === id) ?? []);
  const types = [...typesOf(spec).keys()];
  return inOrder.filter(
    ({ zone }) =>
      (spec.zones.length === 0 || spec.zones.includes(zone)) &&
      types.every((type) => known.zones.get(type)?.includes(zone)),
  );
}

/** Why the launch would be refused, with the field of each. Empty: it can be tried. */
export function launchFaults(
  spec: LaunchSpec,
  known: LaunchKnowledge,
  quotas: LaunchQuota[],
  price: LaunchPrice | null,
): LaunchFault[] {
  const unknown = unknownTypes(spec, known);
  if (unknown.length > 0) return unknown;
  return [
    ...typeFaults(spec, known),
    ...subnetFaults(spec, known),
    ...securityGroupFaults(spec, known),
    ...quotas.filter((quota) => !isEnough(quota)).map(({ sentence }) => fault('spec', 'quota', sentence)),
    ...budgetFaults(spec, price),
  ];
}

const fault = (path: string, code: string, message: string): LaunchFault => ({ path, code, message });

/** The field of each type that the launch names. */
const fieldsOf = ({ server, clients }: LaunchSpec): [path: string, instanceType: string][] => [
  ...(server ? [['spec.server.instanceType', server.instanceType] as [string, string]] : []),
  ...(clients ? [['spec.clients.instanceType', clients.instanceType] as [string, string]] : []),
];

function unknownTypes(spec: LaunchSpec, { types }: LaunchKnowledge): LaunchFault[] {
  return fieldsOf(spec).flatMap(([path, name]) =>
    types.has(name)
      ? []
      : [fault(path, 'offering', `AWS does not know ${name} in ${spec.region}; choose another type or region.`)],
  );
}

function typeFaults(spec: LaunchSpec, { types, imageArchitecture }: LaunchKnowledge): LaunchFault[] {
  return fieldsOf(spec).flatMap(([path, name]) => {
    const type = types.get(name);
    if (!type) return [];
    return [
      ...(spec.clusterPlacement && !type.clusterPlacement
        ? [
            fault(
              path,
              'offering',
              `${name} cannot be in a cluster placement group; turn that off, or choose another type.`,
            ),
          ]
        : []),
      ...(spec.market === 'spot' && !type.spot
        ? [fault(path, 'offering', `${name} is not offered as spot; choose on-demand, or another type.`)]
        : []),
      ...(imageArchitecture !== null && imageArchitecture !== type.architecture
        ? [
            fault(
              'spec.image.imageId',
              'offering',
              `This image is for ${imageArchitecture}, and ${name} is ${type.architecture}; choose an image for it.`,
            ),
          ]
        : []),
    ];
  });
}

function subnetFaults(spec: LaunchSpec, known: LaunchKnowledge): LaunchFault[] {
  const absent = spec.subnetIds.filter((id) => known.subnets.every(({ subnetId }) => subnetId !== id));
  if (absent.length > 0) {
    return [fault('spec.subnetIds', 'offering', `${listed(absent)}: AWS knows no such subnet in ${spec.region}.`)];
  }
  if (known.subnets.length === 0) {
    const message = `The account has no default network in ${spec.region}; name the subnets to use.`;
    return [fault('spec.subnetIds', 'offering', message)];
  }
  const vpcs = new Set(known.subnets.map(({ vpcId }) => vpcId));
  if (vpcs.size > 1) {
    return [fault('spec.subnetIds', 'offering', 'These subnets are of different networks (VPCs); name those of one.')];
  }
  if (usableSubnets(spec, known).length > 0) return [];
  const types = [...typesOf(spec).keys()];
  const offered = types.map((type) => `${type} in ${listed([...(known.zones.get(type) ?? [])]) || 'none'}`).join('; ');
  const message = `No allowed subnet is in a zone that offers every type. Offered: ${offered}.`;
  return [fault(spec.subnetIds.length > 0 ? 'spec.subnetIds' : 'spec.zones', 'offering', message)];
}

function securityGroupFaults({ securityGroupId, region }: LaunchSpec, known: LaunchKnowledge): LaunchFault[] {
  if (securityGroupId === null) return [];
  const path = 'spec.securityGroupId';
  if (known.securityGroupVpcId === null)
    return [fault(path, 'offering', `${securityGroupId}: AWS knows no such security group in ${region}.`)];
  if (known.subnets.every(({ vpcId }) => vpcId === known.securityGroupVpcId)) return [];
  return [
    fault(
      path,
      'offering',
      `${securityGroupId} is of another network (VPC) than the subnets. Name a group of their network, or subnets of its own.`,
    ),
  ];
}

function budgetFaults({ budgetMicroUsd, ttlMinutes }: LaunchSpec, price: LaunchPrice | null): LaunchFault[] {
  if (budgetMicroUsd === null) return [];
  if (price === null) {
    const message =
      'AWS did not tell the price, so a budget cannot be kept. Allow the API to read prices, or leave the budget out; the TTL bounds the cost.';
    return [fault('spec.budgetMicroUsd', 'price-unknown', message)];
  }
  if (price.plannedMicroUsd <= budgetMicroUsd) return [];
  const message = `The planned time costs ${formatUsd(price.plannedMicroUsd)}, more than the budget of ${formatUsd(budgetMicroUsd)}. At ${formatUsd(price.microUsdPerHour)} an hour it lasts ${formatDuration(Math.floor((budgetMicroUsd / price.microUsdPerHour) * 3600))}, of a TTL of ${formatDuration(ttlMinutes * 60)}.`;
  return [fault('spec.budgetMicroUsd', 'over-budget', message)];
}

/** What the launch needs of each quota that is known here. */
export function launchQuotas(spec: LaunchSpec, known: LaunchKnowledge): LaunchQuota[] {
  const quotas = new Map<string, Omit<LaunchQuota, 'sentence'>>();
  for (const [instanceType, count] of typesOf(spec)) {
    const quota = quotaOf(instanceType, spec.market);
    const vcpus = known.types.get(instanceType)?.vcpus;
    if (!quota || vcpus === undefined) continue;
    const neededVcpus = (quotas.get(quota.code)?.neededVcpus ?? 0) + vcpus * count;
    const allowedVcpus = known.allowedVcpus.get(quota.code) ?? null;
    const usedVcpus = known.usedVcpus.get(quota.code) ?? null;
    quotas.set(quota.code, { ...quota, neededVcpus, usedVcpus, allowedVcpus });
  }
  return [...quotas.values()].map((quota) => ({ ...quota, sentence: quotaSentence(quota, spec.region) }));
}

/** What to know before. `untold`: what AWS did not tell, and why. */
export function launchWarnings(spec: LaunchSpec, price: LaunchPrice | null, untold: Failure[]): Failure[] {
  const small = clientSizeWarning(spec);
  const spot: Failure = {
    code: 'spot',
    sentence: 'AWS may take spot instances back at any time; a run that uses them then fails.',
  };
  return [...(small ? [small] : []), ...(spec.market === 'spot' ? [spot] : []), ...mostWarning(spec, price), ...untold];
}

function mostWarning({ budgetMicroUsd }: LaunchSpec, price: LaunchPrice | null): Failure[] {
  if (price === null || budgetMicroUsd === null || price.mostMicroUsd <= budgetMicroUsd) return [];
  const sentence = `The whole TTL would cost ${formatUsd(price.mostMicroUsd)}; the hosts are ended when the budget of ${formatUsd(budgetMicroUsd)} is spent.`;
  return [{ code: 'ttl-over-budget', sentence }];
}

/** A launch of nothing. Told before AWS is asked. */
export const emptyFaults = ({ server, clients }: LaunchSpec): LaunchFault[] =>
  server || clients ? [] : [fault('spec.server', 'empty', 'Choose a server, clients, or both.')];

/** Why hosts in EC2 could not reach this API or should not; null when they can. */
export function addressFault({ publicUrl, isLocalOnly }: { publicUrl: string; isLocalOnly: boolean }): Failure | null {
  const { hostname, protocol } = new URL(publicUrl);
  if (isLoopback(hostname)) {
    return {
      code: 'unreachable-api',
      sentence: `Hosts in EC2 cannot reach this API at ${publicUrl}. Set MILLIONRPS_URL to an address that they can reach, and serve the API there over HTTPS; docs/aws.md has the whole line.`,
    };
  }
  if (protocol === 'https:') return isLocalOnly ? LOCAL_ONLY : null;
  return {
    code: 'unreachable-api',
    sentence: `Hosts in EC2 would take their agent from ${publicUrl} without encryption, and run it as root. Serve the API over HTTPS first.`,
  };
}

const LOCAL_ONLY: Failure = {
  code: 'unreachable-api',
  sentence:
    'Hosts in EC2 cannot reach this API, as it listens on loopback alone. Restart it with HOST=0.0.0.0 (with Docker, MILLIONRPS_BIND=0.0.0.0), or name the proxy before it in MILLIONRPS_TRUSTED_PROXIES.',
};
