import {
  ABSENT,
  formatBitsPerSecond,
  formatBytes,
  formatHertz,
  formatPercent,
  formatShort,
  formatSignificant,
  formatTick,
} from '@rules/words/numbers';

/** A value of a series with its unit, whatever the unit. Units that are not known keep their name. */
export function formatUnit(value: number | null, unit: string): string {
  if (value === null) return ABSENT;
  switch (unit) {
    case 'req/s':
    case '/s':
      return `${formatShort(roundRate(value))} ${unit}`;
    case '%':
      return `${formatPercent(value)} %`;
    case 'CPUs':
    case 'cpus':
      return `${hundredths(value)} CPUs`;
    case 'threads':
    case 'sessions':
      return `${hundredths(value)} ${unit}`;
    case 'ms':
      return `${formatSignificant(value)} ms`;
    case 'bytes':
      return formatBytes(value);
    case 'bit/s':
    case 'bits/s':
      return formatBitsPerSecond(value);
    case 'Hz':
      return formatHertz(value);
    default:
      return `${formatShort(roundRate(value))} ${unit}`.trim();
  }
}

/** What is not nothing never reads as 0. */
const hundredths = (value: number): string =>
  value > 0 && value < 0.005 ? '<0.01' : value < 10 ? value.toFixed(2) : formatSignificant(value);

/** Prefix and suffix make one unit: '500 Mbit/s'. */
const AXIS_SUFFIX: Record<string, string> = { bytes: 'B', 'bit/s': 'bit/s', 'bits/s': 'bit/s', Hz: 'Hz' };

/** The same for an axis, where space is short. */
export function formatAxis(value: number, unit: string): string {
  if (unit === '%') return `${value} %`;
  const suffix = AXIS_SUFFIX[unit];
  if (!suffix || value === 0) return formatTick(value);
  const tick = formatTick(value);
  return /[a-zA-Z]$/.test(tick) ? `${tick}${suffix}` : `${tick} ${suffix}`;
}

/** Above ten a rate's decimals are noise. */
function roundRate(value: number): number {
  return Math.abs(value) >= 10 ? Math.round(value) : value;
}
