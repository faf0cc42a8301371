import { type IpAddress, isInNetwork, parseIp } from './ip-address.ts';

/**
 * What is no address of the open internet: private, shared, loopback, link-local (and with it the metadata of clouds), documentation,
 * benchmarking, multicast, reserved (IANA's special-purpose registries), and IPv6 that stands for an IPv4 address.
 */
const CLOSED_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** The rest of IPv6 is no unicast of the internet. */
const OPEN_6 = '2000::/3';
const CLOSED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const isIn = (address: IpAddress, networks: readonly string[]): boolean =>
  networks.some((network) => isInNetwork(address, network));

const isPublic = (address: IpAddress): boolean =>
  address.family === 4 ? !isIn(address, CLOSED_4) : isIn(address, [OPEN_6]) && !isIn(address, CLOSED_6);

/**
 * Whether this instance may send to an address that somebody else chose. What only it can reach is for `allowed` networks alone, and so is
 * plain HTTP.
 */
export function maySendTo(text: string, tls: boolean, allowed: readonly string[]): boolean {
  const address = parseIp(text);
  return address !== null && (isIn(address, allowed) || (tls && isPublic(address)));
}
