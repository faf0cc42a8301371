import type { CeilingSearch, StepSpec } from '@contract/load';
import { expect, test } from 'vitest';
import { defaultToolWorkers, inFlightMax, plannedSeconds, stepWorkers, wholeRunSeconds } from './estimate';

const step = (change: object = {}): StepSpec => ({
  loop: 'closed',
  connections: 100,
  pipelining: 16,
  durationSeconds: 10,
  toolWorkers: null,
  profiles: [],
  ...change,
});

test.each([
  [10, 6, false, 5],
  [50, 6, false, 5],
  [4, 6, false, 4],
  [101, 6, false, 1],
  [101, 6, true, null],
  [4, 6, true, null],
  [10, 6, true, 5],
])('%d connections over %d workers (asked: %s) run on %s', (connections, workers, asked, expected) => {
  expect(stepWorkers(connections, workers, asked)).toBe(expected);
});

test('planned time: (2 + 10) + 3 + (2 + 10) = 27 s, no pause after the last step', () => {
  expect(plannedSeconds({ warmupSeconds: 2, pauseSeconds: 3, steps: [step(), step()], search: null })).toBe(27);
});

test('a whole run: 27 s, 2 s to prepare and restore, 0.3 s for each of two warm-ups and two steps = 30.2 s', () => {
  expect(wholeRunSeconds({ warmupSeconds: 2, pauseSeconds: 3, steps: [step(), step()], search: null })).toBeCloseTo(
    30.2,
  );
});

test('the tool takes its CPUs - 2, at least 1', () => {
  expect([1, 2, 3, 32].map(defaultToolWorkers)).toEqual([1, 1, 1, 30]);
});

test('a search is planned by its worst case: 10, 20, 40, 80 and 3 between, (2 + 10) × 7 + 3 × 6 = 102 s', () => {
  const search: CeilingSearch = {
    vary: 'connections',
    most: 80,
    growth: 2,
    precision: 0.15,
    ceiling: { kind: 'throughput' },
  };
  const load = { warmupSeconds: 2, pauseSeconds: 3, steps: [step({ connections: 10 })], search };
  expect(plannedSeconds(load)).toBe(102);
});

test('in flight are connections × pipelining; of a rate nobody knows', () => {
  expect(inFlightMax(step())).toBe(1600);
  expect(
    inFlightMax({
      loop: 'open',
      requestsPerSecond: 5,
      arrivals: 'constant',
      connections: null,
      durationSeconds: 1,
      toolWorkers: null,
      profiles: [],
    }),
  ).toBeNull();
});
