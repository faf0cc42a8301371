import { describe, expect, it } from 'vitest';
import type { RunState } from '../contract/run.ts';
import { specFor } from '../testing/fake-agent.ts';
import { progressOf } from './progress.ts';

// Two steps of 5 s, each after 2 s of warm-up, 3 s of pause between them: 17 s in all.
const spec = specFor('01890000-0000-7000-8000-000000000000', { warmupSeconds: 2, pauseSeconds: 3 });
const remaining = (state: RunState, stepIndex: number | null, sinceEnteredSeconds = 0): number | null => {
  const facts = { state, stepIndex, startedAtUs: 0, endedAtUs: null, enteredAtUs: 0 };
  const { remainingUs } = progressOf(spec, facts, sinceEnteredSeconds * 1e6);
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
    expect(Number.isInteger(progressOf(spec, facts, 1_234_567).remainingUs)).toBe(true);
  });
});
