import type { HostFacts } from '@contract/host';
import { formatBitsPerSecond, formatTick } from '@/lib/format';
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
 * Addresses at which other hosts can reach this one, best first: a subnet of all of theirs, then the default route's
 * NIC, then IPv4. The first is what 'automatic' means; the API goes by the same rule. `clientNic` is of the first client.
 */
export function serverAddresses(server: HostFacts, client: HostFacts, others: HostFacts[] = []): ServerAddress[] {
  const theirs = addressesOf(client);
  const clients = [client, ...others].map((facts) => ({ own: addressesOf(facts), facts }));
  const nearToAll = (found: Found): boolean =>
    clients.every(({ own }) => own.some(({ subnet }) => shareSubnet(found.subnet, subnet)));
  return (
    addressesOf(server)
      .filter(({ subnet }) => !isLocal(subnet))
      // Behind equal gateways two machines may have one address, which leads each of them to itself.
      .filter(({ subnet }) =>
        clients.every(
          ({ own, facts }) => onOneMachine(server, facts) || !own.some((other) => sameAddress(other.subnet, subnet)),
        ),
      )
      .map((found) => ({ found, near: theirs.find(({ subnet }) => shareSubnet(found.subnet, subnet)) }))
      .sort((a, b) => rank(a.found, nearToAll(a.found)) - rank(b.found, nearToAll(b.found)))
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

/** The least that drivers say of the NICs on the way; null: one machine, or neither says. */
export function slowestLink(address: string | null, server: HostFacts, client: HostFacts): number | null {
  const addresses = serverAddresses(server, client);
  const to = address === null ? addresses[0] : addresses.find((one) => one.address === address);
  if (!to || onOneMachine(server, client)) return null;
  const known = linkSpeeds(to, client).filter((speed) => speed !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function linkSpeeds(to: ServerAddress, client: HostFacts): (number | null)[] {
  const from = to.clientNic ?? client.nics.find(({ defaultRoute }) => defaultRoute) ?? null;
  return [to.nic, from].map((nic) => nic?.bandwidthBitsPerSecond ?? nic?.speedBitsPerSecond ?? null);
}

/** What the link between both hosts can carry, as far as it is known; `answer`: the mean bytes of one and its routes. */
export function linkSentence(
  to: ServerAddress,
  server: HostFacts,
  client: HostFacts,
  answer: { bytes: number; routes: string } | null,
): string {
  if (onOneMachine(server, client)) return 'One machine: no link in between.';
  const routed = to.clientNic ? '' : ' They are in different subnets: packets pass a router.';
  const [near = null, far = null] = linkSpeeds(to, client);
  const known = [near, far].filter((speed) => speed !== null);
  if (known.length === 0) return `Link speed not known: neither driver says.${routed}`;
  const slowest = Math.min(...known);
  const unknown =
    near === null
      ? ' The server’s driver does not say.'
      : far === null
        ? ' The load generator’s driver does not say.'
        : '';
  return `Link: ${formatBitsPerSecond(slowest)}${most(slowest, answer)}.${unknown}${routed}`;
}

function most(bitsPerSecond: number, answer: { bytes: number; routes: string } | null): string {
  if (answer === null) return '';
  const rate = formatTick(Number((bitsPerSecond / 8 / answer.bytes).toPrecision(2)));
  return `, about ${rate} req/s of ${answer.routes} at most`;
}
