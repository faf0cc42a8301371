import type { ProfileDifference } from '../../contract/profile.ts';
import { formatSignificant } from '../words/numbers.ts';
import { formatPerRequest, formatSample, shortFunction } from './profile-words.ts';

type Told = Pick<ProfileDifference, 'functions' | 'unit' | 'per' | 'sides'>;

/** An amount of a side, or what two sides are apart, without its sign. */
export const formatPer = (value: number, { unit, per }: Pick<Told, 'unit' | 'per'>): string =>
  value === 0 ? '0' : per === 'request' ? formatPerRequest(value, unit) : formatSample(value, unit);

/** With the sign, and the error behind it where that is known. */
export function changeText({ change, error }: { change: number; error: number | null }, of: Told): string {
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const size = formatPer(Math.abs(change), of);
  return error === null ? `${sign}${size}` : `${sign}${size} (± ${shortError(error, of)})`;
}

const shortError = (error: number, { unit, per }: Told): string =>
  per === 'request' && unit === 'nanoseconds' ? formatSignificant(error / 1000, 2) : formatPer(error, { unit, per });

/** The answer: which function changed most in itself, as far as that is known. */
export function differenceSentence(of: Told): string {
  if (of.per === 'profile') return 'How many requests each profile saw is not known, so no difference is claimed.';
  if (of.sides.some(({ sampleValue }) => sampleValue === null))
    return 'No clock of one rate took these samples: their error is unknown, so no difference is claimed.';
  const clear = of.functions.filter(({ self }) => self.claim === 'more' || self.claim === 'less');
  const [most] = clear.sort((a, b) => Math.abs(b.self.change) - Math.abs(a.self.change));
  if (most) return costs(shortFunction(most.name), most.self, of);
  const [caller] = of.functions
    .filter(({ total }) => total.claim === 'more' || total.claim === 'less')
    .sort((a, b) => Math.abs(b.total.change) - Math.abs(a.total.change));
  if (caller) return costs(`${shortFunction(caller.name)}, with what it calls,`, caller.total, of);
  return 'No function differs beyond its sampling error.';
}

function costs(name: string, { change, error, claim }: Told['functions'][number]['self'], of: Told): string {
  const within = error === null ? '' : ` (± ${shortError(error, of)})`;
  return `${name} costs ${formatPer(Math.abs(change), of)} ${claim}${within}.`;
}

/** How far it is to be believed. */
export const DIFFERENCE_CAVEAT =
  'Errors are of sampling alone, at 95 %. One profiled step a side says nothing about noise between runs.';
