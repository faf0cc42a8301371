import type { RunSummary, RunTransition } from '@contract/run';
import { errorTotal } from '@rules/load/failed-requests';
import { expect, test } from 'vitest';
import { phasesOf, spansOf } from '@/charts/phases';
import { closed } from '@/testing/steps';
import { errorKinds } from './request-errors';
import { progressAt, statusOf, takesText } from './run-state';

const step = closed(100, { durationSeconds: 10 });
const summary = (change: Partial<RunSummary>): RunSummary =>
  ({
    state: 'measuring',
    startedAtUs: 0,
    stepsFailed: 0,
    progress: { stepIndex: 1, stepCount: 2, elapsedUs: 10e6, remainingUs: 30e6 },
    spec: { load: { steps: [step, step], search: null } },
    ...change,
  }) as RunSummary;

test('progress goes on between messages: (10 + 10) / 40', () => {
  expect(progressAt(summary({}), 10e6)).toEqual({ fraction: 0.5, remainingUs: 20e6 });
});

test('progress never passes the end, and waits while queued', () => {
  expect(progressAt(summary({}), 99e6)).toEqual({ fraction: 1, remainingUs: 0 });
  expect(progressAt(summary({ state: 'queued', startedAtUs: null }), 5e6).remainingUs).toBe(30e6);
  expect(progressAt(summary({ state: 'failed' }), 0)).toEqual({ fraction: 1, remainingUs: null });
});

test('a run that waits for its hosts has nothing behind it, and is not about to end', () => {
  const progress = { stepIndex: null, stepCount: 2, elapsedUs: 540e6, remainingUs: 13e6 };
  const waiting = summary({ state: 'provisioning', progress });
  expect(progressAt(waiting, 60e6)).toEqual({ fraction: 0, remainingUs: 13e6 });
  expect(takesText(waiting, 13e6)).toBe('takes about 16 s once its hosts have joined');
  expect(takesText(summary({ state: 'queued', progress }), 13e6)).toBe('takes about 16 s once it starts');
});

test('a run that finished although a step failed is not plainly ok', () => {
  expect(statusOf(summary({ state: 'finished', stepsFailed: 1 }))).toEqual({
    label: 'finished',
    tone: 'warn',
    more: '1 of 2 steps failed',
  });
});

test('an imported run is called so: it was not run here', () => {
  const imported = { format: 'bundle' } as RunSummary['imported'];
  expect(statusOf(summary({ state: 'finished', imported }))).toEqual({ label: 'imported', tone: 'plain', more: null });
});

const transitions: RunTransition[] = [
  { state: 'preparing', stepIndex: null, atUs: 0, note: null },
  { state: 'warming', stepIndex: 0, atUs: 5e6, note: null },
  { state: 'measuring', stepIndex: 0, atUs: 7e6, note: null },
];

test('a state lasts until the next, the present one to the end of what is shown', () => {
  expect(phasesOf(transitions).map(({ toUs }) => toUs)).toEqual([5e6, 7e6, null]);
  expect(spansOf(transitions, 9e6)).toEqual({
    warmups: [{ label: 'step 1', fromUs: 5e6, toUs: 7e6 }],
    steps: [{ label: 'step 1', stepIndex: 0, fromUs: 7e6, toUs: 9e6 }],
  });
});

test('errors are summed over their kinds and named', () => {
  const errors = { connection: 0, timeout: 12, reset: 1, non2xx: 0, mismatch: 0 };
  expect([errorTotal(errors), errorKinds(errors)]).toEqual([13, '12 timeouts, 1 reset']);
});
