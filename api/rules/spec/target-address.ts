import type { HostFacts } from '../../contract/host.ts';
import type { BackendRef, KeptSpec } from '../../contract/spec.ts';
import { type HostAddress, hostAddresses, ownAddress } from '../hosts/host-addresses.ts';
import { addressKey, isLocal, networkKey } from '../hosts/ip-address.ts';
import { onOneMachine } from '../hosts/machine.ts';

export interface NamedHost {
  name: string;
  facts: HostFacts;
}

export type AddressChoice = { address: string } | { fault: string };

const LISTED_MOST = 8;
const LOOPBACK = '127.0.0.1';

/**
 * Where the target listens and the clients reach it: always one address, so that nothing else of the network can join
 * in. Between hosts: an address in a network that the clients share, else of the NIC with the default route, else any;
 * IPv4 before IPv6. `clients` are those on other hosts.
 */
export function targetAddress(spec: KeptSpec, server: NamedHost, clients: NamedHost[]): AddressChoice {
  const oneHost = spec.clients.every((client) => client.hostId === spec.server?.hostId);
  const asked = spec.server?.address ?? null;
  if (asked !== null) return checkAsked(asked, server, oneHost);
  return oneHost ? { address: LOOPBACK } : suggested(server, clients);
}

/** Where services on a host of their own listen and the target's host reaches them. */
export const backendAddress = ({ address }: BackendRef, backend: NamedHost, server: NamedHost): AddressChoice =>
  address === null ? suggested(backend, [server]) : checkAsked(address, backend, false);

function suggested(host: NamedHost, others: NamedHost[]): AddressChoice {
  const [best] = reachableAddresses(
    host.facts,
    others.map(({ facts }) => facts),
  );
  if (best) return { address: best.text };
  return {
    fault: `${host.name} has no address that another host could reach: its agent found ${listed(host.facts)}. Give it one and restart its agent.`,
  };
}

/**
 * Addresses at which these clients on other hosts reach a server, best first: a network that all of them have, then the NIC
 * of the default route, then IPv4.
 */
export function reachableAddresses(server: HostFacts, clients: HostFacts[]): HostAddress[] {
  // Sets, as a host of many containers has thousands of addresses.
  const strangers = clients.filter((facts) => !onOneMachine(server, facts));
  const theirs = new Set(strangers.flatMap((facts) => hostAddresses(facts).map(({ ip }) => addressKey(ip))));
  // Behind equal NAT gateways two machines may have one address, which leads each of them to itself.
  const reachable = remote(server).filter(({ ip }) => !theirs.has(addressKey(ip)));
  const networks = clients.map((facts) => new Set(remote(facts).map(networkOf)));
  const shares = (a: HostAddress) => networks.every((known) => known.has(networkOf(a)));
  const rank = (a: HostAddress) => (shares(a) ? 0 : 4) + (a.nic.defaultRoute ? 0 : 2) + (a.ip.family === 4 ? 0 : 1);
  const ranked = reachable.map((address) => ({ address, rank: rank(address) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
}

/** The NIC of a host that is in the same network as an address of another; null where packets are routed. */
export function nicBeside(address: HostAddress, facts: HostFacts): HostAddress['nic'] | null {
  const network = networkOf(address);
  return hostAddresses(facts).find((own) => networkOf(own) === network)?.nic ?? null;
}

function checkAsked(asked: string, server: NamedHost, oneHost: boolean): AddressChoice {
  const own = ownAddress(server.facts, asked);
  if (!own) {
    return { fault: `${server.name} has no address ${asked}; its agent found ${listed(server.facts)}.` };
  }
  if (!oneHost && isLocal(own.ip)) {
    return { fault: `${asked} cannot be reached from another host; choose another address of ${server.name}.` };
  }
  return { address: own.text };
}

/** Addresses that another host may reach. */
const remote = (facts: HostFacts): HostAddress[] => hostAddresses(facts).filter(({ ip }) => !isLocal(ip));

/** Both hosts have to see it so: a network in which only one side believes leads nowhere. */
const networkOf = ({ ip, prefixBits }: HostAddress): string => networkKey(ip, prefixBits);

function listed(facts: HostFacts): string {
  const found = hostAddresses(facts).map(({ text }) => text);
  const more = found.length > LISTED_MOST ? [`${found.length - LISTED_MOST} more`] : [];
  return [...found.slice(0, LISTED_MOST), ...more].join(', ') || 'none';
}
