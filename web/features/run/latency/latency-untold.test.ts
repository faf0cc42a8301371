import type { StepLatencyOverTime } from '@contract/latency-over-time';
import { expect, test } from 'vitest';
import { sampleRun } from '@/testing/comparison-sample';
import { leftOut, whyUntold } from './latency-untold';

const failed = { connections: 10, point: { requestsPerSecond: 0 } };
const measured = { connections: 10 };
const told = (stepIndex: number, places = [0]): StepLatencyOverTime => ({
  stepIndex,
  skewUs: null,
  overTime: {
    ...{ startedAtUs: 1e15, durationUs: 1e6, intervalSeconds: 1, valuesUs: [1023] },
    intervals: [{ places, counts: places.map(() => 5) }],
  },
});

test('a run of which nothing is drawn says the true reason', () => {
  expect(whyUntold(sampleRun('a', [failed, failed]))).toBe('no request succeeded in any measured step.');
  expect(whyUntold(sampleRun('a', [failed, measured]))).toBe(
    'this run has none. The agent or its clients reported none that can be merged.',
  );
});

test('so does a step of it', () => {
  const run = sampleRun('a', [failed, measured, { connections: 10, point: null }]);
  expect(whyUntold(run, 0)).toBe('no request succeeded in step 1.');
  expect(whyUntold(run, 1)).toBe('step 2 has none. The agent or its clients reported none that can be merged.');
  expect(whyUntold(run, 2)).toBe('step 3 was not measured.');
});

test('steps that a picture leaves out are named, each with its reason; steps that were not measured are not', () => {
  const run = sampleRun('a', [measured, failed, measured, failed, measured, { connections: 10, point: null }]);
  expect(leftOut(run, [told(0)])).toBe(
    'Left out: steps 2 and 4 (no request succeeded), steps 3 and 5 (none reported that can be merged).',
  );
  expect(leftOut(run, [told(0), told(1), told(2), told(3, []), told(4)])).toBe(
    'Left out: step 4 (no request succeeded).',
  );
  expect(
    leftOut(
      run,
      [0, 1, 2, 3, 4].map((index) => told(index)),
    ),
  ).toBeNull();
});
