import { describe, expect, test } from 'vitest';
import {
  formatBitsPerSecond,
  formatBytes,
  formatCount,
  formatDifference,
  formatExact,
  formatLatencyMs,
  formatMemory,
  formatPercent,
  formatShort,
  formatSignificant,
  formatTick,
  plural,
} from './numbers.ts';

test.each([
  [0, '0'],
  [0.1234, '0.123'],
  [1.234, '1.23'],
  [9.999, '10.0'],
  [12.345, '12.3'],
  [99.96, '100'],
  [1234.5, '1,235'],
])('%f has three significant digits: %s', (value, text) => {
  expect(formatSignificant(value)).toBe(text);
});

test.each([
  [950, '950'],
  [999.4, '999'],
  [12_345, '12.3 k'],
  [999_950, '1.00 M'],
  [1_234_567, '1.23 M'],
  [2_299_162, '2.30 M'],
])('%d req/s is short as %s', (value, text) => {
  expect(formatShort(value)).toBe(text);
});

test('an axis drops zeros at the end', () => {
  expect([1000, 2500, 10_000, 1e6, 0].map(formatTick)).toEqual(['1 k', '2.5 k', '10 k', '1 M', '0']);
});

test('counts are grouped and whole', () => {
  expect(formatCount(1_234_567.4)).toBe('1,234,567');
});

describe('units are decimal where the network is and binary where memory is', () => {
  test('1,000,000 bytes are 1 MB', () => expect(formatBytes(1_000_000)).toBe('1.00 MB'));
  test('fewer than 1,000 bytes are counted', () =>
    expect([0, 16, 999].map(formatBytes)).toEqual(['0 B', '16 B', '999 B']));
  test('bits a second', () => expect(formatBitsPerSecond(12_500_000_000)).toBe('12.5 Gbit/s'));
  test('memory says GiB', () => expect(formatMemory(32 * 2 ** 30)).toBe('32.0 GiB'));
});

test.each([
  [0, 1000, '<1'],
  [17, 1000, '17'],
  [1532, 1000, '1,532'],
  [0.25, 1, '0.250'],
])('a latency of %f ms at a resolution of %d µs reads %s', (ms, resolutionUs, text) => {
  expect(formatLatencyMs(ms, resolutionUs)).toBe(text);
});

test.each([
  [0, '±0 %'],
  [0.0002, '+0.02 %'],
  [-0.0134, '−1.3 %'],
  [-0.997, '−99.7 %'],
  [-0.9999, '−99.9 %'],
  [0.5, '+50 %'],
  [9.996, '+1,000 %'],
  [0.1249, '+12 %'],
  [334.126, '+33,400 %'],
])('a difference of %f reads %s', (ratio, text) => {
  expect(formatDifference(ratio)).toBe(text);
});

test('percents keep a decimal only where it tells something', () => {
  expect([0, 0.04, 6.31, 84.6, 100].map(formatPercent)).toEqual(['0.0', '<0.1', '6.3', '85', '100']);
  expect([99.4, 99.5, 99.9, 99.99, -99.99, 100.4].map(formatPercent)).toEqual([
    '99',
    '99.5',
    '99.9',
    '99.9',
    '-99.9',
    '100',
  ]);
});

test('plurals', () => {
  expect([plural(1, 'CPU'), plural(2, 'CPU'), plural(2, 'process', 'processes')]).toEqual([
    '1 CPU',
    '2 CPUs',
    '2 processes',
  ]);
});

test('formatExact keeps decimals', () => {
  expect([1000, 0.4, 99.6, 4.1].map(formatExact)).toEqual(['1,000', '0.4', '99.6', '4.1']);
});
