import type { Host, HostState } from '../contract/host.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { toHost, toHostState } from './host-view.ts';
import {
  countQueued,
  factsVersions,
  findAnyHost,
  findHosts,
  listHosts as readHosts,
  listHostStates as readStates,
  renameHost,
  retireHost,
} from './store/hosts.ts';

export async function listHosts(lab: Lab): Promise<Host[]> {
  const { db } = lab.database;
  // Versions first: facts that become others in between are then read again.
  const versions = await factsVersions(db);
  const records = await readHosts(db);
  return records.map((record) => withVersion(toHost(record, lab.nowUs(), lab.lease), versions));
}

/** The same without their facts. */
export async function listHostStates(lab: Lab): Promise<HostState[]> {
  const { db } = lab.database;
  const versions = await factsVersions(db);
  const records = await readStates(db);
  return records.map((record) => withVersion(toHostState(record, lab.nowUs(), lab.lease), versions));
}

function withVersion<T extends { id: string }>(host: T, versions: Map<string, string>): T & { factsVersion?: string } {
  const factsVersion = versions.get(host.id);
  return factsVersion === undefined ? host : { ...host, factsVersion };
}

/** Throws not-found for an unknown or removed host. One that was launched is shown for ever. */
export async function getHost(lab: Lab, hostId: string): Promise<Host> {
  const record = await findAnyHost(lab.database.db, hostId);
  if (!record) throw new AppError('not-found', 'There is no such host.');
  return toHost(record, lab.nowUs(), lab.lease);
}

export async function changeHost(lab: Lab, hostId: string, name: string): Promise<Host> {
  await getHost(lab, hostId);
  await renameHost(lab.database.db, hostId, name);
  return getHost(lab, hostId);
}

/**
 * Removes a host, and with it its agent's credential. Runs keep the name and facts that it had. Throws conflict while a
 * run works on it or waits for it.
 */
export async function removeHost(lab: Lab, hostId: string): Promise<void> {
  await lab.database.transaction(async (tx) => {
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
    if ((await countQueued(tx, hostId)) > 0) {
      throw new AppError('conflict', `Queued runs wait for ${host.name}; cancel them first.`);
    }
    await retireHost(tx, hostId, lab.nowUs());
  });
}
