import type { Comparison } from '@contract/comparison';
import { expect, test } from 'vitest';
import { sampleComparison, sampleRun } from '@/testing/comparison-sample';
import { rowText } from './row-text';

const [a, b, c] = [10, 20, 40].map((connections) => sampleRun(String(connections), [{ connections }]));

/** As of an experiment, where steps meet by their place. */
function byPlace(...runs: (typeof a)[]): Comparison {
  const known = runs.flatMap((run) => run ?? []);
  const comparison = sampleComparison(known, [{ cells: known.map(() => 0), deltas: known.map(() => null) }]);
  const sides = known.map(({ id, name }, at) => ({
    ...{ runIds: [id], letters: name, name, baseline: at === 0, differsIn: [] },
  }));
  return { ...comparison, sides };
}

test('steps of one load are told once, those of several one against the other', () => {
  expect(rowText(byPlace(a, a), 0)).toBe('10 connections');
  expect(rowText(byPlace(a, b), 0)).toBe('10 connections against 20 connections');
});

test('of one side only its load and the baseline’s are told', () => {
  expect(rowText(byPlace(a, b, c), 0, 2)).toBe('10 connections against 40 connections');
  expect(rowText(byPlace(a, b), 3)).toBe('');
});
