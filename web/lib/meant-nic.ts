import type { HostFacts, RunSpec } from '../api/types';
import { serverAddresses } from './server-address';
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
  sameHost: clients.every(({ hostId }) => hostId === server.hostId),
  address: server.address,
});

/**
 * The NIC that settings of a host mean: the one asked for, else the one that carries the load, which on one host is
 * loopback. Null where facts cannot tell; the agent goes by addresses and routes.
 */
export function meantNic(side: TuningSide, asked: string | null, path: LoadPath, facts: BothFacts): string | null {
  if (asked !== null && asked.trim() !== '') return asked.trim();
  const own = side === 'server' ? facts.server : facts.client;
  if (!own) return null;
  if (path.sameHost) {
    const found = own.nics.find((nic) => (path.address === null ? nic.loopback : owns(nic, path.address)));
    return found?.name ?? defaultNic(own);
  }
  const addresses = facts.server && facts.client ? serverAddresses(facts.server, facts.client) : [];
  const used = addresses.find(({ address }) => address === path.address) ?? addresses[0];
  const found = side === 'server' ? used?.nic : used?.clientNic;
  return found?.name ?? defaultNic(own);
}

const owns = (nic: HostFacts['nics'][number], address: string): boolean =>
  nic.addresses.some((written) => written.replace(/\/.*$/, '') === address);

/** The default route's, else the first that is not loopback. */
export function defaultNic({ nics }: HostFacts): string | null {
  const real = nics.filter(({ loopback }) => !loopback);
  return (real.find(({ defaultRoute }) => defaultRoute) ?? real[0])?.name ?? null;
}
