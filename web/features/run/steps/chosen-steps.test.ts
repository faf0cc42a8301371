import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { closed } from '@/testing/steps';
import { drawnSteps, judgedStep } from './chosen-steps';

const curve = [{ percentile: 50, latencyMs: 1 }];
const run = (distributions: (object[] | null)[], best: number | null): Run =>
  ({
    steps: distributions.map((distribution, index) => ({
      index,
      spec: closed(10, { profiles: index > 3 ? ['cpu'] : [] }),
      point: { distribution, latencyMs: { loop: 'closed' } },
    })),
    best: best === null ? null : { stepIndex: best },
  }) as unknown as Run;

test('unless asked otherwise the first, the best and the last distribution are drawn', () => {
  expect(drawnSteps(run([curve, curve, curve, curve], 1), null)).toEqual([0, 1, 3]);
  expect(drawnSteps(run([null, curve, curve], 0), null)).toEqual([1, 2]);
  expect(drawnSteps(run([null], 0), null)).toEqual([]);
  expect(drawnSteps(run([curve, curve, null, null, curve], null), null)).toEqual([0, 1]);
  expect(drawnSteps(run([null, null, null, null, curve], null), null)).toEqual([4]);
});

test('unless asked otherwise only latencies of the best step’s kind are drawn together', () => {
  const mixed = run([curve, curve, curve], 2);
  for (const [index, loop] of (['closed', 'open', 'open'] as const).entries()) {
    const { point } = mixed.steps[index] ?? {};
    if (point) point.latencyMs.loop = loop;
  }
  expect([drawnSteps(mixed, null), drawnSteps({ ...mixed, best: null }, null)]).toEqual([[1, 2], [0]]);
  expect(drawnSteps(mixed, [0, 1])).toEqual([0, 1]);
});

test('what is asked for is drawn as far as it is there; an empty choice is one too', () => {
  expect(drawnSteps(run([curve, curve, null], 0), [1, 2, 7])).toEqual([1]);
  expect(drawnSteps(run([curve, curve], 0), [9])).toEqual([0, 1]);
  expect(drawnSteps(run([curve], 0), [])).toEqual([]);
});

test('evidence is that of the chosen step, else of the one that the verdict speaks of', () => {
  const judged = [true, false, true].map((has, index) => ({ index, verdict: has ? {} : null }));
  const of = (choice: number | null, stepIndex = 2) =>
    judgedStep({ steps: judged, verdict: { stepIndex } } as unknown as Run, choice)?.index;
  expect([of(0), of(null), of(1), of(9), of(null, 1)]).toEqual([0, 2, 2, 2, 0]);
  expect(judgedStep({ steps: [], verdict: null }, null)).toBeNull();
});
