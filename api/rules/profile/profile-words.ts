import type { ProfileTree } from '../../contract/profile.ts';
import { formatBytes, formatCount, formatPercent, formatSignificant, plural } from '../words/numbers.ts';
import { FOLDED } from './call-tree.ts';

/** An amount of what a profile counts, with its unit. */
export function formatSample(value: number, unit: string): string {
  if (unit === 'bytes') return formatBytes(value);
  if (unit !== 'nanoseconds') return unit === 'count' ? formatCount(value) : `${formatCount(value)} ${unit}`;
  const [size, name] = SECONDS.find(([factor]) => value >= factor) ?? [1, 'ns'];
  return `${formatSignificant(value / size)} ${name}`;
}

const SECONDS: [number, string][] = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
];

/** An amount per request. Times are always in microseconds, like CPU per request everywhere. */
export function formatPerRequest(perRequest: number, unit: string): string {
  if (unit === 'nanoseconds') return `${formatSignificant(perRequest / 1000)} µs/req`;
  return `${formatSignificant(perRequest)} ${unit === 'count' ? '' : unit}/req`.replace(' /', '/');
}

/** Of generic functions Go writes out every type that they were made for. */
const LONG_TYPES = /\[go\.shape\..{20,}\]/;

/** A function without the address of its module and without long types: 'fiber/v3.(*App).handler', 'slices.SortFunc[…]'. */
export function shortFunction(full: string): string {
  const name = full.replace(LONG_TYPES, '[…]');
  // As runtimes call code that they made: 'JS:*handler /srv/app/server.js:12:3'.
  const [called = '', ...where] = name.split(' ');
  if (where.length > 0 && !called.includes('/') && !/[([]/.test(called))
    return `${called} ${where.join(' ').split('/').at(-1)}`;
  const open = name.search(/[([]/);
  const [head, tail] = open < 0 ? [name, ''] : [name.slice(0, open), name.slice(open)];
  const parts = head.split('/');
  const last = parts.at(-1) ?? '';
  const versioned = /^v\d+(\.|$)/.test(last) && parts.length > 1;
  return `${versioned ? parts.slice(-2).join('/') : last}${tail}`;
}

/** What a frame is part of. Colours tell them apart, and words where one is pointed at. */
export type CodeKind = 'process' | 'kernel' | 'runtime' | 'program' | 'unnamed' | 'folded';

export const CODE_WORDS: Record<CodeKind, string> = {
  process: 'process',
  kernel: 'kernel, and system calls',
  runtime: 'Go runtime',
  program: 'program and libraries',
  unnamed: 'no symbol',
  folded: 'smallest frames, summed up',
};

export function codeKind({ name, file }: { name: string; file: string }): CodeKind {
  if (name === '(other)' && file === '') return 'folded';
  if (file === 'process') return 'process';
  if (file === '[kernel]') return 'kernel';
  if (/^(\[unknown|0x[0-9a-f]+$)/.test(name)) return 'unnamed';
  // The time of a system call is the kernel's, which Go's profiles end at.
  if (SYSTEM_CALL.test(name)) return 'kernel';
  return /^(internal\/)?runtime[./]/.test(name) ? 'runtime' : 'program';
}

const SYSTEM_CALL = /^((internal\/)?runtime\/(internal\/)?)?syscall(\/\w+)?\.(Raw)?Sys(call|vicall)\w*$/i;

/** Of how many samples all its figures are; null where it has no clock. */
export function samplesSentence({ total, unit, sampleValue }: Pick<ProfileTree, 'total' | 'unit' | 'sampleValue'>) {
  if (sampleValue === null || total <= 0) return null;
  const samples = Math.round(total / sampleValue);
  return `${plural(samples, 'sample')}, one each ${formatSample(sampleValue, unit)}: a function with few of them may owe its share to chance.`;
}

/** What of a profile is not drawn frame by frame; null where all of it is. */
export function foldedSentence({ folded, total }: Pick<ProfileTree, 'folded' | 'total'>): string | null {
  if (folded.value <= 0) return null;
  const share = formatPercent((100 * folded.value) / total);
  return `${FOLDED} sums up ${plural(folded.frames, 'frame')} with ${share} % of the profile.`;
}

/** One line of exact figures: what a frame has with what it called, and in itself. */
export function frameSentence(
  amount: { total: number; self: number },
  of: { unit: string; total: number; requests: number | null; sampleValue: number | null },
): string {
  const share = of.total > 0 ? (100 * amount.total) / of.total : 0;
  const samples = of.sampleValue === null ? [] : [plural(Math.round(amount.total / of.sampleValue), 'sample')];
  const parts = [...samples, `${formatSample(amount.total, of.unit)}, ${formatPercent(share)} %`];
  if (of.requests !== null) parts.push(formatPerRequest(amount.total / of.requests, of.unit));
  parts.push(`${formatSample(amount.self, of.unit)} in itself`);
  return parts.join(' · ');
}
