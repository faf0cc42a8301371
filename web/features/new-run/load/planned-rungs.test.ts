import type { CeilingSearch, StepSpec } from '@contract/load';
import { expect, test } from 'vitest';
import { MOST_SEARCH_STEPS, rungsOf } from './planned-rungs';

const first = (connections: number): StepSpec => ({
  loop: 'closed',
  connections,
  pipelining: 1,
  durationSeconds: 5,
  toolWorkers: null,
  profiles: [],
});
const search = (change: Partial<CeilingSearch> = {}): CeilingSearch => ({
  vary: 'connections',
  most: 1000,
  growth: 2,
  precision: 0.1,
  ceiling: { kind: 'throughput' },
  ...change,
});

test('rungs grow by the factor, and the last is the most', () => {
  expect(rungsOf(first(100), search())).toEqual({ growing: [100, 200, 400, 800, 1000], narrowing: 4 });
  expect(rungsOf(first(10), search({ growth: 1.1, most: 13 })).growing).toEqual([10, 11, 13]);
});

test('a bracket of neighbours cannot be narrowed', () => {
  expect(rungsOf(first(1), search({ most: 2 }))).toEqual({ growing: [1, 2], narrowing: 0 });
});

test('a coarse precision needs fewer steps between', () => {
  const steps = [1, 0.5, 0.1, 0.01].map((precision) => rungsOf(first(100), search({ precision })).narrowing);
  expect(steps).toEqual([0, 1, 4, 7]);
});

test('however slow the growth, there is an end', () => {
  expect(rungsOf(first(1), search({ growth: 1.1, most: 1_000_000 })).growing).toHaveLength(MOST_SEARCH_STEPS);
});

test('an open loop climbs its rate', () => {
  const open: StepSpec = {
    loop: 'open',
    requestsPerSecond: 500,
    arrivals: 'constant',
    connections: 10,
    durationSeconds: 5,
    toolWorkers: null,
    profiles: [],
  };
  expect(rungsOf(open, search({ vary: 'requestsPerSecond', most: 2000 })).growing).toEqual([500, 1000, 2000]);
});
