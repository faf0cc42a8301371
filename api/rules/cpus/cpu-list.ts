import { MAX_CPUS } from '../../contract/limits.ts';

/**
 * Lists come from agents and strangers. Each function takes time by the length of its text and the CPUs that a host can
 * have, however often a list repeats them. CPUs beyond MAX_CPUS do not exist and are left out.
 */

/** First and last CPU. */
type Range = readonly [number, number];

/** The CPUs of a list such as `0-3,8`, ascending. The form was checked by the contract. */
export const parseCpuList = (list: string): number[] => unionOfCpuLists([list]);

/**
 * The CPUs of a list as a person types it, with or without spaces. Null when it is no list, a range runs backwards, or
 * no host can have such a CPU. The agent refuses the same.
 */
export function readCpuList(text: string): number[] | null {
  const parts = text.split(',').map((part) => part.trim());
  const sound = parts.every((part) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    return first !== undefined && Number(first) <= Number(last) && Number(last) < MAX_CPUS;
  });
  return sound ? parseCpuList(parts.join(',')) : null;
}

/** The CPUs that any of these lists names, ascending. */
export const unionOfCpuLists = (lists: Iterable<string>): number[] => rangesOf(lists).flatMap(expanded);

/** The list in its shortest form: lists of the same CPUs become the same text. */
export const shortestCpuList = (list: string): string => formatted(rangesOf([list]));

/** Answers whether a CPU is on the list, without walking through it again. */
export function cpuLookup(list: string): (cpu: number) => boolean {
  const marks = new Uint8Array(MAX_CPUS);
  for (const [first, last] of rangesOf([list])) marks.fill(1, first, last + 1);
  return (cpu) => marks[cpu] === 1;
}

/** The shortest list of these CPUs, `0-3,8`; empty of none. */
export function formatCpuList(cpus: Iterable<number>): string {
  const sorted = [...new Set(cpus)].sort((a, b) => a - b);
  return formatted(merged(sorted.map((cpu) => [cpu, cpu])));
}

/**
 * The CPUs of a mask as the kernel writes it: hexadecimal groups of 32 bits, the highest first, `1,0000000f`. Null when the
 * text is none.
 */
export function parseCpuMask(mask: string): number[] | null {
  if (!/^[\da-f]{1,8}(,[\da-f]{8})*$/i.test(mask.trim())) return null;
  const groups = mask
    .trim()
    .split(',')
    .slice(-MAX_CPUS / 32)
    .reverse();
  return groups.flatMap((group, index) => {
    const bits = Number.parseInt(group, 16);
    return BITS.flatMap((bit) => ((bits >>> bit) & 1 ? [index * 32 + bit] : []));
  });
}
const BITS = Array.from({ length: 32 }, (_, bit) => bit);

/** What a knob's value means where it is a mask: 'CPUs 0-3', 'no CPU: off'; null for other values. */
export function maskText(key: string, value: string | null): string | null {
  const cpus = value !== null && /\/(rps|xps)_cpus$/.test(key) ? parseCpuMask(value) : null;
  if (cpus === null) return null;
  return cpus.length === 0 ? 'no CPU: off' : cpusText(cpus);
}

/** The CPUs that are in both. */
export function overlapOf(a: number[], b: number[]): number[] {
  const known = new Set(b);
  return a.filter((cpu) => known.has(cpu));
}

/** `CPU 3`, `CPUs 0-3`, `no CPU`. */
export function cpusText(cpus: Iterable<number>): string {
  const list = formatCpuList(cpus);
  if (list === '') return 'no CPU';
  return /[-,]/.test(list) ? `CPUs ${list}` : `CPU ${list}`;
}

function rangesOf(lists: Iterable<string>): Range[] {
  const found: Range[] = [];
  for (const list of lists) {
    for (const part of list.split(',')) {
      // The kernel writes nothing for a NUMA node without CPUs.
      if (part.trim() === '') continue;
      const [first = 0, last = first] = part.split('-').map(Number);
      if (first <= last && first < MAX_CPUS) found.push([first, Math.min(last, MAX_CPUS - 1)]);
    }
  }
  return merged(found.sort(([a], [b]) => a - b));
}

/** Joins ascending ranges that touch. */
function merged(ascending: Range[]): Range[] {
  const ranges: [number, number][] = [];
  for (const [first, last] of ascending) {
    const before = ranges.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else ranges.push([first, last]);
  }
  return ranges;
}

const expanded = ([first, last]: Range): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

const formatted = (ranges: Range[]): string =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
