import { isDeepStrictEqual } from 'node:util';
import type { AskedCloud } from '../cloud/launch-knowledge.ts';
import type { CreateLaunch, Launch, LaunchSpec } from '../contract/launch.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { type Db, isDuplicate } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { expectedFacts, type TypeFacts } from '../rules/launch/expected-facts.ts';
import type { LaunchMachine, MachinePlace } from '../rules/launch/launch-machine.ts';
import { adoptable, isSameShape } from '../rules/launch/launch-shape.ts';
import { launchedHostName } from '../rules/launch/launch-words.ts';
import { driveLaunch } from './drive-launch.ts';
import { limitFaults } from './launch-limit.ts';
import { getLaunch } from './list-launches.ts';
import { askedLoad, type CheckedLaunch, checkLaunch, listKept, refusedLaunch } from './preview-launch.ts';
import { lockLaunching } from './store/launch-limit.ts';
import { type AwaitedHost, createAwaitedHosts } from './store/launched-hosts.ts';
import {
  findLaunchByKey,
  findReservedByKey,
  insertLaunch,
  type LaunchRecord,
  type NewLaunch,
  reserveLaunch,
} from './store/launches.ts';

/** How long a launch waits for the run of whoever asked for it. */
const RESERVED_US = 600e6;

export interface LaunchAsked {
  byName: string | null;
  idempotencyKey: string | null;
}

/**
 * Takes a kept launch of the same shape that is free and no looser bound; else makes a launch, with a row for each of its hosts, and begins to
 * launch. The same idempotency key gives the same launch.
 */
export async function createLaunch(lab: Lab, input: CreateLaunch, by: LaunchAsked): Promise<Launch> {
  const { db } = lab.database;
  const twin = by.idempotencyKey ? await findLaunchByKey(db, by.idempotencyKey) : null;
  if (twin) return sameLaunch(lab, twin, input);
  const taken = await takeKept(lab, input, by.idempotencyKey);
  if (taken !== null) return getLaunch(lab, taken);
  const nowUs = lab.nowUs();
  const checked = await checkLaunch(lab, input);
  if (checked.faults.length > 0) throw refusedLaunch(checked.faults);
  const { launch, hosts } = planned(lab, input.spec, checked, by);
  try {
    await lab.database.transaction(async (tx) => {
      // Two launches at once, perhaps on two replicas, count each other.
      await lockLaunching(tx);
      const over = await limitFaults(tx, askedLoad(input.spec, checked.price));
      if (over.length > 0) throw refusedLaunch(over);
      await insertLaunch(tx, launch);
      await createAwaitedHosts(tx, launch.id, hosts, nowUs);
    });
  } catch (error) {
    const made = by.idempotencyKey && isDuplicate(error) ? await findLaunchByKey(db, by.idempotencyKey) : null;
    if (made) return sameLaunch(lab, made, input);
    throw error;
  }
  driveLaunch(lab, launch.id).catch((err) =>
    lab.log.error({ err, launchId: launch.id }, 'launching; the next look goes on'),
  );
  return getLaunch(lab, launch.id);
}

/** The kept launch that this request gets, or got before its answer was lost; null where there is none. */
async function takeKept(lab: Lab, input: CreateLaunch, byKey: string | null): Promise<string | null> {
  const { db, transaction } = lab.database;
  const before = await promisedTo(db, byKey, input);
  if (before !== null) return before;
  const kept = adoptable(input.spec, input.plannedMinutes, await listKept(lab, input.spec), lab.nowUs());
  const nowUs = lab.nowUs();
  const promise = { untilUs: nowUs + RESERVED_US, byKey };
  if (kept && (await transaction((tx) => reserveLaunch(tx, kept, promise, nowUs)))) return kept.id;
  // The same request, sent twice at once, may have got it in between.
  return promisedTo(db, byKey, input);
}

/** Only the shape is compared: a kept launch has its own TTL, keep time and budget, none looser than was asked for. */
async function promisedTo(db: Db, byKey: string | null, { spec }: CreateLaunch): Promise<string | null> {
  const promised = byKey === null ? null : await findReservedByKey(db, byKey);
  if (promised && !isSameShape(promised.spec, spec)) throw otherLaunch();
  return promised?.id ?? null;
}

/** A key stands for one request: sent again with another body it is a mistake of the caller's. */
function sameLaunch(lab: Lab, record: LaunchRecord, { spec }: CreateLaunch): Promise<Launch> {
  if (isDeepStrictEqual(record.spec, spec)) return getLaunch(lab, record.id);
  throw otherLaunch();
}

const otherLaunch = (): AppError =>
  new AppError('conflict', 'This Idempotency-Key was used for another launch; send a new key with a new request.');

function planned(
  lab: Lab,
  spec: LaunchSpec,
  { asked, subnets, price }: CheckedLaunch,
  { byName, idempotencyKey }: LaunchAsked,
): { launch: NewLaunch; hosts: AwaitedHost[] } {
  const id = newId();
  const createdAtUs = lab.nowUs();
  const places = placesOf(spec);
  const machine: LaunchMachine = {
    state: 'requested',
    subnets: subnets.map(({ subnetId, zone }) => ({ subnetId, zone })),
    subnetIndex: 0,
    attempt: 0,
    securityGroup: spec.securityGroupId === null ? 'wanted' : 'none',
    securityGroupId: spec.securityGroupId,
    placementGroup: spec.clusterPlacement ? 'wanted' : 'none',
    places,
    microUsdPerHour: price === null ? null : Object.fromEntries(asked.prices),
    spentMicroUsd: 0,
    readyAtUs: null,
    endedAtUs: null,
    expiresAtUs: createdAtUs + spec.ttlMinutes * 60e6,
    joinByUs: null,
    keptUntilUs: null,
    keepMinutes: spec.keepMinutes,
    budgetMicroUsd: spec.budgetMicroUsd,
    areEnding: false,
    ending: null,
    failed: false,
    putOff: null,
    retryAtUs: null,
  };
  const reservedUntilUs = createdAtUs + RESERVED_US;
  return {
    launch: {
      id,
      spec,
      machine,
      images: imagesByType(asked),
      idempotencyKey,
      createdByName: byName,
      createdAtUs,
      reservedUntilUs,
    },
    hosts: places.map((place) => awaited(place, id, spec, asked.known.types)),
  };
}

const imagesByType = ({ images, known }: AskedCloud): Record<string, string> =>
  Object.fromEntries([...known.types].map(([name, { architecture }]) => [name, images[architecture] ?? '']));

function placesOf({ server, clients }: LaunchSpec): MachinePlace[] {
  const types = [
    ...(server ? [{ role: 'server' as const, instanceType: server.instanceType }] : []),
    ...Array.from({ length: clients?.count ?? 0 }, () => ({
      role: 'client' as const,
      instanceType: clients?.instanceType ?? '',
    })),
  ];
  return types.map((type, place) => ({
    place,
    ...type,
    hostId: newId(),
    askedAtUs: null,
    instanceId: null,
    launchedAtUs: null,
    joinedAtUs: null,
    endedAtUs: null,
  }));
}

function awaited(
  { place, role, instanceType, hostId }: MachinePlace,
  launchId: string,
  spec: LaunchSpec,
  types: ReadonlyMap<string, TypeFacts>,
): AwaitedHost {
  const type = types.get(instanceType);
  if (!type) throw new Error(`nothing is known of ${instanceType}`);
  const index = role === 'server' || spec.server === null ? place : place - 1;
  const of = role === 'server' ? 1 : (spec.clients?.count ?? 1);
  const name = launchedHostName({ instanceType, role, index, of }, launchId);
  return { hostId, name, facts: expectedFacts(instanceType, name, type, spec.image) };
}
