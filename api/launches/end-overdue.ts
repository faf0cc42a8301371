import { CloudRefusal } from '../cloud/aws-call.ts';
import type { Lab } from '../platform/lab.ts';
import { listLaunchRegions } from './store/launches.ts';

/** Instances past their TTL are left to the driver of their launch for so long: it tells runs and people why. */
const GRACE_US = 120e6;

/**
 * Terminates instances that outlived the TTL in their tags, whether a launch of this database knows them or not. One replica at
 * a time; in regions in which something was ever launched, and in the one that is configured.
 */
export async function endOverdue(lab: Lab): Promise<void> {
  const launched = await listLaunchRegions(lab.database.db);
  if (!(await lab.cloud.hasCredentials())) return;
  const configured = await lab.cloud.configuredRegion();
  await endIn(lab, new Set([...launched, ...(configured === null ? [] : [configured])]));
}

/** The same in every region of the account: a database that was lost says of none. */
export async function endOverdueEverywhere(lab: Lab): Promise<void> {
  if (await lab.cloud.hasCredentials()) await endIn(lab, new Set(await lab.cloud.listRegions()));
}

async function endIn(lab: Lab, regions: Set<string>): Promise<void> {
  await lab.leader.attempt('overdue instances', async () => {
    for (const region of regions) await endInRegion(lab, region);
  });
}

async function endInRegion(lab: Lab, region: string): Promise<void> {
  try {
    const nowUs = lab.nowUs();
    const tagged = await lab.cloud.listTagged(region);
    const overdue = tagged.filter(({ expiresAtUs }) => expiresAtUs !== null && nowUs >= expiresAtUs + GRACE_US);
    if (overdue.length === 0) return;
    const instanceIds = overdue.map(({ instanceId }) => instanceId);
    lab.log.warn({ region, instanceIds }, 'terminating instances that outlived their TTL');
    await lab.cloud.terminate(region, instanceIds);
  } catch (error) {
    if (!(error instanceof CloudRefusal)) throw error;
    lab.log.warn({ region, code: error.failure.code, reason: error.message }, 'looking for instances past their TTL');
  }
}
