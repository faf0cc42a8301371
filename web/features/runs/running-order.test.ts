import { expect, test } from 'vitest';
import { runningOrder } from './running-order';

const run = (id: string, state: 'queued' | 'measuring' | 'preparing', createdAtUs: number) => ({
  id,
  state,
  createdAtUs,
});

test('what is under way stands before the queue, and the queue begins with who waits longest', () => {
  const newestFirst = [
    run('e', 'queued', 5),
    run('d', 'queued', 4),
    run('c', 'preparing', 3),
    run('b', 'queued', 2),
    run('a', 'measuring', 1),
  ];
  expect(runningOrder(newestFirst).map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd', 'e']);
});

test('runs of one moment keep one order, and the list given is left as it is', () => {
  const runs = [run('b', 'queued', 1), run('a', 'queued', 1)];
  expect(runningOrder(runs).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(runs.map(({ id }) => id)).toEqual(['b', 'a']);
});
