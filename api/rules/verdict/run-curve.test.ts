import { expect, it } from 'vitest';
import type { MeasuredPoint } from '../../contract/point.ts';
import { openStep } from '../../testing/fake-agent.ts';
import { latency, samplePoint, step } from '../../testing/sample-run.ts';
import { runCurve } from './run-curve.ts';

const closed = (connections: number, over: Partial<MeasuredPoint> = {}) => ({
  spec: step(connections),
  point: samplePoint({ inFlightMax: connections, latencyMs: latency({ mean: 1 }), ...over }),
});

it('goes from the least load to the most, without steps that were profiled', () => {
  const profiled = closed(30, { requestsPerSecond: 3000 });
  const steps = [closed(50, { requestsPerSecond: 5000 }), closed(10, { requestsPerSecond: 1000 })];
  expect(runCurve(steps)).toEqual([1000, 5000]);
  expect(runCurve([...steps, { ...profiled, spec: { ...profiled.spec, profiles: ['cpu'] } }])).toEqual([1000, 5000]);
});

it('leaves out what cannot be right and what only failed', () => {
  const steps = [closed(10, { requestsPerSecond: 1000 }), closed(20, { requestsPerSecond: 2000 })];
  // One connection can have no more than one request in flight: 1,000 of 1 ms a second.
  const impossible = closed(40, { requestsPerSecond: 90_000 });
  const failed = closed(80, { requestsPerSecond: 80_000, requests: 0 });
  expect(runCurve([...steps, impossible, failed])).toEqual([1000, 2000]);
});

it('is none of a single step, nor of closed and open loops together', () => {
  expect(runCurve([closed(10)])).toEqual([]);
  const open = { spec: openStep(100), point: samplePoint({ offeredPerSecond: 100 }) };
  expect(runCurve([closed(10), closed(20), open])).toEqual([]);
});
