import { expect, it } from 'vitest';
import type { SeriesColumn } from '../../contract/samples.ts';
import type { Series } from './series.ts';
import { type Thinned, thinSeries } from './thin-series.ts';

const column = (name: string, values: (number | null)[], unit = '/s'): SeriesColumn => ({ name, unit, values });
/** A reading a second. */
const series = (...columns: SeriesColumn[]): Series => ({
  timesUs: (columns[0]?.values ?? []).map((_, second) => second * 1e6),
  columns,
});
const found = ({ columns }: Thinned, name: string) => columns.find((one) => one.name === name);

it('leaves alone what has no more readings than rows are wanted', () => {
  const few = series(column('a', [1, 2, 3]));
  expect(thinSeries(few, { rows: 3, edgesUs: [] })).toBe(few);
});

it('gives the mean of several readings, with the lowest and the highest of them', () => {
  const thinned = thinSeries(series(column('a', [5, 1, 2, 9, 4, 4, 4]), column('same', [3, 3, 3, 3, 3, 3, 3])), {
    ...{ rows: 3, edgesUs: [] },
  });
  // The first stands alone: a mean leaves it out, for it is not known when it began.
  expect(thinned).toMatchObject({ timesUs: [0, 3e6, 6e6], readings: [1, 3, 3] });
  expect(found(thinned, 'a')).toEqual({ ...column('a', [5, 4, 4]), lows: [5, 1, 4], highs: [5, 9, 4] });
  expect(found(thinned, 'same')).toEqual(column('same', [3, 3, 3]));
});

it('ends a row at every edge: what lies across one stays a row of its own', () => {
  const nine = series(column('a', [0, 1, 2, 3, 4, 5, 6, 7, 8]));
  const { timesUs } = thinSeries(nine, { rows: 2, edgesUs: [3e6, 5.5e6] });
  expect(timesUs).toEqual([0, 3e6, 5e6, 6e6, 8e6]);
});

it('keeps a gap as a row, and means of what was not always read', () => {
  const thinned = thinSeries(series(column('a', [1, 1, 1, null, 7, 7]), column('b', [1, 4, null, null, null, null])), {
    ...{ rows: 3, edgesUs: [] },
  });
  expect(thinned).toMatchObject({ timesUs: [0, 2e6, 3e6, 5e6], readings: [1, 2, 1, 2] });
  expect(found(thinned, 'a')?.values).toEqual([1, 1, null, 7]);
  expect(found(thinned, 'b')).toMatchObject({ values: [1, 4, null, null], readings: [1, 1, 0, 0] });
});

it('has no mean of what is no quantity', () => {
  const numbers = series(column('hottestCpu', [1, 7, 3, 5], 'CPU number'));
  expect(thinSeries(numbers, { rows: 2, edgesUs: [] }).columns).toEqual([]);
});

it('puts rows of several readings together by what they are of: nothing is lost, and no mean moves', () => {
  const values = [4, 9, 1, 6, 2, 8, 3, 7, 5, 0, 4, 2, 9];
  const once = thinSeries(series(column('a', values)), { rows: 7, edgesUs: [] });
  const grown = {
    timesUs: [...once.timesUs, 13e6, 14e6],
    readings: [...(once.readings ?? []), 1, 1],
    columns: once.columns.map((one) => ({
      ...one,
      values: [...one.values, 6, 6],
      lows: [...(one.lows ?? []), 6, 6],
      highs: [...(one.highs ?? []), 6, 6],
    })),
  };
  const twice = thinSeries(grown, { rows: 4, edgesUs: [] });
  const [a] = twice.columns;
  // Pairs had the means 5, 4, 5.5, 6, 2 and 5.5.
  expect(twice.readings).toEqual([1, 4, 4, 4, 2]);
  expect(a?.values).toEqual([4, 4.5, 5.75, 3.75, 6]);
  expect([Math.min(...((a?.lows ?? []) as number[])), Math.max(...((a?.highs ?? []) as number[]))]).toEqual([0, 9]);
});

it('leaves the newest rows as they are, with the CPU that was the hottest', () => {
  const going = series(
    column('a', [1, 2, 3, 4, 5, 6, 7, 8]),
    column('hottestCpu', [0, 1, 2, 3, 4, 5, 6, 7], 'CPU number'),
  );
  const thinned = thinSeries(going, { rows: 5, newest: 2, edgesUs: [] });
  expect(thinned).toMatchObject({ timesUs: [0, 2e6, 4e6, 5e6, 6e6, 7e6], readings: [1, 2, 2, 1, 1, 1] });
  expect(found(thinned, 'hottestCpu')).toEqual(column('hottestCpu', [0, null, null, 5, 6, 7], 'CPU number'));
});
