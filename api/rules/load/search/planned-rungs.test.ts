import { expect, test } from 'vitest';
import type { CeilingSearch, StepSpec } from '../../../contract/load.ts';
import { nextRung } from './ceiling-search.ts';
import { plannedRungs, SEARCH_STEPS_MOST } from './planned-rungs.ts';
import type { Rung } from './search-rung.ts';

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
  expect(plannedRungs(first(100), search())).toEqual({ growing: [100, 200, 400, 800, 1000], narrowing: 4 });
  expect(plannedRungs(first(10), search({ growth: 1.1, most: 13 })).growing).toEqual([10, 11, 13]);
});

test('a bracket of neighbours cannot be narrowed', () => {
  expect(plannedRungs(first(1), search({ most: 2 }))).toEqual({ growing: [1, 2], narrowing: 0 });
});

test('a coarse precision needs fewer steps between', () => {
  const steps = [1, 0.5, 0.1, 0.01].map((precision) => plannedRungs(first(100), search({ precision })).narrowing);
  expect(steps).toEqual([0, 1, 4, 7]);
});

test('however slow the growth, there is an end', () => {
  expect(plannedRungs(first(1), search({ growth: 1.1, most: 1_000_000 })).growing).toHaveLength(SEARCH_STEPS_MOST);
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
  expect(plannedRungs(open, search({ vary: 'requestsPerSecond', most: 2000 })).growing).toEqual([500, 1000, 2000]);
});

test('no search for a bound that no other process disturbs takes more steps than are planned, wherever the ceiling is', () => {
  let state = 7;
  const chance = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let round = 0; round < 400; round++) {
    const asked = search({
      most: 50 + Math.round(chance() * 20_000),
      growth: 1.1 + chance() * 4,
      precision: 0.01 + chance() * 0.5,
      ceiling: { kind: 'latency', percentile: 'p99', mostMs: 10 },
    });
    const begin = first(1 + Math.round(chance() * 40));
    const ceiling = chance() * asked.most * 1.2;
    const rungs: Rung[] = [];
    for (let spec = nextRung(asked, begin, rungs); spec; spec = nextRung(asked, begin, rungs)) {
      rungs.push({
        stepIndex: rungs.length,
        spec,
        figures: figures((spec.connections ?? 0) <= ceiling ? 5 : 20),
        others: null,
      });
    }
    const { growing, narrowing } = plannedRungs(begin, asked);
    expect(rungs.length).toBeLessThanOrEqual(Math.min(SEARCH_STEPS_MOST, growing.length + narrowing));
  }
});

const figures = (p99: number): Rung['figures'] => ({
  requests: 5000,
  requestsPerSecond: 1000,
  failedRequests: 0,
  latencyMs: { p50: 1, p90: 1, p99, p99_9: null, loop: 'closed' },
  latencyRangeMs: null,
  connectionsEstablished: null,
  unsent: null,
});
