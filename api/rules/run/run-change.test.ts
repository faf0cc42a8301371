import { describe, expect, it } from 'vitest';
import type { Run } from '../../contract/run.ts';
import { changedRun, changeOf, partsOf } from './run-change.ts';

const step = (index: number, status: string) => ({ index, status });
const run = (over: object): Run =>
  ({
    id: 'a',
    state: 'measuring',
    steps: [step(0, 'measured'), step(1, 'running')],
    transitions: [],
    artifacts: [],
    ...over,
  }) as unknown as Run;
const between = (before: Run, after: Run) => {
  const json = changeOf(partsOf(before), partsOf(after));
  return json === null ? null : JSON.parse(json);
};

describe('what changed of a run', () => {
  it('is nothing of the same run', () => expect(between(run({}), run({}))).toBeNull());

  it('is one field, or one step of many, and what did not change stays the very same', () => {
    const before = run({});
    const after = run({ state: 'cooling', steps: [step(0, 'measured'), step(1, 'measured'), step(2, 'planned')] });
    const change = between(before, after);
    expect(change.parts.map(({ path }: { path: string }) => path)).toEqual(['state', 'steps/1', 'steps/2']);
    const made = changedRun(before, change);
    expect(made).toEqual(after);
    expect(made.steps[0]).toBe(before.steps[0]);
    expect(made.transitions).toBe(before.transitions);
    expect(before.state).toBe('measuring');
  });

  it('may be the end of a list, a list that was empty, and a field that is gone', () => {
    const before = run({ transitions: [{ state: 'queued' }, { state: 'preparing' }], notes: 'a' });
    const after = run({ artifacts: [{ id: 'f' }], transitions: [] });
    expect(changedRun(before, between(before, after))).toEqual(after);
  });
});
