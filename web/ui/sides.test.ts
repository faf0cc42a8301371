import { expect, test } from 'vitest';
import { MAX_SIDES, noRunIds, readingOrder, sideOf, tidyChoice } from './sides';

test('eight sides are told apart by letter, colour, dash and shape, each alone', () => {
  const sides = Array.from({ length: MAX_SIDES }, (_, index) => sideOf(index));
  for (const trait of ['letter', 'ink', 'stroke', 'marker'] as const) {
    expect(new Set(sides.map((side) => side[trait])).size).toBe(MAX_SIDES);
  }
  expect(() => sideOf(MAX_SIDES)).toThrow();
});

test('the baseline is read first, the others in their order', () => {
  expect(readingOrder(['a', 'b', 'c'], 'c')).toEqual([2, 0, 1]);
});

test.each([
  [['a', 'b', 'a', ''], 'b', { runs: ['a', 'b'], baseline: 'b' }],
  [['a', 'b'], 'gone', { runs: ['a', 'b'], baseline: 'a' }],
  [['a'], null, { runs: ['a'], baseline: 'a' }],
  [[], 'a', { runs: [], baseline: null }],
])('of %j with baseline %s are compared %j', (runs, baseline, expected) => {
  expect(tidyChoice(runs, baseline)).toEqual(expected);
});

test('what is no id is told from the ids of runs, whether such a run exists or not', () => {
  const id = '01a1fea8-5b7a-77a5-a3ee-0d2b508b87ea';
  expect(noRunIds([id, 'abc', id.toUpperCase(), `${id}0`])).toEqual(['abc', `${id}0`]);
});
