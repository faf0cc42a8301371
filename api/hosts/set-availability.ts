import type { Host } from '../contract/host.ts';
import type { SetAvailability } from '../contract/host-availability.ts';
import { driveExperiments } from '../experiments/drive-experiment.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { getHost } from './hosts.ts';
import { setAvailability as write } from './store/hosts.ts';

/**
 * Cordons a host, drains it, or opens it again: then what waited for it starts. Throws conflict for a launched host, which
 * would cost money and do nothing.
 */
export async function setAvailability(
  lab: Lab,
  hostId: string,
  { availability, why }: SetAvailability,
  byName: string | null,
): Promise<Host> {
  const { name, launchId } = await getHost(lab, hostId);
  if (launchId !== undefined) {
    throw new AppError('conflict', `${name} belongs to a launch; end the launch on its page instead.`);
  }
  const by = availability === 'open' ? null : { byName, why: why ?? null };
  await write(lab.database.db, hostId, availability, by, lab.nowUs());
  lab.log.info({ hostId, availability, byName }, 'the availability of a host was set');
  if (availability !== 'cordoned') await startWhatWaited(lab, hostId);
  return getHost(lab, hostId);
}

/** The host is set already, whatever comes of this. */
async function startWhatWaited(lab: Lab, hostId: string): Promise<void> {
  try {
    await driveExperiments(lab);
    await dispatchQueued(lab);
  } catch (error) {
    lab.log.error({ err: error, hostId }, 'starting what waited for a host; the sweep will do it');
  }
}
