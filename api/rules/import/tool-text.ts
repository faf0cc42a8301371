import { formatCount } from '../words/numbers.ts';
import { Unreadable } from './unreadable.ts';

/** Longer than what any of these tools prints; a pattern is never tried on more. */
const TEXT_CHARACTERS_MAX = 1024 * 1024;

export function bounded(text: string): string {
  if (text.length <= TEXT_CHARACTERS_MAX) return text;
  throw new Unreadable(`it is longer than ${formatCount(TEXT_CHARACTERS_MAX)} characters, which no such output is`);
}

/** The groups of a pattern; a sentence where it is not found. */
export function found(text: string, pattern: RegExp, what: string): string[] {
  const match = text.match(pattern);
  if (!match) throw new Unreadable(`it lacks ${what}`);
  return match.slice(1).map((group) => group ?? '');
}

const UNIT_MS: Record<string, number> = { us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `1.07ms`, `73.00us`, `2.10s` in milliseconds, and how exact that is: half a second is `0.50s` and no more. */
export function duration(text: string): { ms: number; resolutionUs: number } {
  const [, digits = '', unit = ''] = text.match(/^([\d.]{1,20})(us|ms|s|m|h)$/) ?? [];
  const ms = Number(digits) * (UNIT_MS[unit] ?? Number.NaN);
  if (!Number.isFinite(ms)) throw new Unreadable(`'${text.slice(0, 20)}' is no duration`);
  const places = digits.split('.')[1]?.length ?? 0;
  return { ms, resolutionUs: Math.max(1, Math.round(((UNIT_MS[unit] ?? 1) * 1000) / 10 ** places)) };
}

const BINARY: Record<string, number> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40, PB: 2 ** 50 };

/** `1.93GB` as wrk and h2load write it: their units are powers of 1024. */
export function binaryBytes(text: string): number {
  const [, digits = '', unit = ''] = text.match(/^([\d.]{1,20})([KMGTP]?B)$/) ?? [];
  const bytes = Number(digits) * (BINARY[unit] ?? Number.NaN);
  if (!Number.isFinite(bytes)) throw new Unreadable(`'${text.slice(0, 20)}' is no amount of bytes`);
  return bytes;
}

/** The number of digits that a pattern has found. */
export function counted(digits: string | undefined): number {
  const value = Number(digits);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Unreadable(`'${String(digits).slice(0, 20)}' is no number of things`);
  return value;
}
