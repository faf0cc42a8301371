/** What stands where something was not measured. */
export const ABSENT = '–';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function formatCount(value: number): string {
  return grouped.format(Math.round(value));
}

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** What was asked for: whole for most, with up to three decimals where a source has them. */
export const formatExact = (value: number): string => exact.format(value);

const MOST_DECIMALS = 6;
/** By how many decimals: to make one takes as long as to write hundreds of numbers with it. */
const withDecimals = Array.from(
  { length: MOST_DECIMALS + 1 },
  (_, decimals) => new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** Three significant digits without an exponent: 0.123, 1.23, 12.3, 123, 1,234. */
export function formatSignificant(value: number, digits = 3): string {
  if (value === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, digits - 1 - magnitude));
  const rounded = Number(value.toFixed(decimals));
  // Rounding may carry into the next magnitude: 9.999 is 10.0, not 10.00.
  const carried = rounded !== 0 && Math.floor(Math.log10(Math.abs(rounded))) > magnitude;
  const shown = carried ? Math.max(0, decimals - 1) : decimals;
  return (withDecimals[shown] ?? grouped).format(rounded);
}

const SCALES: [number, string][] = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** Decimal scaling: the number and the prefix of its unit. */
export function scaleDecimal(value: number): { value: number; prefix: string } {
  for (const [factor, prefix] of SCALES) {
    // 999,950 would print as '1,000 k': it belongs to the next prefix.
    if (Math.abs(value) >= factor * 0.9995) return { value: value / factor, prefix };
  }
  return { value, prefix: '' };
}

/** 1.23 M, 12.3 k, 950: for big figures and axes. */
export function formatShort(value: number): string {
  const scaled = scaleDecimal(value);
  if (scaled.prefix === '') return Number.isInteger(value) ? formatCount(value) : formatSignificant(value);
  return `${formatSignificant(scaled.value)} ${scaled.prefix}`;
}

/** The same without zeros at the end: 1 k, 2.5 k, for axes. */
export function formatTick(value: number): string {
  const scaled = scaleDecimal(value);
  return `${Number(scaled.value.toPrecision(3))}${scaled.prefix && ` ${scaled.prefix}`}`;
}

/** Milliseconds on an axis: 1 ms, 100 ms, 10 s. */
export const formatMsTick = (ms: number): string =>
  ms >= 1000 ? `${formatTick(ms / 1000)} s` : `${formatTick(ms)} ms`;

function withPrefix(value: number, unit: string): string {
  const scaled = scaleDecimal(value);
  const number = scaled.prefix === '' ? formatSignificant(value) : formatSignificant(scaled.value);
  return `${number} ${scaled.prefix}${unit}`;
}

/** Decimal: 1 MB is 1,000,000 bytes. Below 1,000 they are counted, not rounded. */
export const formatBytes = (bytes: number): string =>
  Number.isInteger(bytes) && Math.abs(bytes) < 1000 ? `${bytes} B` : withPrefix(bytes, 'B');
export const formatBitsPerSecond = (bitsPerSecond: number): string => withPrefix(bitsPerSecond, 'bit/s');

export const formatHertz = (hertz: number): string => withPrefix(hertz, 'Hz');

export function formatMegabytesPerSecond(bytesPerSecond: number): string {
  return formatSignificant(bytesPerSecond / 1e6);
}

/** Memory as it is sold: binary, and said so. */
export function formatMemory(bytes: number): string {
  return `${formatSignificant(bytes / 2 ** 30)} GiB`;
}

/**
 * Milliseconds of a tool with the given resolution. Tools that truncate to whole milliseconds say 0 for [0, 1): shown
 * as '<1', never as a latency of nothing.
 */
export function formatLatencyMs(ms: number, resolutionUs: number): string {
  if (resolutionUs >= 1000) return ms < 1 ? '<1' : formatCount(ms);
  return formatSignificant(ms);
}

/** Down to a tenth, so that less than all, or than a threshold, never reads as it. */
export const flooredToTenth = (percent: number): number => Math.floor(percent * 10 + 1e-6) / 10;

export function formatPercent(percent: number): string {
  const size = Math.abs(percent);
  // What is not nothing never reads as 0.
  if (size > 0 && size < 0.05) return '<0.1';
  if (size >= 100) return formatCount(percent);
  if (size >= 99.5) return (Math.sign(percent) * flooredToTenth(size)).toFixed(1);
  return percent.toFixed(size < 10 ? 1 : 0);
}

/** A relative difference with its sign: +0.02 %, −1.3 %, +33,400 %. */
export function formatDifference(ratio: number): string {
  const percent = ratio * 100;
  const size = Math.abs(percent);
  if (size < 0.005) return '±0 %';
  return `${percent < 0 ? '−' : '+'}${differenceDigits(size)} %`;
}

/** What is less than all never reads as 100 %. */
function differenceDigits(size: number): string {
  if (size < 10) return size.toFixed(size < 1 ? 2 : 1);
  if (size >= 99.5 && size < 100) return flooredToTenth(size).toFixed(1);
  return formatCount(size < 1000 ? size : Number(size.toPrecision(3)));
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
