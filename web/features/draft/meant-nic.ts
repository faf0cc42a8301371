import type { HostFacts } from '@contract/host';
import type { RunSpec } from '@contract/spec';
import { defaultNic } from '@rules/cpus/cpu-choice';
import { ownAddress } from '@rules/hosts/host-addresses';
import { askedAddress, serverAddresses } from './server-address';
import type { TuningSide } from './tuning-changes';

export interface BothFacts {
  server: HostFacts | null;
  client: HostFacts | null;
}

/** What of a run decides which NIC of a host carries its load. */
export interface LoadPath {
  sameHost: boolean;
  /** Of the server; null: automatic. */
  address: string | null;
}

export const loadPathOf = ({ server, clients }: RunSpec): LoadPath => ({
  sameHost: clients.every(({ hostId }) => hostId === server?.hostId),
  address: server?.address ?? null,
});

/**
 * The NIC that settings of a host mean: the one asked for, else the one that carries the load, which on one host is
 * loopback. Null where facts cannot tell; the agent goes by addresses and routes.
 */
export function meantNic(side: TuningSide, asked: string | null, path: LoadPath, facts: BothFacts): string | null {
  if (asked !== null && asked.trim() !== '') return asked.trim();
  const own = side === 'server' ? facts.server : facts.client;
  if (!own) return null;
  return carryingNic(side, path, facts)?.name ?? defaultNic(own);
}

/** The NIC of a host that owns the server's address, or shares its subnet; null where facts leave it to routes. */
export function carryingNic(side: TuningSide, path: LoadPath, facts: BothFacts): HostFacts['nics'][number] | null {
  if (path.sameHost) {
    const own = side === 'server' ? facts.server : facts.client;
    if (path.address === null) return own?.nics.find(({ loopback }) => loopback) ?? null;
    return (own && ownAddress(own, path.address)?.nic) ?? null;
  }
  const addresses = facts.server && facts.client ? serverAddresses(facts.server, facts.client) : [];
  const used = askedAddress(path.address, addresses);
  return (side === 'server' ? used?.nic : used?.clientNic) ?? null;
}
