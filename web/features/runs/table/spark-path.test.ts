import { expect, test } from 'vitest';
import { sparkPath } from './spark-path';

test('a curve stands on zero and reaches the upper edge with its highest value', () => {
  expect(sparkPath([0, 100, 50], 43, 23)).toEqual([
    'M1.5 21.5L21.5 1.5L41.5 11.5',
    'M1.5 21.5L21.5 1.5L41.5 11.5L41.5 23L1.5 23Z',
  ]);
});

test('runs that measured nothing lie on the floor', () => {
  expect(sparkPath([0, 0], 43, 23)[0]).toBe('M1.5 21.5L41.5 21.5');
});
