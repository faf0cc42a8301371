import type { ChangeLaunchLimit, LaunchFault, LaunchLimit } from '../contract/launch.ts';
import type { Lab } from '../platform/lab.ts';
import type { Db } from '../platform/store/db.ts';
import { type Load, loadOf, overLimit } from '../rules/launch/launch-limit.ts';
import { findLaunchLimit, saveLaunchLimit } from './store/launch-limit.ts';
import { listLive } from './store/launches.ts';

export async function readLaunchLimit(db: Db): Promise<LaunchLimit> {
  return { ...(await findLaunchLimit(db)), ...loadOf((await listLive(db)).map(({ machine }) => machine)) };
}

export async function changeLaunchLimit(
  lab: Lab,
  most: ChangeLaunchLimit,
  changedByName: string | null,
): Promise<LaunchLimit> {
  const { db } = lab.database;
  await saveLaunchLimit(db, { ...most, changedAtUs: lab.nowUs(), changedByName });
  return readLaunchLimit(db);
}

/** Why so much more would be too much. Empty: it would not. */
export async function limitFaults(db: Db, asked: Load): Promise<LaunchFault[]> {
  const limit = await readLaunchLimit(db);
  return overLimit(limit, limit, asked);
}
