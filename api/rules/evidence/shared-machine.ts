import type { Run } from '../../contract/run.ts';
import { onOneMachine } from '../spec/target-address.ts';

/**
 * How target and load generator shared a machine: one host, or two agents on one machine; null where they did not, or
 * it is not known.
 */
export function sharedMachine({ spec, hosts }: Pick<Run, 'spec' | 'hosts'>): 'host' | { neighbour: string } | null {
  if (spec.clients.some((client) => client.hostId === spec.server?.hostId)) return 'host';
  const server = hosts.find((host) => host.roles.includes('server'));
  const neighbour = hosts.find(
    (host) =>
      host !== server &&
      host.roles.includes('client') &&
      host.facts &&
      server?.facts &&
      onOneMachine(host.facts, server.facts),
  );
  return neighbour ? { neighbour: neighbour.name } : null;
}
