import type { HostFacts } from '@contract/host';
import { addressAmong } from '@rules/hosts/host-addresses';
import type { IpAddress } from '@rules/hosts/ip-address';
import { onOneMachine } from '@rules/hosts/machine';
import { nicBeside, reachableAddresses } from '@rules/spec/target-address';
import { formatBitsPerSecond, formatTick } from '@rules/words/numbers';

type Nic = HostFacts['nics'][number];

export interface ServerAddress {
  /** Without a prefix length. */
  address: string;
  ip: IpAddress;
  nic: Nic;
  /** A NIC of the first client that is in the same subnet; null when packets are routed. */
  clientNic: Nic | null;
}

/** Addresses at which all of these clients reach the server, best first: the first is what 'automatic' means. */
export function serverAddresses(server: HostFacts, client: HostFacts, others: HostFacts[] = []): ServerAddress[] {
  return reachableAddresses(server, [client, ...others]).map((found) => ({
    address: found.text,
    ip: found.ip,
    nic: found.nic,
    clientNic: nicBeside(found, client),
  }));
}

/** The one that a person chose, however it is spelt, or automatic: null. */
export const askedAddress = (asked: string | null, addresses: ServerAddress[]): ServerAddress | undefined =>
  asked === null ? addresses[0] : addressAmong(addresses, asked);

/** The least that drivers say of the NICs on the way; null: one machine, or neither says. */
export function slowestLink(address: string | null, server: HostFacts, client: HostFacts): number | null {
  const addresses = serverAddresses(server, client);
  const to = askedAddress(address, addresses);
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
