import type { ChangeHost, Host, HostState } from '../contract/host.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { keptLabels } from '../rules/hosts/availability.ts';
import { type HostWork, toHost, toHostState } from './host-view.ts';
import { experimentsByHost, queuedByHost } from './store/host-work.ts';
import {
  changeHost as change,
  factsVersions,
  findAnyHost,
  findHosts,
  type HostStateRecord,
  lockHostWithAgent,
  listHosts as readHosts,
  listHostStates as readStates,
  retireHost,
} from './store/hosts.ts';

export async function listHosts(lab: Lab): Promise<Host[]> {
  const { db } = lab.database;
  // Versions first: facts that become others in between are then read again.
  const versions = await factsVersions(db);
  const records = await readHosts(db);
  const work = await workOf(db, records);
  return records.map((record) => withVersion(toHost(record, work, lab.nowUs(), lab.lease), versions));
}

/** The same without their facts. */
export async function listHostStates(lab: Lab): Promise<HostState[]> {
  const { db } = lab.database;
  const versions = await factsVersions(db);
  const records = await readStates(db);
  const work = await workOf(db, records);
  return records.map((record) => withVersion(toHostState(record, work, lab.nowUs(), lab.lease), versions));
}

async function workOf(db: Db, records: HostStateRecord[]): Promise<HostWork> {
  const draining = records.filter(({ availability }) => availability === 'draining').map(({ id }) => id);
  return {
    queued: await queuedByHost(db),
    experiments: draining.length === 0 ? new Map() : await experimentsByHost(db, draining),
  };
}

function withVersion<T extends { id: string }>(host: T, versions: Map<string, string>): T & { factsVersion?: string } {
  const factsVersion = versions.get(host.id);
  return factsVersion === undefined ? host : { ...host, factsVersion };
}

/** Throws not-found for an unknown or removed host. One that was launched is shown for ever. */
export async function getHost(lab: Lab, hostId: string): Promise<Host> {
  const record = await findAnyHost(lab.database.db, hostId);
  if (!record) throw new AppError('not-found', 'There is no such host.');
  return toHost(record, await workOf(lab.database.db, [record]), lab.nowUs(), lab.lease);
}

/** Throws conflict for labels of a launched host: it lives for its launch's runs, and is in no pool. */
export async function changeHost(lab: Lab, hostId: string, { name, labels }: ChangeHost): Promise<Host> {
  const host = await getHost(lab, hostId);
  if (labels && host.launchId !== undefined) {
    throw new AppError('conflict', `${host.name} belongs to a launch, and ends with it: it takes no labels.`);
  }
  await change(lab.database.db, hostId, { name, labels: labels && keptLabels(labels) });
  return getHost(lab, hostId);
}

/**
 * Removes a host, and with it its agent's credential. Runs keep the name and facts that it had. Throws conflict while a
 * run or an experiment needs it: what is queued or started meanwhile is seen here, or is refused for want of the host.
 */
export async function removeHost(lab: Lab, hostId: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
    await lockHostWithAgent(tx, hostId);
    const [host] = await findHosts(tx, [hostId]);
    if (!host) throw new AppError('not-found', 'There is no such host.');
    if (host.launchId !== null) {
      throw new AppError('conflict', `${host.name} belongs to a launch; end the launch on its page instead.`);
    }
    if (host.leasedRunId !== null) {
      throw new AppError(
        'conflict',
        `${host.name} works for a run; remove it when the run is over, or cancel the run.`,
      );
    }
    if ((await queuedByHost(tx)).has(hostId)) {
      throw new AppError('conflict', `Queued runs wait for ${host.name}; cancel them first.`);
    }
    if ((await experimentsByHost(tx, [hostId])).has(hostId)) {
      throw new AppError('conflict', `Running experiments need ${host.name}; stop them first.`);
    }
    await retireHost(tx, hostId, lab.nowUs());
  });
}
