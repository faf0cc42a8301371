import { LAUNCH_SYSTEMS, MARKETS } from '@contract/choices';
import type { LaunchSpec } from '@contract/launch';
import {
  AMI_ID,
  INSTANCE_TYPE_NAME,
  LAUNCH_LIMITS,
  MAX_SUBNETS,
  REGION_NAME,
  SECURITY_GROUP_ID,
  SUBNET_ID,
  ZONE_NAME,
} from '@contract/limits';
import type { Reading } from './field-reading';

/** Hardware to launch, as typed. */
export interface LaunchDraft {
  region: string;
  serverType: string;
  clientType: string;
  clientCount: string;
  /** Empty: every one of the default network. */
  subnets: string;
  /** Empty: all. */
  zones: string;
  /** Empty: one of its own. */
  securityGroup: string;
  system: (typeof LAUNCH_SYSTEMS)[number] | 'ami';
  imageId: string;
  clusterPlacement: boolean;
  market: (typeof MARKETS)[number];
  ttlMinutes: string;
  keepMinutes: string;
  /** Empty: none. */
  budgetUsd: string;
}

const FALLBACK_REGION = 'us-east-1';

export const emptyLaunch = (region: string | null = null): LaunchDraft => ({
  region: region ?? FALLBACK_REGION,
  serverType: 'c7i.2xlarge',
  clientType: 'c7i.2xlarge',
  clientCount: '1',
  subnets: '',
  zones: '',
  securityGroup: '',
  system: 'amazon-linux-2023',
  imageId: '',
  clusterPlacement: false,
  market: 'on-demand',
  ttlMinutes: '60',
  keepMinutes: '20',
  budgetUsd: '',
});

/** The draft that reads back as this spec. What the spec does without keeps the value of an empty one. */
export function launchDraftOf(spec: LaunchSpec): LaunchDraft {
  const empty = emptyLaunch();
  const { server, clients, image } = spec;
  return {
    region: spec.region,
    serverType: server?.instanceType ?? empty.serverType,
    clientType: clients?.instanceType ?? empty.clientType,
    clientCount: clients ? String(clients.count) : empty.clientCount,
    subnets: spec.subnetIds.join(' '),
    zones: spec.zones.join(' '),
    securityGroup: spec.securityGroupId ?? '',
    system: image.kind === 'ami' ? 'ami' : image.system,
    imageId: image.kind === 'ami' ? image.imageId : '',
    clusterPlacement: spec.clusterPlacement,
    market: spec.market,
    ttlMinutes: String(spec.ttlMinutes),
    keepMinutes: String(spec.keepMinutes),
    budgetUsd: spec.budgetMicroUsd === null ? '' : String(spec.budgetMicroUsd / 1e6),
  };
}

export interface LaunchNeeds {
  /** Null: not read yet, and nothing is refused. */
  isKnownType: ((instanceType: string) => boolean) | null;
  /** An agent starts the target: it needs a host. */
  server: boolean;
}

/** What a launch draft asks for; its faults stand under `launch.`. */
export function readLaunch(read: Reading, draft: LaunchDraft, { isKnownType, server }: LaunchNeeds): LaunchSpec {
  const typeOf = (field: 'serverType' | 'clientType'): string => {
    const name = draft[field].trim();
    if (!INSTANCE_TYPE_NAME.test(name)) read.errors[`launch.${field}`] = 'An instance type, such as c8i.8xlarge.';
    else if (isKnownType && !isKnownType(name))
      read.errors[`launch.${field}`] = `${name} is not in this release’s catalogue of instance types.`;
    return name;
  };
  return {
    region: named(read, 'region', draft.region, REGION_NAME, 'A region, such as eu-central-1.'),
    server: server ? { instanceType: typeOf('serverType') } : null,
    clients: {
      instanceType: typeOf('clientType'),
      count: read.whole('launch.clientCount', draft.clientCount, ...LAUNCH_LIMITS.clients),
    },
    subnetIds: listOf(read, 'subnets', draft.subnets, SUBNET_ID, 'subnet-0123456789abcdef0'),
    zones: listOf(read, 'zones', draft.zones, ZONE_NAME, 'eu-central-1a'),
    securityGroupId:
      draft.securityGroup.trim() === ''
        ? null
        : named(read, 'securityGroup', draft.securityGroup, SECURITY_GROUP_ID, 'An id, such as sg-0123456789abcdef0.'),
    image:
      draft.system === 'ami'
        ? {
            kind: 'ami',
            imageId: named(read, 'imageId', draft.imageId, AMI_ID, 'An id, such as ami-0123456789abcdef0.'),
          }
        : { kind: 'newest', system: draft.system },
    clusterPlacement: draft.clusterPlacement,
    market: draft.market,
    ttlMinutes: read.whole('launch.ttlMinutes', draft.ttlMinutes, ...LAUNCH_LIMITS.ttlMinutes),
    keepMinutes: read.whole('launch.keepMinutes', draft.keepMinutes, ...LAUNCH_LIMITS.keepMinutes),
    budgetMicroUsd: readBudget(read, 'launch.budgetUsd', draft.budgetUsd),
  };
}

function named(read: Reading, field: keyof LaunchDraft, typed: string, form: RegExp, fault: string): string {
  const name = typed.trim();
  if (!form.test(name)) read.errors[`launch.${field}`] = fault;
  return name;
}

/** Separated by commas or spaces. */
function listOf(read: Reading, field: keyof LaunchDraft, typed: string, form: RegExp, example: string): string[] {
  const names = typed.split(/[\s,]+/).filter(Boolean);
  const wrong = names.find((name) => !form.test(name));
  if (wrong !== undefined) read.errors[`launch.${field}`] = `${wrong} is none; one looks like ${example}.`;
  if (names.length > MAX_SUBNETS) read.errors[`launch.${field}`] = `At most ${MAX_SUBNETS}.`;
  return names;
}

export function readBudget(read: Reading, field: string, typed: string): number | null {
  if (typed.trim() === '') return null;
  const [low, high] = LAUNCH_LIMITS.budgetMicroUsd;
  const usd = typed.trim().replace(/^\$/, '');
  return Math.round(read.decimal(field, usd, low / 1e6, high / 1e6) * 1e6);
}

export const isLaunchDraft = (draft: LaunchDraft): boolean =>
  (MARKETS as readonly string[]).includes(draft.market) && [...LAUNCH_SYSTEMS, 'ami'].includes(draft.system as string);
