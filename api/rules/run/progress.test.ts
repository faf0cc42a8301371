import { describe, expect, it } from 'vitest';
import type { RunState } from '../../contract/run.ts';
import { specFor } from '../../testing/fake-agent.ts';
import { type Plan, progressOf } from './progress.ts';

// Two steps of 5 s, each after 2 s of warm-up, 3 s of pause between them: 17 s in all.
const { load } = specFor('01890000-0000-7000-8000-000000000000', { warmupSeconds: 2, pauseSeconds: 3 });
const plan: Plan = { ...load, searching: false };
const remaining = (state: RunState, stepIndex: number | null, sinceEnteredSeconds = 0, of = plan): number | null => {
  const facts = { state, stepIndex, startedAtUs: 0, endedAtUs: null, enteredAtUs: 0 };
  const { remainingUs } = progressOf(of, facts, sinceEnteredSeconds * 1e6);
  return remainingUs === null ? null : remainingUs / 1e6;
};

describe('what is left of a run', () => {
  it.each<[RunState, number | null, number, number | null]>([
    ['queued', null, 0, 17],
    ['target-up', null, 4, 17],
    ['warming', 0, 0.5, 16.5],
    ['measuring', 0, 1.25, 13.75],
    ['measuring', 0, 9, 10],
    ['cooling', 0, 1, 9],
    ['warming', 1, 0, 7],
    ['measuring', 1, 5, 0],
    ['cooling', 1, 0, 0],
    ['stopping', 1, 0, 0],
    ['restoring', 1, 0, 0],
    ['finished', 1, 0, null],
    ['failed', 0, 0, null],
  ])('in %s of step %s after %s s: %s s', (state, stepIndex, since, expected) => {
    expect(remaining(state, stepIndex, since)).toBe(expected);
  });

  it('is whole microseconds, however odd the clock', () => {
    const facts = { state: 'measuring', stepIndex: 0, startedAtUs: 1, endedAtUs: null, enteredAtUs: 1 } as const;
    expect(Number.isInteger(progressOf(plan, facts, 1_234_567).remainingUs)).toBe(true);
  });
});

describe('what is left of a search', () => {
  // The two steps that are planned, and one more: 3 s of pause, 2 s of warm-up, 5 s.
  const search = { ...plan, searching: true };

  it.each<[RunState, number | null, number, number]>([
    ['queued', null, 0, 27],
    ['measuring', 1, 1, 4 + 10],
    ['cooling', 1, 1, 9],
    ['stopping', 1, 0, 0],
  ])('in %s of step %s after %s s at least: %s s', (state, stepIndex, since, expected) => {
    expect(remaining(state, stepIndex, since, search)).toBe(expected);
  });

  it('counts the steps that are planned', () => {
    const facts = { state: 'measuring', stepIndex: 1, startedAtUs: 1, endedAtUs: null, enteredAtUs: 1 } as const;
    expect(progressOf(search, facts, 2).stepCount).toBe(2);
  });
});
