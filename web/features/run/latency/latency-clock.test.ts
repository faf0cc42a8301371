import type { StepLatencyOverTime } from '@contract/latency-over-time';
import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import { onHostClock } from './latency-clock';

const S = 1e6;
const told = (stepIndex: number, startedAtUs: number): StepLatencyOverTime => ({
  stepIndex,
  overTime: { startedAtUs, durationUs: 10 * S, intervalSeconds: 1, valuesUs: [], intervals: [] },
  skewUs: null,
});
const seen = (fromUs: number, toUs: number) => ({
  evidence: { server: { hostId: 'server', loadTime: { fromUs, toUs } }, clients: [] },
  clients: [],
});
const unseen = { evidence: null, clients: [] };
const startsOf = (steps: object[], intervals: StepLatencyOverTime[]) =>
  onHostClock({ steps } as unknown as Run, 'server', intervals).map(({ overTime }) => overTime.startedAtUs / S);

test('the middle of its intervals is the middle of the load that the host saw: 200.1 to 209.9 of 100 to 110', () => {
  expect(startsOf([seen(200.1 * S, 209.9 * S)], [told(0, 100 * S)])).toEqual([200]);
});

test('a step that the host did not see is moved as the nearest one that it saw', () => {
  const steps = [seen(200 * S, 210 * S), unseen, unseen, seen(331 * S, 341 * S)];
  expect(startsOf(steps, [told(0, 100 * S), told(1, 150 * S), told(2, 190 * S), told(3, 230 * S)])).toEqual([
    200, 250, 291, 331,
  ]);
});

test('where no step tells, intervals stay where the API saw them', () => {
  expect(startsOf([unseen], [told(0, 100 * S)])).toEqual([100]);
});
