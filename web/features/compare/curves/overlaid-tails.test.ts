import { expect, test } from 'vitest';
import { latencyOf, sampleComparison, sampleRun } from '@/testing/comparison-sample';
import { comparableTails, mostTails, rowsWithTails, tailsOf } from './overlaid-tails';

const distribution = [{ percentile: 50, latencyMs: 1 }];
const a = sampleRun('a', [{ connections: 10 }, { connections: 50, point: { distribution } }]);
const b = sampleRun('b', [
  { connections: 10, point: { distribution: [] } },
  { connections: 50, point: { distribution, latencyMs: latencyOf({ loop: 'open', resolutionUs: 1 }) } },
]);
const comparison = sampleComparison([a, b], [{ cells: [0, 0] }, { cells: [1, 1] }]);

test('only steps with a distribution can be chosen', () => {
  expect(rowsWithTails(comparison)).toEqual([1]);
  expect(tailsOf(comparison, 7)).toEqual([]);
});

test('latencies of another kind than the baseline’s are left out', () => {
  const tails = tailsOf(comparison, 1);
  const drawn = (baseline: number) => comparableTails(tails, baseline).drawn.map(({ runIndex }) => runIndex);
  expect([drawn(0), drawn(1), comparableTails(tails, 1).leftOut.map(({ kind }) => kind)]).toEqual([
    [0],
    [1],
    ['closed'],
  ]);
});

test('a row that several runs share is looked at before one that stands alone', () => {
  const alone = sampleRun('c', [
    { connections: 5, point: { distribution } },
    { connections: 50, point: { distribution } },
  ]);
  const shared = sampleComparison([alone, b], [{ cells: [0, null] }, { cells: [1, 1] }]);
  expect([rowsWithTails(shared), mostTails(shared, [0, 1]), mostTails(shared, [])]).toEqual([[0, 1], 1, undefined]);
});
