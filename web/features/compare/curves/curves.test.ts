import { expect, test } from 'vitest';
import { FIGURES } from '@/features/compare/outcomes/deltas';
import { sampleComparison, sampleRun } from '@/testing/comparison-sample';
import { closed, open } from '@/testing/steps';
import { axisOf, columnsOf, curvesOf, positionsOf } from './curves';

const spec = (connections: number, pipelining = 1) => closed(connections, { pipelining });

test.each([
  ['connections', [spec(10), spec(50)]],
  ['pipelining', [spec(10), spec(10, 4)]],
  ['step', [spec(10), spec(50), spec(50, 4)]],
  ['step', [spec(10), spec(50), spec(10)]],
  ['step', [spec(10)]],
  ['requestsPerSecond', [open(1000), open(5000)]],
  ['step', [open(1000), open(5000), open(1000)]],
  ['step', [spec(10), open(5000)]],
])('the axis is %s for %j', (axis, specs) => {
  expect(axisOf(specs)).toBe(axis);
});

test('curves of different ramps meet on one axis, in its order, with no point where nothing was measured', () => {
  const a = sampleRun('a', [{ connections: 200 }, { connections: 10, point: null }]);
  const b = sampleRun('b', [{ connections: 10, point: { requestsPerSecond: 7 } }, { connections: 50 }]);
  const comparison = sampleComparison([a, b], [{ cells: [0, null] }, { cells: [1, 0] }, { cells: [null, 1] }]);
  const { axis, columns } = columnsOf(comparison);
  expect([axis, columns.map(({ label }) => label), columns.map(({ row }) => row)]).toEqual([
    'connections',
    ['10', '50', '200'],
    [1, 2, 0],
  ]);
  const [rate] = FIGURES;
  const curves = rate ? curvesOf(comparison, columns, rate) : [];
  expect(curves.map(({ points }) => points.map(({ row, value }) => [row, value]))).toEqual([
    [[0, 10_000]],
    [
      [1, 7],
      [2, 10_000],
    ],
  ]);
});

test('loads that no single number orders stand one after the other, the lightest first and the depth named', () => {
  const run = sampleRun('a', [{ connections: 50, pipelining: 4 }, { connections: 50 }, { connections: 10 }]);
  const { columns } = columnsOf(sampleComparison([run], [{ cells: [0] }, { cells: [1] }, { cells: [2] }]));
  expect(columns.map(({ label }) => label)).toEqual(['10', '50', '50 × 4']);
  expect(positionsOf('step', columns, 0, 100)).toEqual([0, 50, 100]);
});

test('closed and open loops stand apart, rates in their order', () => {
  const run = sampleRun('a', [{ spec: open(5000) }, { spec: open(900) }, { connections: 10 }]);
  const { axis, columns } = columnsOf(sampleComparison([run], [{ cells: [0] }, { cells: [1] }, { cells: [2] }]));
  expect([axis, columns.map(({ label }) => label)]).toEqual(['step', ['10', '900/s', '5 k/s']]);
});

test('a tenfold is half of a hundredfold on the axis of counts', () => {
  const columns = [1, 10, 100].map((x, row) => ({ row, rows: [row], x, label: '' }));
  expect(positionsOf('connections', columns, 0, 100)).toEqual([0, 50, 100]);
});

test('a load that was measured twice is one place and one point, with a bar and the steps that it is of', () => {
  const twice = [10, 50, 10].map((connections, step) => ({
    connections,
    point: { requestsPerSecond: 100 * 2 ** step },
  }));
  const comparison = sampleComparison(
    [sampleRun('a', twice), sampleRun('b', twice.slice(0, 2))],
    [...[{ cells: [0, 0] }, { cells: [1, 1] }, { cells: [2, null] }]],
  );
  const { axis, columns } = columnsOf(comparison);
  expect([axis, columns.map(({ label, rows }) => [label, rows])]).toEqual([
    'connections',
    [
      ['10', [0, 2]],
      ['50', [1]],
    ],
  ]);
  const [rate] = FIGURES;
  const curves = rate ? curvesOf(comparison, columns, rate) : [];
  expect(curves.map(({ points }) => points.map(({ row, text, range }) => [row, text, range]))).toEqual([
    [
      [0, '200 (100 to 400, 2 steps)', { low: 100, high: 400, count: 2 }],
      [1, '200', undefined],
    ],
    [
      [0, '100 (1 step)', null],
      [1, '200', undefined],
    ],
  ]);
});

test('steps of one load that ran for other times, or that a search climbed to twice, stand apart', () => {
  const rows = [{ cells: [0] }, { cells: [1] }];
  const longer = sampleRun('a', [{ connections: 10 }, { connections: 10, durationSeconds: 60 }]);
  expect(columnsOf(sampleComparison([longer], rows)).columns.map((column) => column.rows)).toEqual([[0], [1]]);
  const searched = sampleRun('b', [{ connections: 10 }, { connections: 10 }]);
  const plain = sampleComparison([searched], rows);
  expect(columnsOf(plain).columns.map((column) => column.rows)).toEqual([[0, 1]]);
  Object.assign(searched, { spec: { load: { search: { vary: 'connections' } } } });
  expect(columnsOf(plain).columns.map((column) => column.rows)).toEqual([[0], [1]]);
});
