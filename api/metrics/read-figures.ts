import { isOnline } from '../hosts/host-view.ts';
import { listHostStates } from '../hosts/store/hosts.ts';
import type { Lab } from '../platform/lab.ts';
import { type Counts, countAll } from './store/counts.ts';

/** How the instance is: for Prometheus and for administrators. All but the event streams are of all its processes together. */
export interface Figures extends Counts {
  hosts: number;
  hostsOnline: number;
  /** Of hosts that are enrolled, by the version of their agent. */
  agents: { version: string; hosts: number; online: number }[];
  /** Of this process. */
  eventStreamsOpen: number;
}

export async function readFigures(lab: Lab): Promise<Figures> {
  const { db } = lab.database;
  const counts = await countAll(db);
  const agents = new Map<string, { hosts: number; online: number }>();
  // Of a host that is awaited no agent is known yet.
  const hosts = await listHostStates(db);
  for (const host of hosts) {
    const of = agents.get(host.agentVersion) ?? { hosts: 0, online: 0 };
    of.hosts += 1;
    if (isOnline(host, lab.nowUs(), lab.lease)) of.online += 1;
    agents.set(host.agentVersion, of);
  }
  return {
    ...counts,
    hosts: hosts.length,
    hostsOnline: [...agents.values()].reduce((sum, { online }) => sum + online, 0),
    agents: [...agents]
      .filter(([version]) => version !== '')
      .map(([version, of]) => ({ version, ...of }))
      .sort((a, b) => b.hosts - a.hosts),
    eventStreamsOpen: lab.eventStreams.open,
  };
}
