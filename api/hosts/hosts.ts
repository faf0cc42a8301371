import type { Host } from '../contract/host.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { toHost } from './host-view.ts';
import { countQueued, findAnyHost, findHosts, listHosts as readHosts, renameHost, retireHost } from './store/hosts.ts';

export async function listHosts(lab: Lab): Promise<Host[]> {
  const records = await readHosts(lab.database.db);
  return records.map((record) => toHost(record, lab.nowUs(), lab.lease));
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
