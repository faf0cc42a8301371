import type { Host } from '../contract/host.ts';
import { cleanHost, findHosts, listHosts as readHosts } from '../store/hosts.ts';
import { AppError } from './app-error.ts';
import { dispatchQueued } from './dispatch-queued.ts';
import { toHost } from './host-view.ts';
import type { Lab } from './lab.ts';

export async function listHosts(lab: Lab): Promise<Host[]> {
  const records = await readHosts(lab.database.db);
  return records.map((record) => toHost(record, lab.nowUs(), lab.lease));
}

export async function getHost(lab: Lab, hostId: string): Promise<Host> {
  const [record] = await findHosts(lab.database.db, [hostId]);
  if (!record) throw new AppError('not-found', 'There is no such host.');
  return toHost(record, lab.nowUs(), lab.lease);
}

/** A person has looked at the host and vouches for it. */
export async function clearDirtyHost(lab: Lab, hostId: string): Promise<Host> {
  await getHost(lab, hostId);
  await cleanHost(lab.database.db, hostId);
  await dispatchQueued(lab);
  return getHost(lab, hostId);
}
