import { expect, it } from 'vitest';
import type { LoadResult } from '../../contract/agent-reports.ts';
import { type LatencyInterval, type LatencyOverTime, latencyOverTime } from '../../contract/latency-over-time.ts';
import { fittedTo, histogramOfInterval, mergeOverTime } from './latency-over-time.ts';

const START_US = 1e15;
const part = (places: number[], counts: number[]): LatencyInterval => ({ places, counts });
const overTime = (over: Partial<LatencyOverTime> = {}): LatencyOverTime => ({
  startedAtUs: START_US,
  durationUs: 3e6,
  intervalSeconds: 1,
  valuesUs: [101, 2047, 4095],
  intervals: [part([0, 1], [8, 2]), part([], []), part([2], [5])],
  ...over,
});
const client = (latencyOverTime: LatencyOverTime | undefined, offsetUs: number | null = 0): LoadResult =>
  ({
    histogram: { significantDigits: 3, valuesUs: [1], counts: [1] },
    clock: offsetUs === null ? null : { offsetUs, uncertaintyUs: 100 },
    latencyOverTime,
  }) as unknown as LoadResult;

const requestsIn = ({ intervals }: LatencyOverTime): number =>
  intervals.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0);

it('one client passes through, by the clock of the API where it is known', () => {
  expect(mergeOverTime([client(overTime(), -7)])).toEqual({
    overTime: overTime({ startedAtUs: START_US - 7 }),
    skewUs: null,
  });
  expect(mergeOverTime([client(overTime(), null)])?.overTime.startedAtUs).toBe(START_US);
});

it('clients that began together are one, count by count, whatever buckets each has used', () => {
  const other = overTime({
    startedAtUs: START_US + 60e6 + 4000,
    valuesUs: [2047, 8191],
    intervals: [part([0], [1]), part([1], [3]), part([], [])],
  });
  const merged = mergeOverTime([client(overTime()), client(other, -60e6)]);
  expect(merged).toEqual({
    skewUs: 4000,
    overTime: {
      startedAtUs: START_US,
      durationUs: 3_004_000,
      intervalSeconds: 1,
      valuesUs: [101, 2047, 4095, 8191],
      intervals: [part([0, 1], [8, 3]), part([3], [3]), part([2], [5])],
    },
  });
});

it('a client that began later is moved by whole intervals, and nothing is lost', () => {
  const late = overTime({ startedAtUs: START_US + 1.6e6 });
  const merged = mergeOverTime([client(overTime()), client(late)]);
  expect(merged?.skewUs).toBe(1.6e6);
  expect(merged?.overTime.intervals).toEqual([
    part([0, 1], [8, 2]),
    part([], []),
    part([0, 1, 2], [8, 2, 5]),
    part([], []),
    part([2], [5]),
  ]);
});

it('there is none where a client with latencies does not tell it, or by other intervals; one without latencies is none of them', () => {
  expect(mergeOverTime([client(overTime()), client(undefined)])).toBeNull();
  expect(mergeOverTime([client(overTime()), client(overTime({ intervalSeconds: 2 }))])).toBeNull();
  expect(mergeOverTime([])).toBeNull();
  const silent = { ...client(undefined), histogram: null };
  expect(mergeOverTime([silent])).toBeNull();
  expect(mergeOverTime([client(overTime()), silent])?.overTime).toEqual(overTime());
});

it('neighbours are merged until all steps fit, and the counts stay', () => {
  const long = overTime({
    durationUs: 9e6,
    intervals: Array.from({ length: 9 }, (_, i) => part([i % 3], [i + 1])),
  });
  const steps = [
    { stepIndex: 0, overTime: long, skewUs: null },
    { stepIndex: 2, overTime: overTime(), skewUs: 5 },
  ];
  expect(fittedTo(12, steps)).toEqual(steps);
  const fitted = fittedTo(7, steps);
  expect(fitted.map(({ overTime: { intervals, intervalSeconds } }) => [intervals.length, intervalSeconds])).toEqual([
    [5, 2],
    [2, 2],
  ]);
  expect(fitted.map((step) => requestsIn(step.overTime))).toEqual([45, 15]);
  expect(fitted[0]?.overTime.intervals[1]).toEqual(part([0, 2], [4, 3]));
  expect(fitted[1]).toMatchObject({ stepIndex: 2, skewUs: 5 });
  expect(fittedTo(1, steps).map(({ overTime: { intervals } }) => intervals.length)).toEqual([1, 1]);
});

it('a report may have so many intervals, and no more', () => {
  const many = (count: number) => overTime({ intervals: Array.from({ length: count }, () => part([0], [1])) });
  expect(latencyOverTime.safeParse(many(1000)).success).toBe(true);
  expect(latencyOverTime.safeParse(many(1001)).success).toBe(false);
  expect(latencyOverTime.safeParse(overTime({ intervalSeconds: 0 })).success).toBe(false);
});

it('places beyond the buckets are left out', () => {
  expect(histogramOfInterval(overTime(), part([1, 3], [4, 9]))).toMatchObject({ valuesUs: [2047], counts: [4] });
});
