import { expect, test } from 'vitest';
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

test('whatever is shared out adds up, leaves nobody without, and is nobody’s by more than one too many', () => {
  let seed = 7;
  const random = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return 1 + (seed % most);
  };
  for (let round = 0; round < 2000; round++) {
    const weights = Array.from({ length: random(32) }, () => random(192));
    const whole = weights.length - 1 + random(5000);
    const given = portions(whole, weights) ?? [];
    const sum = weights.reduce((total, weight) => total + weight, 0);
    expect(given.reduce((total, portion) => total + portion, 0)).toBe(whole);
    for (const [index, portion] of given.entries()) {
      expect(portion).toBeGreaterThanOrEqual(1);
      expect(portion).toBeLessThan(Math.max(1, (whole * (weights[index] ?? 0)) / sum) + 1);
    }
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
