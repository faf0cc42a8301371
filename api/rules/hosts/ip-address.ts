/** An address as a number, so that the many spellings of one are equal. */
export interface IpAddress {
  family: 4 | 6;
  value: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;
const MAPPED = 0xffffn;

/**
 * Null when the text is no address. A zone, as in `fe80::1%eth0`, is left out; an IPv4 address mapped into IPv6 is that IPv4
 * address.
 */
export function parseIp(text: string): IpAddress | null {
  const [address = ''] = text.split('%');
  const four = parseFour(address);
  if (four !== null) return { family: 4, value: four };
  const six = parseSix(address);
  if (six === null) return null;
  return six >> 32n === MAPPED ? { family: 4, value: six & 0xffffffffn } : { family: 6, value: six };
}

/** Equal for the addresses of one network. */
export const networkKey = ({ family, value }: IpAddress, prefixBits: number): string =>
  `${family} ${value >> BigInt(Math.max(0, BITS[family] - prefixBits))}/${prefixBits}`;

/** Equal for one address, however it was spelt. */
export const addressKey = (address: IpAddress): string => networkKey(address, BITS[6]);

interface Network extends IpAddress {
  prefixBits: number;
}

/** 127.0.0.0/8, ::1/128 */
const LOOPBACK: Network[] = [
  { family: 4, value: 127n << 24n, prefixBits: 8 },
  { family: 6, value: 1n, prefixBits: 128 },
];
/** 169.254.0.0/16, fe80::/10 */
const LINK_LOCAL: Network[] = [
  { family: 4, value: 0xa9fen << 16n, prefixBits: 16 },
  { family: 6, value: 0xfe80n << 112n, prefixBits: 10 },
];

const isIn = (address: IpAddress, networks: Network[]): boolean =>
  networks.some((of) => networkKey(address, of.prefixBits) === networkKey(of, of.prefixBits));

/** Whether it is in a network such as `10.0.0.0/8`, or is the address that stands there. */
export function isInNetwork(address: IpAddress, network: string): boolean {
  const [of = '', prefix] = network.split('/');
  const first = parseIp(of);
  if (first === null || first.family !== address.family) return false;
  const prefixBits = prefix === undefined ? BITS[first.family] : Number(prefix);
  return networkKey(address, prefixBits) === networkKey(first, prefixBits);
}

/** Loopback or link-local: no other host can reach it, or not without saying through which interface. */
export const isLocal = (address: IpAddress): boolean => isIn(address, LOOPBACK) || isIn(address, LINK_LOCAL);

/** Whether what a URL or a command names is the machine itself: an address of loopback, or `localhost`. */
export function isLoopback(host: string): boolean {
  const address = parseIp(host);
  return host === 'localhost' || (address !== null && isIn(address, LOOPBACK));
}

/** One household or server has a whole network of IPv6. */
export function networkOf(ip: string): string {
  const address = parseIp(ip);
  return address === null ? ip : networkKey(address, address.family === 6 ? 64 : 32);
}

/** The address as a URL has it: IPv6 in brackets. */
export const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** What a URL leads to, an address without brackets; null: it is no URL. */
export const hostOfUrl = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null;

/** A zero before a number is refused: to some it says octal, to others nothing. */
function parseFour(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** The platform's parser of URLs knows all spellings, and writes groups of hex digits with one `::` at most. */
function parseSix(text: string): bigint | null {
  const url = `http://[${text}]`;
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(url)) return null;
  const halves = new URL(url).hostname.slice(1, -1).split('::');
  const [before = [], after = []] = halves.map((half) => half.split(':').filter(Boolean));
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
