import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { readDraft } from '@/features/draft/read-draft';
import { emptyDraft } from '@/features/draft/run-draft';
import { newStep } from '@/features/draft/step-draft';
import { sampleComparison } from '@/testing/comparison-sample';
import { NOBODY } from '@/testing/hosts';
import { repeatDraft } from './repeat-draft';

function runOf(id: string, counts: number[], tool: 'volley' | 'wrk' = 'volley'): Run {
  const steps = counts.map((count) => newStep({ connections: String(count) }));
  const { spec } = readDraft({ ...emptyDraft('s'), steps, tool }, NOBODY);
  return {
    id,
    name: `run ${id}`,
    spec,
    steps: spec.load.steps.map((step, index) => ({ index, spec: step })),
  } as unknown as Run;
}

function repeated(runs: [Run, Run], rows: (number | null)[][]) {
  const sides = runs.map(({ id, name }) => ({ runIds: [id], letters: id, name, baseline: id === 'a', differsIn: [] }));
  return repeatDraft(
    sampleComparison(
      runs,
      rows.map((cells) => ({ cells })),
      { sides },
    ),
    null,
    4,
  );
}

test('of runs with different steps an experiment repeats those that all have, and says so', () => {
  const prepared = repeated(
    [runOf('a', [10, 50]), runOf('b', [5, 10, 50], 'wrk')],
    [
      [0, 1],
      [1, 2],
      [null, 0],
    ],
  );
  expect(prepared).toMatchObject({
    baseline: {
      spec: { load: { steps: [{ connections: 10 }, { connections: 50 }] } },
      source: { kind: 'run', id: 'a', name: 'run a', sharedSteps: true },
    },
    draft: { variants: [{ edits: [{ field: '/load/tool', text: '"wrk"' }] }] },
  });
});

test('steps that are as many are repeated as they are', () => {
  const prepared = repeated(
    [runOf('a', [10]), runOf('b', [20])],
    [
      [0, null],
      [null, 0],
    ],
  );
  expect(prepared).toMatchObject({
    baseline: { source: { kind: 'run', id: 'a', name: 'run a' } },
    draft: { variants: [{ edits: [{ field: '/load/steps/0/connections', text: '20' }] }] },
  });
});

test('where no step meets another, or nothing else differs, it says why there is no experiment', () => {
  const apart = repeated(
    [runOf('a', [10]), runOf('b', [20, 30])],
    [
      [0, null],
      [null, 0],
      [null, 1],
    ],
  );
  expect(apart).toEqual({ why: expect.stringContaining('no step is in all') });
  const alike = repeated(
    [runOf('a', [10]), runOf('b', [10, 30])],
    [
      [0, 0],
      [null, 1],
    ],
  );
  expect(alike).toEqual({ why: expect.stringContaining('nothing differs') });
});
