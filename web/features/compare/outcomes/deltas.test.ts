import type { ComparedStep, Deltas } from '@contract/comparison';
import { expect, test } from 'vitest';
import { latencyOf, sampleComparison, sampleRun } from '@/testing/comparison-sample';
import { deltaTable } from './delta-table';
import { type ComparedFigure, deltaTold, FIGURES } from './deltas';

const figure = (key: keyof Deltas): ComparedFigure => FIGURES.find((one) => one.key === key) as ComparedFigure;
const deltas = (over: Partial<Deltas>): Deltas => ({
  requestsPerSecond: null,
  latencyMsP50: null,
  latencyMsP99: null,
  serverCpuUsPerRequest: null,
  clientCpuUsPerRequest: null,
  ...over,
});
const told = (
  from: Parameters<typeof sampleRun>[1][number]['point'],
  to: Parameters<typeof sampleRun>[1][number]['point'],
  key: keyof Deltas,
  over: Partial<Deltas> = {},
) => {
  const runs = [sampleRun('a', [{ connections: 10, point: from }]), sampleRun('b', [{ connections: 10, point: to }])];
  const comparison = sampleComparison(runs, [{ cells: [0, 0], deltas: [null, deltas(over)] }]);
  return deltaTold(comparison, comparison.steps[0] as ComparedStep, 1, figure(key));
};

test('a difference has its sign and unit', () => {
  expect(told({}, {}, 'requestsPerSecond', { requestsPerSecond: -0.032 })).toEqual({ text: '−3.2 %' });
});

test.each([
  ['whole ms', {}, {}, 'latencyMsP99', 'Difference below the tool’s 1 ms resolution'],
  [
    'another loop',
    {},
    { latencyMs: latencyOf({ loop: 'synthetic', resolutionUs: 1 }) },
    'latencyMsP99',
    'Latencies of different kinds are not compared',
  ],
  ['a failed step', {}, null, 'requestsPerSecond', 'This step failed before it was measured'],
  [
    'a failed step of the baseline',
    null,
    {},
    'requestsPerSecond',
    'The baseline has none to compare with: this step failed before it was measured',
  ],
  ['no p99', {}, { latencyMs: latencyOf({ p99: null }) }, 'latencyMsP99', 'The tool reported no p99'],
  [
    'several clients without histograms',
    {},
    {
      latencyMs: latencyOf({ p99: null }),
      latencyRangeMs: {
        p50: null,
        p90: null,
        p95: null,
        p97_5: null,
        p99: { low: 3, high: 9 },
        p99_9: null,
        p99_99: null,
      },
    },
    'latencyMsP99',
    'Clients without a common percentile are not compared',
  ],
  [
    'no samples',
    {},
    { serverCpuUsPerRequest: null, serverCpus: null },
    'serverCpuUsPerRequest',
    "No samples inside the step's window, or no agent on that side",
  ],
] as const)('of %s it says why there is none', (_name, from, to, key, why) => {
  expect(told(from, to, key)).toEqual({ text: null, why });
});

test('the table has the baseline first, leaves out runs without the step, and numbers each reason once', () => {
  const runs = [
    sampleRun('a', [{ connections: 10 }]),
    sampleRun('b', [{ connections: 10, durationSeconds: 9 }, { connections: 50 }]),
  ];
  const comparison = sampleComparison(runs, [{ cells: [0, 0] }, { cells: [null, 1] }], { baselineRunId: 'id-b' });
  const { steps, notes, loops } = deltaTable(comparison, [1, 0]);
  expect(steps.map(({ runs, without, durations }) => [runs.map((run) => run.runIndex), without, durations])).toEqual([
    [[1, 0], [], [5, 9]],
    [[1], [0], [5]],
  ]);
  const p99 = steps[0]?.runs[1]?.cells.find((cell) => cell.figure.label === 'p99');
  expect([p99?.value, p99?.delta]).toEqual([
    { text: '4', note: null },
    { text: null, note: 2 },
  ]);
  expect(notes).toEqual(['The baseline is 0: no ratio', 'Difference below the tool’s 1 ms resolution']);
  expect(loops).toEqual(['closed']);
});
