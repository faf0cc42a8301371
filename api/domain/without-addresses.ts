import type { Run } from '../contract/run.ts';

/** What stands where an address stood, within a URL, a command or a sentence. */
export const LEFT_OUT = 'address-left-out';

/** What addresses are told by. */
export type Addressed = Pick<Run, 'hosts' | 'spec' | 'target'>;

/**
 * A document about these runs, without the addresses of their hosts: in facts, in what was asked, and wherever a URL, a
 * command or a sentence holds one. Loopback says nothing about anybody and stays.
 */
export function withoutAddresses<T>(document: T, runs: Addressed[]): T {
  const patterns = [...new Set(runs.flatMap(addressesOf))].sort((a, b) => b.length - a.length).map(patternOf);
  const clean = (text: string): string => patterns.reduce((left, pattern) => left.replace(pattern, LEFT_OUT), text);
  return mapped(document, '', clean) as T;
}

const IPV4 = /(?<![\d.])\d{1,3}(\.\d{1,3}){3}(?!\d|\.\d)/g;
const IPV6 = /(?<![0-9a-f:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![0-9a-f:])/gi;

/** Without anything that reads as an address, known or not: of text that a host wrote itself, such as its kernel's command line. */
export function withoutAnyAddress(text: string): string {
  // A mark that is no part of an address, so that what stands in for one is not taken for a part of the next.
  const marked = text.replace(IPV4, MARK).replace(IPV6, (found) => (/[0-9a-f]/i.test(found) ? MARK : found));
  return marked.replaceAll(MARK, LEFT_OUT);
}
const MARK = '\u0001';

function addressesOf({ hosts, spec, target }: Addressed): string[] {
  const known = hosts.flatMap(({ facts }) =>
    (facts?.nics ?? []).filter((nic) => !nic.loopback).flatMap((nic) => nic.addresses),
  );
  const asked = spec.server?.address ? [spec.server.address] : [];
  const listened = target && URL.canParse(target.url) ? [new URL(target.url).hostname.replace(/^\[|\]$/g, '')] : [];
  return [...known.map((address) => address.split('/')[0] ?? address), ...asked, ...listened].filter(
    (address) => address !== '' && address !== '::1' && !address.startsWith('127.'),
  );
}

/** The whole address: 10.0.0.5 is not found within 10.0.0.52. */
function patternOf(address: string): RegExp {
  const literal = address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // After an address of version 6 a port may stand, which looks like more of it: too much is left out rather than too little.
  return address.includes(':')
    ? new RegExp(`(?<![0-9a-f:])${literal}(?![0-9a-f])`, 'gi')
    : new RegExp(`(?<![\\d.])${literal}(?!\\d|\\.\\d)`, 'g');
}

function mapped(value: unknown, field: string, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return field === 'address' ? null : clean(value);
  if (Array.isArray(value)) return field === 'addresses' ? [] : value.map((each) => mapped(each, '', clean));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, name, clean)]));
}
