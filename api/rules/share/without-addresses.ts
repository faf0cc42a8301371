import type { Run } from '../../contract/run.ts';
import { hostOfUrl, isLoopback, parseIp } from '../hosts/ip-address.ts';
import { namesInstead } from './host-names.ts';

/** What stands where an address stood, within a URL, a command or a sentence. */
export const LEFT_OUT = 'address-left-out';

/** The parts of a run that hold addresses. */
export type Addressed = Pick<Run, 'hosts' | 'spec' | 'target'> & Partial<Pick<Run, 'steps' | 'failure' | 'preflight'>>;

/**
 * A document about these runs, without the addresses of their hosts: in facts, in what was asked, and wherever a URL, a
 * command or a sentence holds one; nor those that failures quote, nor names that spell one. Loopback says nothing about
 * anybody and stays.
 */
export function withoutAddresses<T>(document: T, runs: Addressed[]): T {
  const told = [...new Set(runs.flatMap(toldByRun))];
  const asked = new Set([...runs.flatMap(ofNics), ...told.filter((one) => parseIp(one) !== null)]);
  const quoted = runs.flatMap(failuresOf).map((sentence) => withoutKnown(sentence, asked));
  const known = new Set([...asked, ...quoted.flatMap(addressesIn)]);
  const instead = namesInstead(runs.flatMap(({ hosts }) => hosts));
  const names = namesOf([...instead.keys(), ...told.filter((one) => !known.has(one))]);
  const clean = (text: string): string =>
    withoutKnown(
      text.replace(names, (found) => instead.get(found.toLowerCase()) ?? LEFT_OUT).replace(SPELT, LEFT_OUT),
      known,
    );
  return mapped(document, '', clean) as T;
}

/**
 * Whatever reads as an address is found once and looked up, so that a text takes time by its length, however many addresses
 * are known. The whole address: 10.0.0.5 is not found within 10.0.0.52.
 */
const FOUR = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g;
/** An IPv6 address, with what looks like more of it: an IPv4 address within, and a port. */
const SIX = /(?<![0-9a-f:])[0-9a-f]{0,4}:[0-9a-f:]{1,64}(?:\.\d{1,3}){0,3}/gi;
const LONGEST_SIX = 45;
/** The name that Amazon EC2 gives a host, of whichever host. */
const SPELT = /(?<![\w-])ip-\d{1,3}(?:-\d{1,3}){3}(?![\w-])/gi;

const withoutKnown = (text: string, known: ReadonlySet<string>): string =>
  text
    .replace(FOUR, (found) => (known.has(found) ? LEFT_OUT : found))
    .replace(SIX, (found) => withoutSix(found, known));

/** Too much is left out rather than too little: what a known address begins may go on with a port. */
function withoutSix(found: string, known: ReadonlySet<string>): string {
  const lower = found.toLowerCase();
  for (let length = Math.min(lower.length, LONGEST_SIX); length >= 2; length--) {
    if (!known.has(lower.slice(0, length))) continue;
    if (/[0-9a-f]/.test(lower.charAt(length))) continue;
    return LEFT_OUT + found.slice(length);
  }
  return found;
}

const IPV6 = /(?<![0-9a-f:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![0-9a-f:])/gi;

/** Without anything that reads as an address, known or not: of text that a host wrote itself, such as its kernel's command line. */
export function withoutAnyAddress(text: string): string {
  // A mark that is no part of an address, so that what stands in for one is not taken for a part of the next.
  const marked = text.replace(FOUR, MARK).replace(IPV6, (found) => (/[0-9a-f]/i.test(found) ? MARK : found));
  return marked.replaceAll(MARK, LEFT_OUT);
}
const MARK = '\u0001';

function ofNics({ hosts }: Addressed): string[] {
  const nics = hosts.flatMap(({ facts }) => facts?.nics ?? []).filter(({ loopback }) => !loopback);
  return nics.flatMap(({ addresses }) => addresses.map((one) => one.replace(/\/.*/, '').toLowerCase()));
}

/** What agents say of a failure: of all sentences, these name addresses that nobody asked for. */
const failuresOf = ({ failure, steps = [], preflight }: Addressed): string[] => [
  ...[failure, ...steps.map((step) => step.failure)].flatMap((each) => each?.sentence ?? []),
  ...(preflight?.answers ?? []).flatMap(({ fault }) => fault ?? []),
];

const addressesIn = (sentence: string): string[] =>
  [...(sentence.match(FOUR) ?? []), ...(sentence.match(IPV6) ?? [])].flatMap((found) =>
    parseIp(found) === null || isLoopback(found) || EVERYWHERE.has(found) ? [] : found.toLowerCase(),
  );
/** Of no host: where programs listen that listen on all. */
const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Where the target was asked to listen, and did; of one without an agent also what its name was resolved to. */
function toldByRun({ spec, target, steps = [] }: Addressed): string[] {
  const ofSteps = steps.flatMap(({ clients }) => clients.flatMap(({ figures }) => figures?.resolved ?? []));
  const resolved = [...(target?.resolved ?? []).flatMap(({ addresses }) => addresses), ...ofSteps];
  const told = [
    spec.server?.address,
    spec.target.kind === 'external' ? hostOfUrl(spec.target.origin) : null,
    target && hostOfUrl(target.url),
    ...resolved,
  ];
  return told.flatMap((one) => (one && !isLoopback(one) ? one.toLowerCase() : []));
}

/** Runs have few, so one expression holds them all, the longest first: one may begin as another does. */
function namesOf(names: string[]): RegExp {
  const longest = [...names].sort((a, b) => b.length - a.length);
  const literals = longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return literals.length === 0 ? /(?!)/g : new RegExp(`(?<![\\w.-])(?:${literals.join('|')})(?![\\w-])`, 'gi');
}

/** Fields whose values are addresses and nothing else; `addresses` of a host's facts may also be origins. */
const LISTS: ReadonlySet<string> = new Set(['addresses', 'resolved']);

function mapped(value: unknown, field: string, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return field === 'address' ? null : clean(value);
  if (Array.isArray(value)) return LISTS.has(field) ? [] : value.map((each) => mapped(each, '', clean));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, name, clean)]));
}
