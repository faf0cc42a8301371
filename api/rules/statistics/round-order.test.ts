import { describe, expect, it } from 'vitest';
import { roundOrder } from './round-order.ts';
import { randomOf, shuffled } from './seeded-random.ts';

const ascending = (order: number[]): number[] => [...order].sort((a, b) => a - b);

const written = (order: number[][]): string => order.map((round) => round.join('')).join(' ');

describe('roundOrder', () => {
  it('runs each configuration once a round', () => {
    for (const configurations of [1, 2, 3, 5, 8]) {
      for (const round of roundOrder(configurations, 7, 4)) {
        expect(ascending(round)).toEqual(Array.from({ length: configurations }, (_, i) => i));
      }
    }
    expect(roundOrder(3, 0, 4)).toEqual([]);
  });

  it('is the same for a seed on every machine and in every version, as seeds are kept', () => {
    expect(written(roundOrder(2, 6, 5))).toBe('01 10 01 10 10 01');
    expect(written(roundOrder(3, 4, 2_026))).toBe('210 102 021 201');
    expect(written(roundOrder(4, 2, 0xffffffff))).toBe('1230 2013');
  });

  it('puts each configuration at each place equally often', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const order = roundOrder(3, 6, seed);
      for (const place of [0, 1, 2])
        expect(ascending(order.map((round) => round[place] ?? -1))).toEqual([0, 0, 1, 1, 2, 2]);
    }
  });

  it('draws every order of a round about equally often', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 6_000; seed += 1) {
      const first = String(roundOrder(3, 1, seed)[0]);
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // 1,000 each expected, with a standard deviation of 29.
    for (const [order, count] of counts) expect(Math.abs(count - 1_000), order).toBeLessThan(120);
  });

  it('goes on with the same rounds when there are more of them', () => {
    expect(roundOrder(3, 10, 9).slice(0, 4)).toEqual(roundOrder(3, 4, 9));
  });
});

describe('randomOf', () => {
  it('refuses what is no seed', () => {
    for (const seed of [-1, 1.5, 2 ** 32, Number.NaN]) expect(() => randomOf(seed)).toThrow(RangeError);
  });

  it('is uniform, also over seeds that follow each other', () => {
    const one = randomOf(0);
    const within = Array.from({ length: 10_000 }, one);
    const across = Array.from({ length: 10_000 }, (_, seed) => randomOf(seed)());
    for (const numbers of [within, across]) {
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers)).toBeLessThan(1);
      const tenths = Array.from({ length: 10 }, (_, i) => numbers.filter((x) => Math.floor(x * 10) === i).length);
      // 99.9 % of uniform samples stay below 27.9.
      expect(tenths.reduce((total, count) => total + (count - 1_000) ** 2 / 1_000, 0)).toBeLessThan(27.9);
    }
  });

  it('shuffles without losing anything', () => {
    expect(ascending(shuffled([3, 1, 2], randomOf(7)))).toEqual([1, 2, 3]);
  });
});
