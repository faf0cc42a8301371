import type { Comparison } from '@contract/comparison';
import { expect, test } from 'vitest';
import { FIGURES } from '@/features/compare/outcomes/deltas';
import { latencyOf, sampleComparison, sampleRun } from '@/testing/comparison-sample';
import { columnsOf } from './curves';
import { curvesCsv } from './curves-csv';
import { drawnCurves, hasRepeats } from './side-curves';

const run = (name: string, rate: number, validity = 'valid') => {
  const made = sampleRun(name, [{ connections: 10, point: { requestsPerSecond: rate } }]);
  for (const step of made.steps)
    Object.assign(step, { verdict: { validity, wall: 'unknown', walls: [], suspected: null } });
  return made;
};
const side = (letters: string, names: string[]) =>
  ({ letters, name: letters.toLowerCase(), runIds: names.map((name) => `id-${name}`) }) as Comparison['sides'][number];
const [rate] = FIGURES;
if (!rate) throw new Error('throughput is compared');

const drawn = (comparison: Comparison, order: number[]) => {
  const { columns } = columnsOf(comparison);
  return { columns, curves: drawnCurves(comparison, columns, rate, order) };
};

test('runs of one configuration are one curve: their geometric mean, from the lowest to the highest', () => {
  const runs = [run('a', 100), run('b', 500), run('c', 400), run('d', 900, 'invalid')];
  const sides = [side('A, C, D', ['a', 'c', 'd']), side('B', ['b'])];
  const comparison = sampleComparison(runs, [{ cells: [0, 0, 0, 0] }], { sides });
  expect(hasRepeats(comparison)).toBe(true);
  const { columns, curves } = drawn(comparison, [1, 0, 2, 3]);
  expect(curves.map(({ label, points }) => [label, points[0]?.text])).toEqual([
    ['B', '500 (1 run)'],
    ['A, C, D', '200 (100 to 400, 2 runs)'],
  ]);
  // √(100 · 400); what cannot be right takes no part.
  expect(curves[1]?.points[0]?.value).toBeCloseTo(200, 9);
  expect(curves[1]?.points[0]?.range).toEqual({ low: 100, high: 400, count: 2 });
  const [head, ...rows] = curvesCsv(curves, columns, 'connections', 'Throughput', 'req/s').trimEnd().split('\r\n');
  expect(head).toBe(
    'side,connections,throughput_requests_per_second,throughput_requests_per_second_lowest,throughput_requests_per_second_highest,measurements,limited_by',
  );
  expect(rows[0]).toBe('B,10,500,,,1,bottleneck unknown');
  expect(rows[1]).toMatch(/^"A, C, D",10,(200|199\.9+\d*|200\.0+\d*),100,400,2,bottleneck unknown$/);
});

test('without repeats each run has its own curve, without bars', () => {
  const runs = [run('a', 100), run('b', 500)];
  const comparison = sampleComparison(runs, [{ cells: [0, 0] }], { sides: [side('A', ['a']), side('B', ['b'])] });
  expect(hasRepeats(comparison)).toBe(false);
  const { curves } = drawn(comparison, [0, 1]);
  expect(curves.map(({ runIndex, points }) => [runIndex, points[0]?.value, points[0]?.range])).toEqual([
    [0, 100, undefined],
    [1, 500, undefined],
  ]);
});

test('of runs whose latency is below the resolution of their tool there is no mean', () => {
  const timed = (name: string, p99: number) =>
    sampleRun(name, [{ connections: 10, point: { latencyMs: latencyOf({ p99, resolutionUs: 1000 }) } }]);
  const runs = [timed('a', 0), timed('b', 4), timed('c', 0), timed('d', 0)];
  const sides = [side('A, B', ['a', 'b']), side('C, D', ['c', 'd'])];
  const comparison = sampleComparison(runs, [{ cells: [0, 0, 0, 0] }], { sides });
  const { columns } = columnsOf(comparison);
  const p99 = FIGURES.find(({ key }) => key === 'latencyMsP99') as (typeof FIGURES)[number];
  const curves = drawnCurves(comparison, columns, p99, [0, 1, 2, 3]);
  expect(curves.map(({ points }) => points[0]?.text)).toEqual(['<1 to 4 (2 runs)', '<1 (2 runs)']);
  expect(curvesCsv(curves, columns, 'connections', 'p99', 'ms').split('\r\n')[1]).toMatch(/^"A, B",10,,0,4,2,/);
});
