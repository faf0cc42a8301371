export interface Subnet {
  bits: bigint;
  width: 32 | 128;
  prefixLength: number;
}

/** An address such as 192.0.2.7/24 or 2001:db8::7/64, without a prefix length a subnet of its own; null when it is none. */
export function parseSubnet(text: string): Subnet | null {
  const [address = '', prefix] = text.split('/');
  const groups = address.includes(':') ? groupsOfIPv6(address) : groupsOfIPv4(address);
  if (!groups) return null;
  const size = groups.length === 4 ? 8n : 16n;
  const width = groups.length === 4 ? 32 : 128;
  const prefixLength = prefix === undefined ? width : Number(prefix);
  if (!Number.isInteger(prefixLength) || prefixLength < 0 || prefixLength > width) return null;
  return { bits: groups.reduce((sum, group) => (sum << size) | BigInt(group), 0n), width, prefixLength };
}

function groupsOfIPv4(text: string): number[] | null {
  const groups = text.split('.').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : -1));
  return groups.length === 4 && groups.every((group) => group >= 0 && group <= 255) ? groups : null;
}

function groupsOfIPv6(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const parts = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part)) ? parts.map((part) => Number.parseInt(part, 16)) : null;
}

/** Both are in one subnet, and both see it so: a subnet in which only one side believes leads nowhere. */
export function shareSubnet(a: Subnet, b: Subnet): boolean {
  return a.prefixLength === b.prefixLength && within(a, b, a.prefixLength);
}

export const sameAddress = (a: Subnet, b: Subnet): boolean => within(a, b, a.width);

const LOCAL = ['127.0.0.0/8', '169.254.0.0/16', '::1/128', 'fe80::/10'].map(parseSubnet);

/** Loopback or link-local: no other host can reach it, or not without naming its own interface beside it. */
export const isLocal = (address: Subnet): boolean =>
  LOCAL.some((local) => local !== null && within(local, address, local.prefixLength));

function within(a: Subnet, b: Subnet, prefixLength: number): boolean {
  const rest = BigInt(a.width - prefixLength);
  return a.width === b.width && a.bits >> rest === b.bits >> rest;
}
