import { expect, test } from 'vitest';
import type { Point } from '../../contract/point.ts';
import type { RunSummary } from '../../contract/run.ts';
import { whyNoBest, whyNoCount, whyNoCpuPerRequest, whyNoPercentile } from './why-absent.ts';

const none = { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 };
const point = (requests: number, non2xx: number) => ({ requests, errors: { ...none, non2xx } }) as Point;

test('a percentile is missing because nothing succeeded, or because the tool has none', () => {
  expect(whyNoPercentile(point(500, 500), 'p99')).toBe('No request succeeded in this step, so there is no latency');
  expect(whyNoPercentile(point(500, 499), 'p95')).toBe('The tool reported no p95');
});

test('CPU time per request lacks samples or a count', () => {
  expect(whyNoCpuPerRequest(null)).toMatch(/^No samples/);
  expect(whyNoCpuPerRequest(0.8)).toMatch(/no requests counted/);
});

test('only the reference server counts', () => {
  expect(whyNoCount({ kind: 'reference' })).toMatch(/not read/);
  for (const kind of ['named', 'listening'] as const) expect(whyNoCount({ kind })).toMatch(/does not count/);
});

test('a run without a best step says which of its reasons holds', () => {
  const run = (stepsMeasured: number, ...profiles: string[][]) =>
    ({ stepsMeasured, spec: { load: { steps: profiles.map((one) => ({ profiles: one })) } } }) as unknown as RunSummary;
  const summaries = [run(0, []), run(1, ['cpu']), run(2, [], ['cpu']), run(1, [])];
  expect(summaries.map((one) => whyNoBest(one))).toEqual([
    'No step was measured',
    'Only profiled steps were measured, and those stand apart',
    'No step has a valid figure',
    'No step has a valid figure',
  ]);
  const measured = (...points: Point[]) => points.map((one) => ({ point: one, spec: { profiles: [] } })) as never;
  const why = (...points: Point[]) => whyNoBest({ ...run(points.length, []), steps: measured(...points) });
  expect(why(point(500, 500), point(0, 0))).toBe('No request succeeded in any measured step');
  expect(why(point(500, 500), point(500, 20))).toBe('No step has a valid figure');
});
