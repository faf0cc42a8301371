/** An address as a number, so that IPv6's many spellings of one are equal. */
export interface IpAddress {
  family: 4 | 6;
  value: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;

/** Null when the text is no address. A zone, as in `fe80::1%eth0`, is left out. */
export function parseIp(text: string): IpAddress | null {
  const [address = ''] = text.split('%');
  const four = parseFour(address);
  if (four !== null) return { family: 4, value: four };
  const six = address.includes(':') ? parseSix(address) : null;
  return six === null ? null : { family: 6, value: six };
}

export function sameAddress(a: IpAddress, b: IpAddress): boolean {
  return a.family === b.family && a.value === b.value;
}

/** Whether an address is in the network of another and a prefix length. */
export function inNetwork(address: IpAddress, of: IpAddress, prefixBits: number): boolean {
  if (address.family !== of.family) return false;
  return sameAddress(networkAddress(address, prefixBits), networkAddress(of, prefixBits));
}

/** The bits of an address that its network has. */
export function networkAddress({ family, value }: IpAddress, prefixBits: number): IpAddress {
  return { family, value: value >> BigInt(Math.max(0, BITS[family] - prefixBits)) };
}

const LOCAL: [string, number][] = [
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['::1', 128],
  ['fe80::', 10],
];

/** Loopback or link-local: no other host can reach it, or not without saying through which interface. */
export function isLocal(address: IpAddress): boolean {
  return LOCAL.some(([network, prefixBits]) => {
    const of = parseIp(network);
    return of !== null && inNetwork(address, of, prefixBits);
  });
}

function parseFour(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseSix(text: string): bigint | null {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return null;
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  if (!before || !after) return null;
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...before, ...Array<bigint>(missing).fill(0n), ...after];
  return all.reduce((value, group) => (value << 16n) | group, 0n);
}

/** Groups of 16 bits; the last may be an IPv4 address, which is two of them. */
function groups(text: string): bigint[] | null {
  if (text === '') return [];
  const found: bigint[] = [];
  for (const part of text.split(':')) {
    const four = parseFour(part);
    if (four !== null) found.push(four >> 16n, four & 0xffffn);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) found.push(BigInt(`0x${part}`));
    else return null;
  }
  return found;
}
