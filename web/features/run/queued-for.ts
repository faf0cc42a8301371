import type { Host } from '@contract/host';
import type { Run } from '@contract/run';

/** What a queued run waits for: an agent that is away, while there is one, else that its hosts are free. */
export function queuedFor(run: Pick<Run, 'hosts'>, hosts: Pick<Host, 'id' | 'status'>[]): string {
  const isAway = (id: string): boolean => hosts.some((host) => host.id === id && host.status === 'offline');
  const away = run.hosts.find(({ hostId }) => isAway(hostId));
  return away ? `Waits for the agent on ${away.name}, which is not connected` : 'Waits until its host is free';
}
