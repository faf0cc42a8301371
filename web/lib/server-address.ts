import type { HostFacts } from '../api/types';
import { formatBitsPerSecond, formatTick } from './format';
import { isLocal, parseSubnet, type Subnet, sameAddress, shareSubnet } from './ip-subnet';

type Nic = HostFacts['nics'][number];

export interface ServerAddress {
  /** Without a prefix length. */
  address: string;
  nic: Nic;
  /** A NIC of the client that is in the same subnet; null when packets are routed. */
  clientNic: Nic | null;
}

interface Found {
  text: string;
  nic: Nic;
  subnet: Subnet;
}

function addressesOf(facts: HostFacts): Found[] {
  return facts.nics.flatMap((nic) =>
    nic.addresses.flatMap((written) => {
      const subnet = parseSubnet(written);
      return subnet ? [{ text: written.replace(/\/.*$/, ''), nic, subnet }] : [];
    }),
  );
}

/**
 * Addresses at which another host can reach this one, best first: a subnet of the client's, then the default route's
 * NIC, then IPv4. The first is what 'automatic' means; the API goes by the same rule.
 */
export function serverAddresses(server: HostFacts, client: HostFacts): ServerAddress[] {
  const theirs = addressesOf(client);
  const oneMachine = onOneMachine(server, client);
  return (
    addressesOf(server)
      .filter(({ subnet }) => !isLocal(subnet))
      // Behind equal gateways two machines may have one address, which leads each of them to itself.
      .filter(({ subnet }) => oneMachine || !theirs.some((other) => sameAddress(other.subnet, subnet)))
      .map((found) => ({ found, near: theirs.find(({ subnet }) => shareSubnet(found.subnet, subnet)) }))
      .sort((a, b) => rank(a.found, !!a.near) - rank(b.found, !!b.near))
      .map(({ found, near }) => ({ address: found.text, nic: found.nic, clientNic: near?.nic ?? null }))
  );
}

const rank = ({ nic, subnet }: Found, near: boolean): number =>
  (near ? 0 : 4) + (nic.defaultRoute ? 0 : 2) + (subnet.width === 32 ? 0 : 1);

/** Two agents may share one machine, perhaps in namespaces of their own. An unknown boot is nobody's. */
export const onOneMachine = (a: HostFacts, b: HostFacts): boolean => a.bootId !== '' && a.bootId === b.bootId;

/** Why the server cannot be reached at this address, asked or (empty) automatic; null when it can. */
export function addressFault(address: string, server: HostFacts, client: HostFacts, sameHost: boolean): string | null {
  if (address === '') {
    if (sameHost || serverAddresses(server, client).length > 0) return null;
    return 'has no address that another host could reach; choose one host for both, or give it one';
  }
  const asked = parseSubnet(address);
  const own = asked && addressesOf(server).find(({ subnet }) => sameAddress(subnet, asked));
  if (!own) return `has no address ${address} now; choose another`;
  return !sameHost && isLocal(own.subnet) ? `cannot be reached at ${address} from another host; choose another` : null;
}

/** Bytes on the wire of one answer of /read, headers included, rounded down: what a link carries at most is rounded up. */
const READ_BYTES = 4500;

/** What the link between both hosts can carry, as far as their drivers say. */
export function linkSentence(to: ServerAddress, server: HostFacts, client: HostFacts, path: string): string {
  if (onOneMachine(server, client)) return 'One machine: no link in between.';
  const from = to.clientNic ?? client.nics.find(({ defaultRoute }) => defaultRoute) ?? null;
  const routed = to.clientNic ? '' : ' They are in different subnets: packets pass a router.';
  const speeds = [to.nic, from].map((nic) => nic?.speedBitsPerSecond ?? null);
  const [near = null, far = null] = speeds;
  const known = speeds.filter((speed) => speed !== null);
  if (known.length === 0) return `Link speed not known: neither driver says.${routed}`;
  const slowest = Math.min(...known);
  const unknown =
    near === null
      ? ' The server’s driver does not say.'
      : far === null
        ? ' The load generator’s driver does not say.'
        : '';
  const most =
    path === '/read'
      ? `, about ${formatTick(Number((slowest / 8 / READ_BYTES).toPrecision(2)))} req/s of /read at most`
      : '';
  return `Link: ${formatBitsPerSecond(slowest)}${most}.${unknown}${routed}`;
}
