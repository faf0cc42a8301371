import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { progressTitle } from './progress-title';

const run = (over: object): Run =>
  ({
    name: 'a run',
    state: 'measuring',
    startedAtUs: 1,
    progress: { elapsedUs: 42_000_000, remainingUs: 58_000_000, stepIndex: 0, stepCount: 1 },
    spec: { load: { search: null } },
    search: null,
    ...over,
  }) as unknown as Run;

test('the tab says how far a run is, never that it is done before it is', () => {
  expect(progressTitle(run({}), 0)).toBe('42 % · a run');
  expect(progressTitle(run({}), 900_000_000)).toBe('99 % · a run');
  expect(progressTitle(run({ state: 'finished' }), 0)).toBe('a run');
  expect(progressTitle(run({ state: 'failed' }), 0)).toBe('failed · a run');
});

test('the tab names the state where the end is not known', () => {
  const unknown = { elapsedUs: 1, remainingUs: null, stepIndex: null, stepCount: 1 };
  expect(progressTitle(run({ progress: unknown, state: 'preparing' }), 0)).toBe('preparing · a run');
  expect(progressTitle(run({ state: 'queued' }), 0)).toBe('queued · a run');
  expect(progressTitle(run({ state: 'provisioning' }), 540_000_000)).toBe('provisioning · a run');
  expect(progressTitle(run({ spec: { load: { search: {} } } }), 0)).toBe('measuring · a run');
});
