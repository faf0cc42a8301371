import { z } from 'zod';
import { MAX_HOSTS, MAX_KINDS, MAX_REMARKS, text, within, word } from './bounds.ts';
import { LAUNCH_STATES, LAUNCH_SYSTEMS, MARKETS } from './choices.ts';
import {
  AMI_ID,
  INSTANCE_TYPE_NAME,
  LAUNCH_LIMITS,
  MAX_SUBNETS,
  REGION_NAME,
  SECURITY_GROUP_ID,
  SUBNET_ID,
  ZONE_NAME,
} from './limits.ts';
import { failure, id, timeUs } from './primitives.ts';

const instanceTypeName = z
  .string()
  .max(40)
  .regex(INSTANCE_TYPE_NAME, 'must be an instance type such as c8i.8xlarge')
  .describe('A type of Amazon EC2, such as `c8i.8xlarge`.');
const microUsd = z.int().min(0);

const newestImage = z
  .strictObject({
    kind: z.literal('newest'),
    /** The newest image of it, as its publisher names it in the region, for the architecture of each type. */
    system: z.enum(LAUNCH_SYSTEMS),
  })
  .meta({ id: 'NewestImage' });
const namedImage = z
  .strictObject({
    kind: z.literal('ami'),
    /** Of the region, and of the architecture of every type. */
    imageId: z.string().max(40).regex(AMI_ID, 'must be the id of an image such as ami-0123456789abcdef0'),
  })
  .meta({ id: 'NamedImage' });
export const launchImage = z.discriminatedUnion('kind', [newestImage, namedImage]).meta({ id: 'LaunchImage' });

export const launchSpec = z
  .strictObject({
    /** Of Amazon EC2. */
    region: z.string().max(40).regex(REGION_NAME, 'must be a region such as eu-central-1'),
    /** The host of the target. Null: only clients. */
    server: z.strictObject({ instanceType: instanceTypeName }).nullable(),
    /** The hosts that drive load. Null: only a server. */
    clients: z
      .strictObject({
        instanceType: instanceTypeName,
        count: within(LAUNCH_LIMITS.clients).describe('How many of them.'),
      })
      .nullable(),
    /** Subnets to try, in order. Empty: those of the default network. */
    subnetIds: z
      .array(z.string().max(40).regex(SUBNET_ID, 'must be the id of a subnet such as subnet-0123456789abcdef0'))
      .max(MAX_SUBNETS),
    /** Zones that are allowed. Empty: all. */
    zones: z.array(z.string().max(40).regex(ZONE_NAME, 'must be a zone such as eu-central-1a')).max(MAX_SUBNETS),
    /** Null: one that lets in nothing but the hosts of the launch, made for it and deleted with it. */
    securityGroupId: z
      .string()
      .max(40)
      .regex(SECURITY_GROUP_ID, 'must be the id of a security group such as sg-0123456789abcdef0')
      .nullable(),
    /** What the hosts start from: a Linux with systemd and curl. */
    image: launchImage,
    /** Whether the hosts are placed close to each other, in a cluster placement group that is made for the launch. */
    clusterPlacement: z.boolean(),
    /** Spot is cheaper, and AWS may take the hosts back at any time. */
    market: z.enum(MARKETS),
    /** The hosts are terminated after that time: by the API, and while that is down by a timer that user-data sets. */
    ttlMinutes: within(LAUNCH_LIMITS.ttlMinutes),
    /** How long the hosts are kept after their last run, for the next one. */
    keepMinutes: within(LAUNCH_LIMITS.keepMinutes),
    /** The hosts are terminated when they have cost that much. Null: no bound but the time. */
    budgetMicroUsd: within(LAUNCH_LIMITS.budgetMicroUsd).nullable(),
  })
  .meta({ id: 'LaunchSpec', description: 'Hardware to launch in Amazon EC2.' });
export type LaunchSpec = z.infer<typeof launchSpec>;

export const createLaunch = z
  .strictObject({
    spec: launchSpec,
    /** How long the hosts will be needed, such as the planned time of the run or of the experiment. */
    plannedMinutes: within(LAUNCH_LIMITS.plannedMinutes),
  })
  .meta({ id: 'CreateLaunch' });
export type CreateLaunch = z.infer<typeof createLaunch>;

export const launchFault = z
  .object({
    /** Such as `spec.server.instanceType`. */
    path: word,
    /** For programs. */
    code: word,
    message: text,
  })
  .meta({ id: 'LaunchFault' });
export type LaunchFault = z.infer<typeof launchFault>;

export const launchQuota = z
  .object({
    /** As AWS calls it. */
    name: word,
    code: word,
    /** What the launch needs, in vCPUs. */
    neededVcpus: z.int(),
    /** What runs in the region already. Null: not known. */
    usedVcpus: z.int().nullable(),
    /** Null: it could not be read. */
    allowedVcpus: z.int().nullable(),
    /** For people. */
    sentence: text,
  })
  .meta({ id: 'LaunchQuota' });
export type LaunchQuota = z.infer<typeof launchQuota>;

export const launchPrice = z
  .object({
    /** By instance type, of all its instances together. */
    types: z.array(z.object({ instanceType: word, count: z.int(), microUsdPerHour: microUsd })).max(MAX_KINDS),
    /** Instances alone, without disks, traffic and taxes. */
    microUsdPerHour: microUsd,
    plannedMicroUsd: microUsd,
    /** If the hosts live until the end of their TTL. */
    mostMicroUsd: microUsd,
    /** When AWS was asked. */
    atUs: timeUs,
  })
  .meta({ id: 'LaunchPrice' });
export type LaunchPrice = z.infer<typeof launchPrice>;

export const launchPreview = z
  .object({
    /** Why it would be refused, by field. Empty: it can be launched. */
    faults: z.array(launchFault).max(MAX_KINDS),
    /** What to know before. */
    warnings: z.array(failure).max(MAX_KINDS),
    quotas: z.array(launchQuota).max(MAX_KINDS),
    /** Null: AWS did not tell, and a warning says why. */
    price: launchPrice.nullable(),
    /** Where it would be tried, in order. */
    subnets: z.array(z.object({ subnetId: word, zone: word })).max(MAX_HOSTS),
    /** The free launch of the same shape that would be used in place of a new one. Null: none. */
    adoptsLaunchId: id.nullable(),
  })
  .meta({ id: 'LaunchPreview', description: 'What a launch needs and costs. Nothing is launched.' });
export type LaunchPreview = z.infer<typeof launchPreview>;

export const launchState = z.enum(LAUNCH_STATES).meta({ id: 'LaunchState' });
export type LaunchState = z.infer<typeof launchState>;

/** One instance to come, there, or gone. */
export const launchPlace = z
  .object({
    /** Its number in the launch, from 0. */
    place: z.int(),
    role: z.enum(['server', 'client']),
    instanceType: word,
    hostId: id,
    hostName: word,
    /** Null: AWS has not given one. */
    instanceId: word.nullable(),
    /** `waiting`: not asked for yet. `starting`: launched, and its agent has not joined. `ended`: terminated. */
    status: z.enum(['waiting', 'starting', 'joined', 'ended']),
    launchedAtUs: timeUs.nullable(),
    joinedAtUs: timeUs.nullable(),
    endedAtUs: timeUs.nullable(),
  })
  .meta({ id: 'LaunchPlace' });
export type LaunchPlace = z.infer<typeof launchPlace>;

/** A refusal, and what was tried next. */
export const launchRemark = z.object({ atUs: timeUs, code: word, sentence: text }).meta({ id: 'LaunchRemark' });

export const launch = z
  .object({
    id,
    spec: launchSpec,
    state: launchState,
    /** Why it failed or was ended early. Null: it was not. */
    failure: failure.nullable(),
    createdAtUs: timeUs,
    createdByName: word.nullable(),
    readyAtUs: timeUs.nullable(),
    /** The end of its TTL. */
    expiresAtUs: timeUs,
    /** When it is given up unless all its agents have joined. Null: they have, or are not awaited yet. */
    joinByUs: timeUs.nullable(),
    /** When it will be ended unless a run comes. Null: a run or an experiment uses it, or it is not ready. */
    keptUntilUs: timeUs.nullable(),
    endedAtUs: timeUs.nullable(),
    /** Where it is, or was tried last. Null: nowhere yet. */
    zone: word.nullable(),
    subnetId: word.nullable(),
    places: z.array(launchPlace).max(MAX_HOSTS),
    /** Runs under way or queued that use its hosts. */
    runIds: z.array(id).max(MAX_HOSTS),
    /** What happened that a person should know, oldest first. */
    remarks: z.array(launchRemark).max(MAX_REMARKS),
    /** Of all its instances. Null: AWS did not tell. */
    microUsdPerHour: microUsd.nullable(),
    /** Of those of its instances that are there now. Null: AWS did not tell. */
    runningMicroUsdPerHour: microUsd.nullable(),
    /** So far: instances alone, by the second, a minute at least. Null: the price is not known. */
    costMicroUsd: microUsd.nullable(),
  })
  .meta({ id: 'Launch' });
export type Launch = z.infer<typeof launch>;

export const listLaunchesQuery = z.object({
  /** Only those whose hosts this run names. */
  runId: id.optional(),
  /** Only those before this one, which is the last of the page before. */
  before: id.optional(),
});

export const launchList = z
  .object({
    /** Newest first. */
    launches: z.array(launch).max(MAX_HOSTS),
    /** For `before`. Null: there are no more. */
    next: id.nullable(),
    /** Of everything that was ever launched, as far as prices are known. */
    costMicroUsd: microUsd,
    /** Launches that may cost money now. */
    live: z.int(),
  })
  .meta({ id: 'LaunchList' });

export const cloudStatus = z
  .object({
    /** Credentials for AWS were found. Whether they are accepted, a preview says. */
    ec2: z.boolean(),
    /** What to do where there are none. */
    sentence: text,
    /** The region of this instance's AWS configuration. Null: it names none. */
    region: word.nullable(),
  })
  .meta({ id: 'CloudStatus' });
export type CloudStatus = z.infer<typeof cloudStatus>;

const mostAtOnce = {
  /** Of all launches together. Null: any number. */
  mostInstances: within(LAUNCH_LIMITS.mostInstances).nullable(),
  /** What they may cost an hour, all together. Null: any price. */
  mostMicroUsdPerHour: within(LAUNCH_LIMITS.mostMicroUsdPerHour).nullable(),
};

export const changeLaunchLimit = z.strictObject(mostAtOnce).meta({ id: 'ChangeLaunchLimit' });
export type ChangeLaunchLimit = z.infer<typeof changeLaunchLimit>;

export const launchLimit = z
  .object({
    ...mostAtOnce,
    /** When it was changed last, and by whom. Null: never, or with the preset token. */
    changedAtUs: timeUs.nullable(),
    changedByName: word.nullable(),
    /** Instances that are there or to come. */
    instances: z.int(),
    /** What they cost an hour. Null: AWS did not tell the price of one of them. */
    microUsdPerHour: microUsd.nullable(),
  })
  .meta({ id: 'LaunchLimit', description: 'What all launches together may have at once, and have now.' });
export type LaunchLimit = z.infer<typeof launchLimit>;
