import { expect, test } from 'vitest';
import { portions as ofTheApi } from '../../api/domain/share-out';
import { portions, sharesOf } from './client-share';

test.each<[number, number[], number[] | null]>([
  [100, [8, 4], [67, 33]],
  [10, [1, 1, 1], [4, 3, 3]],
  [3, [100, 1, 1], [1, 1, 1]],
  [12, [100, 1, 1], [10, 1, 1]],
  [2, [1, 1, 1], null],
  [5, [], null],
])('%d by %j is %j', (whole, weights, expected) => {
  expect(portions(whole, weights)).toEqual(expected);
});

test('whatever is shared out is shared out as the API does, to the last connection', () => {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return 1 + (seed % most);
  };
  for (let round = 0; round < 2000; round++) {
    const weights = Array.from({ length: random(32) }, () => random(192));
    const whole = weights.length - 1 + random(5000);
    expect(portions(whole, weights)).toEqual(ofTheApi(whole, weights));
  }
});

test('of an open loop the rate is shared out', () => {
  const step = {
    loop: 'open' as const,
    requestsPerSecond: 30,
    arrivals: 'constant' as const,
    connections: 4,
    durationSeconds: 5,
    toolWorkers: null,
    profiles: [],
  };
  expect(sharesOf(step, [2, 1])).toEqual([20, 10]);
});
