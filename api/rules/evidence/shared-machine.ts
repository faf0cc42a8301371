import type { Run, RunHost } from '../../contract/run.ts';
import { ownAddress } from '../hosts/host-addresses.ts';
import { isLoopback } from '../hosts/ip-address.ts';
import { onOneMachine } from '../hosts/machine.ts';

/**
 * How target and load generator shared a machine: one host, or two agents on one machine; null where they did not, or
 * it is not known.
 */
export function sharedMachine({
  spec,
  hosts,
  target,
}: Pick<Run, 'spec' | 'hosts' | 'target'>): 'host' | { neighbour: string } | null {
  if (spec.target.kind === 'external') return hosts.some((host) => isTarget(host, target)) ? 'host' : null;
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

/** Where no agent is on the target's host, the address that a client reached may still be one of its own. */
export function isTarget({ hostId, facts }: Pick<RunHost, 'hostId' | 'facts'>, target: Run['target']): boolean {
  const reached = target?.resolved?.find((one) => one.hostId === hostId)?.addresses ?? [];
  return reached.some((address) => isLoopback(address) || (facts !== null && ownAddress(facts, address) !== undefined));
}
