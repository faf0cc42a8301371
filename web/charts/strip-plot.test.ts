import { expect, test } from 'vitest';
import type { Line } from './series-group';
import { columnsOf, type PaintedLine } from './strip-plot';
import type { StripView } from './strip-spans';

const view = { zeroUs: 1_000_000 } as StripView;
const painted = (fill: number | null, timesUs: number[], values: (number | null)[]): PaintedLine => ({
  line: { name: 'a', label: 'a', ink: 'server', stroke: 'solid', fill } satisfies Line,
  timesUs,
  values,
});

test('parts of a stack lie on each other, and other lines stand by themselves', () => {
  const timesUs = [1_000_000, 2_000_000, 3_500_000];
  const lines = [
    painted(0.5, timesUs, [10, 20, null]),
    painted(0.3, timesUs, [1, null, 3]),
    painted(0.1, timesUs, [4, 5, 6]),
    painted(null, timesUs, [50, 60, 70]),
  ];
  expect(columnsOf({ lines, view })).toEqual([
    [0, 1, 2.5],
    [10, 20, null],
    [11, null, 3],
    [15, 25, 9],
    [50, 60, 70],
  ]);
});

test('lines of hosts that were read at other times share an axis: what was not read is a gap, another’s time is none', () => {
  const lines = [painted(null, [1_000_000, 3_000_000], [1, null]), painted(null, [2_000_000], [7])];
  expect(columnsOf({ lines, view })).toEqual([
    [0, 1, 2],
    [1, undefined, null],
    [undefined, 7, undefined],
  ]);
});

test('nothing was measured yet', () => {
  expect(columnsOf({ lines: [], view })).toEqual([[]]);
});

test('a line of several readings a row has the lowest and the highest beside it, a part of a stack has not', () => {
  const rows = { lows: [1, 2], highs: [8, 9] };
  const lines = [
    { ...painted(0.5, [1_000_000, 2_000_000], [3, 4]), ...rows },
    { ...painted(null, [1_000_000, 2_000_000], [5, 6]), ...rows },
    painted(null, [1_000_000, 2_000_000], [7, 7]),
  ];
  expect(columnsOf({ lines, view })).toEqual([
    [0, 1],
    [3, 4],
    [5, 6],
    [1, 2],
    [8, 9],
    [7, 7],
  ]);
});
