import { NOT_READ } from '@contract/cpu-work';
import { expect, test } from 'vitest';
import { cellOf, columnAt, heatMapOf, pixelsOf } from './heat-map';

const N = NOT_READ;
/** Two rows over three columns of a second each, with a gap of a second before the last. */
const map = heatMapOf(2, [0, 1e6, 3e6], [1e6, 2e6, 4e6], btoa(String.fromCharCode(10, 200, 30, 0, N, 60)));

test('a cell is found by its row and the moment', () => {
  expect(columnAt(map, 1.5e6)).toBe(1);
  expect(columnAt(map, 2.5e6)).toBeNull();
  expect(columnAt(map, 4.5e6)).toBeNull();
  expect(cellOf(map, 1, 2)).toBe(60);
  expect(cellOf(map, 1, 1)).toBe(N);
});

test('a column is as wide as its time, a gap stays empty', () => {
  expect([...pixelsOf(map, 0, 4e6, 8)]).toEqual([10, 10, 200, 200, N, N, 30, 30, 0, 0, N, N, N, N, 60, 60]);
});

test('where pixels are wider than columns, the highest is drawn', () => {
  expect([...pixelsOf(map, 0, 4e6, 2)]).toEqual([200, 30, 0, 60]);
});

test('a part of the time is drawn over the whole width', () => {
  expect([...pixelsOf(map, 1e6, 3e6, 4)]).toEqual([200, 200, N, N, N, N, N, N]);
});
