import { hostsOfExperiments } from '../../experiments/store/experiment-runs.ts';
import { isGivenUp, isOnline, isUpgrading } from '../../hosts/host-view.ts';
import { findAnyHost, findHostStates, findHosts, type HostStateRecord, holdHosts } from '../../hosts/store/hosts.ts';
import { endPromises } from '../../launches/store/launch-use.ts';
import { Gatherer } from '../../platform/gather.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Database, Db } from '../../platform/store/db.ts';
import { leaseHosts, releaseHost } from '../../platform/store/leases.ts';
import { offlineSentence } from '../../rules/hosts/offline.ts';
import { findRun } from '../store/run-row.ts';
import {
  findRunFacts,
  findRunState,
  isWaitingRun,
  listWaitingRuns,
  lockRun,
  setRunHosts,
  specOf,
} from '../store/runs.ts';
import { type Aftermath, moveRun } from './move-run.ts';
import { asMade, unusable } from './usable-hosts.ts';

const queues = new WeakMap<Database, Gatherer<Lab, Aftermath[]>>();

/**
 * Starts queued runs, once for all who ask while it is under way: the hosts of a run become free one by one, within moments. What it
 * moved is told to one of them.
 */
export function wakeQueue(lab: Lab): Promise<Aftermath[]> {
  const { database } = lab;
  const queue = queues.get(database) ?? new Gatherer(startOnce);
  queues.set(database, queue);
  return queue.ask(lab);
}

async function startOnce([lab, ...others]: Lab[]): Promise<Aftermath[][]> {
  return [lab ? await startQueued(lab) : [], ...others.map(() => [])];
}

/**
 * Starts queued runs whose hosts are free, oldest first; those of schedules after those of people, and not between the runs of
 * people's experiments. A run that has to wait keeps its hosts from the later ones, so that nothing of a person waits for ever;
 * but not while one of them is cordoned, which may last for days.
 */
async function startQueued(lab: Lab): Promise<Aftermath[]> {
  const claimed = new Set<string>();
  const moved: Aftermath[] = [];
  const { db } = lab.database;
  const waiting = await listWaitingRuns(db);
  if (waiting.length === 0) return [];
  const states = await findHostStates(db, [...new Set(waiting.flatMap(({ hostIds }) => hostIds))]);
  const known = new Map(states.map((host) => [host.id, host]));
  const ofPeople = waiting.some(({ scheduled }) => scheduled)
    ? await hostsOfExperiments(db, { scheduled: false })
    : null;
  for (const { id, scheduled, hostIds } of waiting) {
    if (scheduled && hostIds.some((hostId) => ofPeople?.has(hostId))) continue;
    const hosts = hostIds.flatMap((hostId) => known.get(hostId) ?? []);
    if (hosts.length === hostIds.length && hosts.some(isCordoned)) continue;
    if (!hostIds.some((hostId) => claimed.has(hostId))) {
      const aftermath = await startOrRefuse(lab, id, hostIds, hosts).catch((error) =>
        lab.log.error({ err: error, runId: id }, 'starting a run'),
      );
      if (aftermath) moved.push(aftermath);
    }
    for (const hostId of hostIds) claimed.add(hostId);
  }
  return moved;
}

const isCordoned = ({ availability }: HostStateRecord): boolean => availability === 'cordoned';

async function startOrRefuse(
  lab: Lab,
  runId: string,
  hostIds: string[],
  hosts: HostStateRecord[],
): Promise<Aftermath | null> {
  if (hosts.some((host) => host.leasedRunId !== null)) return null;
  const fault = (await removal(lab, runId, hostIds, hosts)) ?? unavailability(hosts, lab);
  if (fault) return lab.database.transaction((tx) => moveRun(lab, tx, runId, { kind: 'unavailable', ...fault }));
  const isAwaited = hosts.some((host) => host.isAwaited);
  if (isAwaited) return awaitHosts(lab, runId);
  // An agent that is started again is back in seconds.
  if (hosts.some((host) => !isOnline(host, lab.nowUs(), lab.lease))) return null;
  if (hosts.some((host) => isUpgrading(host, lab.nowUs()))) return null;
  return lab.database.transaction(async (tx) => {
    // Two requests at once both come here for every queued run: the second finds it started.
    await lockRun(tx, runId);
    if (!(await isWaitingRun(tx, runId))) return null;
    await endPromises(tx, hostIds, lab.nowUs());
    if (!(await leaseClean(lab, tx, runId, hostIds))) return null;
    const misfit = await meetHosts(tx, runId, hostIds);
    if (misfit) {
      for (const hostId of hostIds) await releaseHost(tx, runId, hostId);
      return moveRun(lab, tx, runId, { kind: 'unavailable', code: 'hosts-unfit', sentence: misfit });
    }
    const moved = await moveRun(lab, tx, runId, { kind: 'leased' });
    // Canceled in between: the hosts go back at once.
    if (moved?.state !== 'preparing') for (const hostId of hostIds) await releaseHost(tx, runId, hostId);
    return moved;
  });
}

/** Some of its hosts are being launched. Null: it waits for them already. */
async function awaitHosts(lab: Lab, runId: string): Promise<Aftermath | null> {
  if ((await findRunState(lab.database.db, runId)) !== 'queued') return null;
  return lab.database.transaction((tx) => moveRun(lab, tx, runId, { kind: 'awaited' }));
}

/**
 * A run that was made for hosts to come was checked by what is known of their types: it gets what was found there, and is
 * checked again. Answers why these hosts cannot run it.
 */
async function meetHosts(tx: Db, runId: string, hostIds: string[]): Promise<string | null> {
  const run = await findRun(tx, runId);
  const known = [...(await findRunFacts(tx, runId)).values()];
  if (!run || !known.some(({ expected }) => expected)) return null;
  const spec = specOf(run);
  const hosts = await findHosts(tx, hostIds);
  const refusal = unusable(spec, hosts);
  if (refusal) return refusal.message;
  await setRunHosts(tx, runId, asMade(spec, hosts));
  return null;
}

/** Looks again once the leases are held: a host may have become dirty with the run before, or was cordoned, after the first look. */
async function leaseClean(lab: Lab, tx: Db, runId: string, hostIds: string[]): Promise<boolean> {
  const { ttlMs, guardMs } = lab.lease;
  const expiresAtUs = lab.nowUs() + ttlMs * 1000;
  const leases = [...hostIds].sort().map((hostId) => ({ hostId, runId, ttlMs, guardMs, expiresAtUs }));
  if (!(await leaseHosts(tx, leases))) return false;
  await holdHosts(tx, hostIds);
  const hosts = await findHostStates(tx, hostIds);
  const takeIt = (host: HostStateRecord): boolean => host.dirtyReason === null && !isCordoned(host);
  if (hosts.length === hostIds.length && hosts.every(takeIt)) return true;
  for (const hostId of hostIds) await releaseHost(tx, runId, hostId);
  return false;
}

/** A version of before let a host be removed while a run was being queued for it: nothing would ever answer there. */
async function removal(lab: Lab, runId: string, hostIds: string[], hosts: HostStateRecord[]): Promise<Fault | null> {
  const goneId = hostIds.find((hostId) => !hosts.some((host) => host.id === hostId));
  if (goneId === undefined) return null;
  const run = await findRun(lab.database.db, runId);
  const name = run?.hosts.find((host) => host.hostId === goneId)?.name ?? 'A host';
  if ((await findAnyHost(lab.database.db, goneId))?.isGone) {
    const sentence = `${name} was terminated with its launch. Launch again, and choose the new hosts.`;
    return { code: 'hosts-ended', sentence };
  }
  return {
    code: 'host-removed',
    sentence: `${name} was removed from this instance. Enrol it again, or duplicate this run and choose another host.`,
  };
}

interface Fault {
  code: string;
  sentence: string;
}

function unavailability(hosts: HostStateRecord[], lab: Lab): Fault | null {
  const offline = hosts.find((host) => !host.isAwaited && isGivenUp(host, lab.nowUs(), lab.lease));
  const dirty = hosts.find((host) => host.dirtyReason !== null);
  if (dirty) {
    return {
      code: 'host-dirty',
      sentence: `${dirty.name} takes no run until it is clean: ${dirty.dirtyReason} See the hosts page.`,
    };
  }
  if (!offline) return null;
  return { code: 'host-offline', sentence: offlineSentence(offline.name, 'run') };
}
