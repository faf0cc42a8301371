import type { Host } from '../contract/host.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { dispatchQueued } from '../runs/drive/settle.ts';
import { askHost } from './ask-host.ts';
import { getHost } from './hosts.ts';
import { cleanHost } from './store/hosts.ts';

/**
 * Has the agent put back what its journal still holds. A host that reads back as before is ready again; one that does
 * not stays dirty, with what differs. Throws conflict while it works for a run, and what askHost throws.
 */
export async function restoreHost(lab: Lab, hostId: string, closed: AbortSignal): Promise<Host> {
  const { name, runId } = await getHost(lab, hostId);
  if (runId !== null) {
    throw new AppError('conflict', `${name} works for a run, which will restore it; cancel the run to restore it now.`);
  }
  await askHost(lab, hostId, { type: 'restore', acceptPresent: false }, closed);
  await dispatchQueued(lab);
  return getHost(lab, hostId);
}

/**
 * A person has looked at the host and vouches for it. Its agent forgets its journal, or the run after would find it and
 * put back what the person has accepted. Where the agent is away or does not answer, the host is cleared all the same:
 * when the agent starts, it puts back what the journal holds, and what differs then makes the host dirty anew.
 */
export async function clearDirtyHost(lab: Lab, hostId: string, closed: AbortSignal): Promise<Host> {
  const { dirtyReason } = await getHost(lab, hostId);
  if (dirtyReason !== null) await forgetJournal(lab, hostId, closed);
  await cleanHost(lab.database.db, hostId);
  await dispatchQueued(lab);
  return getHost(lab, hostId);
}

async function forgetJournal(lab: Lab, hostId: string, closed: AbortSignal): Promise<void> {
  try {
    await askHost(lab, hostId, { type: 'restore', acceptPresent: true }, closed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    lab.log.warn({ hostId, reason: error.message }, 'the agent did not forget its journal');
  }
}
