import type { Host } from '../../contract/host.ts';
import { closedText } from '../hosts/availability.ts';

export interface QueuedFor {
  sentence: string;
  /** What a person can do; null: wait. */
  next: string | null;
  /** The host that it concerns; null: each of them. */
  hostId: string | null;
}

type Known = Pick<Host, 'id' | 'name' | 'status' | 'availability' | 'closed'>;

/** What a queued run waits for: that a host is opened, else an agent that is away, else that its hosts are free. */
export function queuedFor(hostIds: string[], known: Known[]): QueuedFor {
  const hosts = known.filter(({ id }) => hostIds.includes(id));
  const cordoned = hosts.find(({ availability }) => availability === 'cordoned');
  if (cordoned)
    return {
      sentence: `Waits: ${closedText(cordoned)}`,
      next: `Open ${cordoned.name} for runs, or cancel this run.`,
      hostId: cordoned.id,
    };
  const away = hosts.find(({ status }) => status === 'offline');
  if (away)
    return {
      sentence: `Waits for the agent on ${away.name}, which is not connected`,
      next: null,
      hostId: away.id,
    };
  return {
    sentence: hostIds.length > 1 ? 'Waits until its hosts are free' : 'Waits until its host is free',
    next: null,
    hostId: null,
  };
}
