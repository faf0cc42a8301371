import type { z } from 'zod';
import type { Launch, launchList } from '../contract/launch.ts';
import type { Lab } from '../platform/lab.ts';
import { endedBy } from '../rules/launch/launch-words.ts';
import { cancelRun } from '../runs/drive/cancel-run.ts';
import { driveLaunch } from './drive-launch.ts';
import { getLaunch, listLaunches } from './list-launches.ts';
import { askEnd, listLive } from './store/launches.ts';

/** Cancels the runs that use a launch, and terminates its hosts. One that is over stays as it is. */
export async function endLaunch(lab: Lab, id: string, byName: string | null): Promise<Launch> {
  const launch = await getLaunch(lab, id);
  await askEnd(lab.database.db, id, endedBy(byName), lab.nowUs());
  for (const runId of launch.runIds) await cancelRun(lab, runId);
  await driveLaunch(lab, id);
  return getLaunch(lab, id);
}

/** Asks for the end of all before it waits for any. */
export async function endAllLaunches(lab: Lab, byName: string | null): Promise<z.infer<typeof launchList>> {
  const { db } = lab.database;
  const live = await listLive(db);
  for (const { id } of live) await askEnd(db, id, endedBy(byName), lab.nowUs());
  for (const { id } of live) {
    await endLaunch(lab, id, byName).catch((err) => lab.log.error({ err, launchId: id }, 'ending a launch'));
  }
  return listLaunches(lab, {});
}
