import type { Privilege } from '@contract/host';

/** What each right is needed for. */
export const PRIVILEGES: Record<Privilege, string> = {
  'net-admin': 'queues, MTU, offloads, coalescing and parameters of the network',
  'dac-override': 'files of root: interrupt affinity, steering, governor, turbo, huge pages',
  'sys-nice': 'the CPU set of a target that runs as another user',
  'sys-resource': 'more open files than the hard limit',
  services: 'stopping and starting services by systemd',
};

export const ALL_PRIVILEGES = Object.keys(PRIVILEGES) as Privilege[];

/** Whether a host can be tuned by its agent, shortly and in a sentence. */
export function privilegeTold(held: Privilege[]): { short: string; sentence: string } {
  const lacking = ALL_PRIVILEGES.filter((name) => !held.includes(name));
  if (lacking.length === 0) return { short: 'can tune', sentence: 'Its agent may change every setting.' };
  if (!held.includes('net-admin') && !held.includes('dac-override'))
    return {
      short: 'measures only: no rights to tune',
      sentence:
        'Measures only: its agent was started without the rights to tune. Settings are reported as not changeable.',
    };
  return {
    short: 'can tune in part',
    sentence: `Partial tuning; missing: ${lacking.join(', ')}.`,
  };
}
