import { expect, test } from 'vitest';
import { formatUsd, hourlyOf, isThere } from './launch-cost.ts';

const place = (instanceId: string | null, endedAtUs: number | null) => ({
  instanceType: 'c8i.large',
  instanceId,
  endedAtUs,
});

test('only instances that are there cost by the hour: none that AWS refused, and none that ended', () => {
  const prices = { microUsdPerHour: { 'c8i.large': 100_000 } };
  const places = [place('i-1', null), place('i-2', 5), place(null, null)];
  expect(hourlyOf(prices, places.filter(isThere))).toBe(100_000);
  expect(hourlyOf(prices, places)).toBe(300_000);
  expect(hourlyOf({ microUsdPerHour: null }, places)).toBeNull();
});

test.each([
  [0, '$0.00'],
  [1_700_000, '$1.70'],
  [4_000, '$0.004'],
  [100, '$0.0001'],
  [40, 'less than $0.0001'],
])('%i millionths of a dollar are %s', (microUsd, text) => {
  expect(formatUsd(microUsd)).toBe(text);
});
