import { expect, it } from 'vitest';
import type { ShownResult } from '../../contract/comparison.ts';
import { fastestStep, spreadsAt } from './spread.ts';

const run = (...rates: [number, string?][]): ShownResult['runs'][number] =>
  ({
    id: '',
    name: '',
    steps: rates.map(([requestsPerSecond, validity = 'valid'], index) => ({
      index,
      point: {
        requestsPerSecond,
        latencyMs: { p50: 3, p99: 12, resolutionUs: 1000 },
        serverCpuUsPerRequest: null,
        clientCpuUsPerRequest: 8,
      },
      verdict: { validity },
    })),
  }) as unknown as ShownResult['runs'][number];

const steps = [0, 1].map((stepIndex) => ({
  cells: [0, 1, 2].map(() => ({ stepIndex, deltas: null })),
})) as unknown as ShownResult['steps'];

it('tells how far runs of one configuration are apart, without invalid figures and without coarse ones', () => {
  const runs = [run([100], [200]), run([138], [150]), run([900, 'invalid'], [180])];
  expect(fastestStep({ runs, steps })).toBe(1);
  const spreads = spreadsAt({ runs, steps }, 0);
  expect(spreads.map(({ metric }) => metric)).toEqual(['requestsPerSecond', 'latencyMsP99', 'clientCpuUsPerRequest']);
  expect(spreads[0]).toMatchObject({
    lowest: { runIndex: 0, value: 100 },
    highest: { runIndex: 1, value: 138 },
    runs: 2,
  });
  expect(spreads[0]?.share).toBeCloseTo(0.38);
});
