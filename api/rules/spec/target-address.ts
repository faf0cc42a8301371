import type { HostFacts } from '../../contract/host.ts';
import type { RunSpec } from '../../contract/spec.ts';
import { type IpAddress, isLocal, networkAddress, parseIp, sameAddress } from '../hosts/ip-address.ts';

export interface NamedHost {
  name: string;
  facts: HostFacts;
}

export type AddressChoice = { address: string } | { fault: string };

const LISTED_MOST = 8;
const LOOPBACK = '127.0.0.1';

/** An address of a NIC. */
interface Found {
  text: string;
  ip: IpAddress;
  prefixBits: number;
  defaultRoute: boolean;
}

/**
 * Where the target listens and the clients reach it: always one address, so that nothing else of the network can join
 * in. Two hosts: an address in a network of which the client has one too, else of the NIC with the default route, else
 * any; IPv4 before IPv6. `clients` are those on other hosts.
 */
export function targetAddress(spec: RunSpec, server: NamedHost, clients: NamedHost[]): AddressChoice {
  const oneHost = spec.clients.every((client) => client.hostId === spec.server.hostId);
  const asked = spec.server.address;
  if (asked !== null) return checkAsked(asked, server, oneHost);
  if (oneHost) return { address: LOOPBACK };
  // Sets, for a host of many containers has thousands of addresses.
  const strangers = clients.filter(({ facts }) => !onOneMachine(server.facts, facts));
  const theirs = new Set(strangers.flatMap(({ facts }) => addresses(facts).map(({ ip }) => keyOf(ip))));
  // Behind equal NAT gateways two machines may have one address, which leads each of them to itself.
  const reachable = remote(server.facts).filter(({ ip }) => !theirs.has(keyOf(ip)));
  const networks = clients.map(({ facts }) => new Set(remote(facts).map(networkOf)));
  const shares = (a: Found) => networks.every((known) => known.has(networkOf(a)));
  const rank = (a: Found) => (shares(a) ? 0 : 4) + (a.defaultRoute ? 0 : 2) + (a.ip.family === 4 ? 0 : 1);
  const [best] = reachable.sort((a, b) => rank(a) - rank(b));
  if (best) return { address: best.text };
  return {
    fault: `${server.name} has no address that another host could reach: its agent found ${listed(server.facts)}. Give it one and restart its agent.`,
  };
}

function checkAsked(asked: string, server: NamedHost, oneHost: boolean): AddressChoice {
  const ip = parseIp(asked);
  const own = ip && addresses(server.facts).find((found) => sameAddress(found.ip, ip));
  if (!own) {
    return { fault: `${server.name} has no address ${asked}; its agent found ${listed(server.facts)}.` };
  }
  if (!oneHost && isLocal(own.ip)) {
    return { fault: `${asked} cannot be reached from another host; choose another address of ${server.name}.` };
  }
  return { address: own.text };
}

/** Two agents on one machine, perhaps in namespaces of their own. An unknown boot is nobody's. */
export function onOneMachine(a: HostFacts, b: HostFacts): boolean {
  return a.bootId !== '' && a.bootId === b.bootId;
}

/** Those that another host may reach. */
const remote = (facts: HostFacts): Found[] => addresses(facts).filter(({ ip }) => !isLocal(ip));

function addresses(facts: HostFacts): Found[] {
  return facts.nics.flatMap((nic) =>
    nic.addresses.flatMap((written): Found[] => {
      const [text = '', bits] = written.split('/');
      const ip = parseIp(text);
      if (!ip) return [];
      const prefixBits = /^\d{1,3}$/.test(bits ?? '') ? Number(bits) : 128;
      return [{ text, ip, prefixBits, defaultRoute: nic.defaultRoute }];
    }),
  );
}

const keyOf = ({ family, value }: IpAddress): string => `${family} ${value}`;

/** Both hosts have to see it so: a network in which only one side believes leads nowhere. */
const networkOf = ({ ip, prefixBits }: Found): string => `${prefixBits} ${keyOf(networkAddress(ip, prefixBits))}`;

function listed(facts: HostFacts): string {
  const found = addresses(facts).map(({ text }) => text);
  const more = found.length > LISTED_MOST ? [`${found.length - LISTED_MOST} more`] : [];
  return [...found.slice(0, LISTED_MOST), ...more].join(', ') || 'none';
}
