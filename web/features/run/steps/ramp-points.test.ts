import type { StepSpec } from '@contract/load';
import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { latencyOf } from '@/testing/comparison-sample';
import { closed, open } from '@/testing/steps';
import { rampOf } from './ramp-points';

const measured = (requestsPerSecond: number) => ({
  requestsPerSecond,
  offeredPerSecond: null,
  latencyRangeMs: null,
  latencyMs: latencyOf({}),
});
const run = (asked: [StepSpec, number | null][], search: Run['search'] = null): Run =>
  ({
    spec: { load: { search: search && { vary: 'connections' } } },
    search,
    steps: asked.map(([spec, rate], index) => ({ index, spec, point: rate === null ? null : measured(rate) })),
  }) as unknown as Run;

test('points stand in the order of what varies; profiled and unmeasured steps have none', () => {
  const ramp = rampOf(
    run([
      [closed(100), 900],
      [closed(10), 500],
      [closed(10, { profiles: ['cpu'] }), 400],
      [closed(1000), null],
    ]),
  );
  expect([ramp.varies, ramp.points.map(({ stepIndex, x }) => [stepIndex, x])]).toEqual([
    'connections',
    [
      [1, 10],
      [0, 100],
    ],
  ]);
});

test('a ramp over the rate stands against what was asked', () => {
  expect(
    rampOf(
      run([
        [open(500), 499],
        [open(1000), 700],
      ]),
    ).points.map(({ x }) => x),
  ).toEqual([500, 1000]);
});

test('a search marks its knee and the bracket as soon as both ends are known', () => {
  const steps: [StepSpec, number][] = [
    [closed(100), 900],
    [closed(200), 901],
  ];
  const found = { kneeStepIndex: 0, low: 100, high: 200, done: true, sentence: '' };
  expect(rampOf(run(steps, found))).toMatchObject({ knee: 100, bracket: { low: 100, high: 200 } });
  expect(rampOf(run(steps, { ...found, kneeStepIndex: null, high: null }))).toMatchObject({
    knee: null,
    bracket: null,
  });
});

test('a rung that a search measured again stands apart from the one that decided', () => {
  const found = { kneeStepIndex: 1, low: 100, high: null, done: false, sentence: '' };
  const steps: [StepSpec, number][] = [
    [closed(100), 300],
    [closed(100), 900],
  ];
  const ramp = rampOf(run(steps, found));
  expect([ramp.searched, ramp.points.map(({ again }) => again)]).toEqual([true, [true, false]]);
  expect(rampOf(run(steps)).points.map(({ again }) => again)).toEqual([false, false]);
});
