import { lockAgentsOf } from '../../agents/store/agents.ts';
import type { HostFacts } from '../../contract/host.ts';
import { type Db, json } from '../../platform/store/db.ts';

export interface AwaitedHost {
  hostId: string;
  name: string;
  facts: HostFacts;
}

/** A row for each host to come, so that a run can name it. */
export async function createAwaitedHosts(db: Db, launchId: string, hosts: AwaitedHost[], nowUs: number): Promise<void> {
  await db.host.createMany({
    data: hosts.map(({ hostId, name, facts }) => ({
      id: hostId,
      name,
      facts: json(facts),
      joinedAtUs: nowUs,
      launchId,
    })),
  });
}

/** Agents of instances that were ended before the launch was ready: others will join in their place. */
export async function dropAgents(db: Db, hostIds: string[]): Promise<void> {
  await lockAgentsOf(db, hostIds);
  await db.agent.deleteMany({ where: { hostId: { in: hostIds } } });
}

/** The rows stay for the runs that name them. */
export async function markGone(db: Db, hostIds: string[], nowUs: number): Promise<void> {
  // Agents before hosts, as where an agent says hello.
  await lockAgentsOf(db, hostIds);
  await db.agent.updateMany({ where: { hostId: { in: hostIds }, revokedAtUs: null }, data: { revokedAtUs: nowUs } });
  await db.host.updateMany({ where: { id: { in: hostIds }, goneAtUs: null }, data: { goneAtUs: nowUs } });
}
