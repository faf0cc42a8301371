import type { HostSeries } from '@contract/samples';
import { expect, test } from 'vitest';
import { busiestNic, drawnColumn, latestValue, meanWithin, mergeSeries, newestCommonUs } from './series';
import { groupsOf, titleOf } from './series-groups';

const host = (hostId: string, timesUs: number[], columns: Record<string, (number | null)[]>): HostSeries => ({
  hostId,
  timesUs,
  columns: Object.entries(columns).map(([name, values]) => ({ name, unit: '/s', values })),
});
const columnsOf = (series: HostSeries) => Object.fromEntries(series.columns.map(({ name, values }) => [name, values]));
const merged = (a: HostSeries, b: HostSeries) => mergeSeries({ hosts: [a] }, { hosts: [b] }).hosts[0] as HostSeries;

test('rows are appended, and a column that comes later has a gap before', () => {
  const series = merged(host('h', [1, 2], { a: [10, 20] }), host('h', [3], { a: [30], b: [5] }));
  expect(series.timesUs).toEqual([1, 2, 3]);
  expect(columnsOf(series)).toEqual({ a: [10, 20, 30], b: [null, null, 5] });
});

test('a column that stops has a gap after', () => {
  expect(columnsOf(merged(host('h', [1], { a: [1], b: [2] }), host('h', [2], { a: [3] })))).toEqual({
    a: [1, 3],
    b: [2, null],
  });
});

test('rows sent again after a reconnect are not added twice', () => {
  const series = merged(host('h', [1, 2], { a: [10, 20] }), host('h', [1, 2, 3], { a: [10, 20, 30] }));
  expect(series.timesUs).toEqual([1, 2, 3]);
  expect(columnsOf(series)).toEqual({ a: [10, 20, 30] });
});

test('frames that were spooled and arrive late take their place in time', () => {
  const series = merged(host('h', [1, 4], { a: [10, 40] }), host('h', [2, 3], { a: [20, null] }));
  expect(series.timesUs).toEqual([1, 2, 3, 4]);
  expect(columnsOf(series)).toEqual({ a: [10, 20, null, 40] });
});

test('each host has times of its own', () => {
  const series = mergeSeries({ hosts: [host('x', [5], { a: [1] })] }, { hosts: [host('y', [3], { a: [2] })] });
  expect(series.hosts.map(({ hostId, timesUs }) => [hostId, timesUs])).toEqual([
    ['x', [5]],
    ['y', [3]],
  ]);
  expect(newestCommonUs(series)).toBe(3);
});

test('the latest value is not one from long ago', () => {
  expect(latestValue(host('h', [1, 2, 3], { a: [7, 8, null] }), 'a')).toBe(8);
  expect(latestValue(host('h', [1, 2, 3, 4, 5], { a: [7, null, null, null, null] }), 'a')).toBeNull();
});

test('a mean takes intervals that end inside the window and leaves gaps out: (20 + 40) / 2', () => {
  expect(meanWithin({ timesUs: [1, 2, 3, 4], values: [10, 20, null, 40] }, 1, 4)).toBe(30);
  // Of 0 to 5 the first row began before, and is half of the time before.
  expect(meanWithin({ timesUs: [-1, 0.5, 1.5, 2.5, 5.5], values: [0, 50, 100, 100, 40] }, 0, 5)).toBe(100);
  expect(meanWithin({ timesUs: [1], values: [10] }, 5, 9)).toBeNull();
});

test('a mean weighs rows by their readings: (3 × 20 + 40) / 4', () => {
  const rows = { ...host('h', [1, 2, 3], { a: [0, 20, 40], b: [0, 20, 40] }), readings: [1, 3, 1] };
  expect(meanWithin(drawnColumn(rows, 'a'), 1, 3)).toBe(25);
  const [, b] = rows.columns;
  Object.assign(b as object, { readings: [1, 1, 3] });
  expect(meanWithin(drawnColumn(rows, 'b'), 1, 3)).toBe(35);
});

test('the busiest interface comes first, and columns nobody foresaw get a chart', () => {
  const series = host('h', [1], {
    'nic/eth0/rxBitsPerSecond': [10],
    'nic/lo/rxBitsPerSecond': [1000],
    'nic/lo/txBitsPerSecond': [1000],
    somethingNewPerSecond: [1],
  });
  expect(busiestNic(series)).toBe('lo');
  expect(groupsOf(series).map(({ id }) => id)).toEqual(['nic', 'nic-eth0', 'somethingNewPerSecond']);
  expect(titleOf('somethingNewPerSecond')).toBe('Something new');
});

const means: HostSeries = {
  ...{ hostId: 'h', timesUs: [2, 4], readings: [2, 2] },
  columns: [{ name: 'a', unit: '/s', values: [15, 35], lows: [10, 30], highs: [20, 40], readings: [2, 1] }],
};

test('single readings are appended to rows of several, each with what it is of', () => {
  const series = merged(means, host('h', [5], { a: [50], b: [1] }));
  expect(series).toEqual({
    ...{ hostId: 'h', timesUs: [2, 4, 5], readings: [2, 2, 1] },
    columns: [
      { name: 'a', unit: '/s', values: [15, 35, 50], lows: [10, 30, 50], highs: [20, 40, 50], readings: [2, 1, 1] },
      { name: 'b', unit: '/s', values: [null, null, 1] },
    ],
  });
});

test('what comes late among rows of several readings is not counted twice', () => {
  const series = merged(merged(means, host('h', [5], { a: [50] })), host('h', [3, 4, 5, 6], { a: [30, 40, 51, 60] }));
  expect(series.timesUs).toEqual([2, 4, 5, 6]);
  expect(series.readings).toEqual([2, 2, 1, 1]);
  expect(columnsOf(series)).toEqual({ a: [15, 35, 51, 60] });
});
