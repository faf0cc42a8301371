import { expect, test } from 'vitest';
import { lately } from './lately';

test('what was longest not asked for leaves first', () => {
  const kept = lately<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
});

test('what was dropped is not known any more', () => {
  const kept = lately<number>(2);
  kept.set('a', 1);
  kept.drop('a');
  expect(kept.get('a')).toBeUndefined();
});
