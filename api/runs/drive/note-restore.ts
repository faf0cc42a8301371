import type { RestoreResult } from '../../contract/tuning.ts';
import { cleanHost, findHosts, soilHost } from '../../hosts/store/hosts.ts';
import type { Lab } from '../../platform/lab.ts';
import type { Db } from '../../platform/store/db.ts';
import { notify } from '../../platform/store/notify.ts';
import { laterRestore } from '../../rules/tuning/later-restore.ts';
import { findRestored, hasHost, setRestored } from '../store/run-tuning.ts';
import { lockRun } from '../store/runs.ts';

/**
 * An agent that has put its host back clears the doubt; one that could not makes the host dirty. `said`: the agent says
 * so by itself, which clears no mismatch. `asked`: a person had it tried again, and reading back equal clears that too.
 */
export async function noteRestore(
  tx: Db,
  hostId: string,
  restore: RestoreResult,
  how: 'said' | 'asked',
): Promise<void> {
  if (!restore.matches) {
    const reason = `After a restore these read back differently: ${restore.mismatches.join('; ')}`;
    return soilHost(tx, { hostId, kind: 'mismatch', reason });
  }
  const [host] = await findHosts(tx, [hostId]);
  if (how === 'asked' || host?.dirtyKind === 'unconfirmed') await cleanHost(tx, hostId);
}

/**
 * Keeps a restore with the run whose tuning it put back. A transaction of its own: the lease that an agent says hello with
 * may be another run's, and two runs are never locked in one.
 */
export async function keepRestore(lab: Lab, hostId: string, restore: RestoreResult): Promise<void> {
  const { runId } = restore;
  if (runId === null) return;
  await lab.database.transaction((tx) => keepRestoreSaid(tx, runId, hostId, restore));
}

/** The same within a transaction. False when the run never had the host: then it is not locked either, as anybody may name it. */
export async function keepRestoreSaid(tx: Db, runId: string, hostId: string, restore: RestoreResult): Promise<boolean> {
  if (!(await hasHost(tx, runId, hostId))) return false;
  await lockRun(tx, runId);
  return keepRestoreOf(tx, runId, hostId, restore);
}

/** The same within a transaction that has locked the run. False when the run never had the host. */
export async function keepRestoreOf(tx: Db, runId: string, hostId: string, restore: RestoreResult): Promise<boolean> {
  const before = await findRestored(tx, runId, hostId);
  if (before === undefined) return false;
  await setRestored(tx, runId, hostId, laterRestore(before, restore));
  notify(tx, 'runs', runId);
  return true;
}
