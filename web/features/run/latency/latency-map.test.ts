import { NOT_READ } from '@contract/cpu-work';
import type { StepLatencyOverTime } from '@contract/latency-over-time';
import { expect, test } from 'vitest';
import { cellOf } from '@/charts/heat/heat-map';
import { latencyCsv } from './latency-csv';
import { latencyMapOf, levelOf } from './latency-map';

const step = (over: Partial<StepLatencyOverTime['overTime']> = {}, stepIndex = 0): StepLatencyOverTime => ({
  stepIndex,
  skewUs: null,
  overTime: {
    startedAtUs: 1e15,
    durationUs: 2.5e6,
    intervalSeconds: 1,
    valuesUs: [1023, 1087, 2047],
    intervals: [
      { places: [0, 1], counts: [60, 40] },
      { places: [], counts: [] },
      { places: [0, 2], counts: [9, 991] },
    ],
    ...over,
  },
});

test('a column for each interval, a row for each bucket between the least and the most, longest first', () => {
  const drawn = latencyMapOf([step()]);
  expect(drawn?.rows.length).toBe(17);
  expect([drawn?.rows[0], drawn?.rows.at(-1)]).toEqual([
    { fromUs: 1984, toUs: 2048 },
    { fromUs: 992, toUs: 1024 },
  ]);
  expect(drawn?.columns.map(({ fromUs, toUs }) => [fromUs - 1e15, toUs - 1e15])).toEqual([
    [0, 1e6],
    [1e6, 2e6],
    [2e6, 2.5e6],
  ]);
  expect(drawn?.columns.map(({ requests, p50Ms, p99Ms, maxMs }) => [requests, p50Ms, p99Ms, maxMs])).toEqual([
    [100, 1.023, 1.087, 1.087],
    [0, null, null, null],
    [1000, 2.047, 2.047, 2.047],
  ]);
  if (!drawn) return;
  expect(cellOf(drawn.map, 16, 0)).toBe(levelOf(60, 100));
  expect(cellOf(drawn.map, 0, 0)).toBe(NOT_READ);
  expect(cellOf(drawn.map, 0, 2)).toBe(levelOf(991, 1000));
  expect([drawn.placeOf(2.047), drawn.placeOf(1.023)]).toEqual([0.5, 16.5]);
});

test('latencies far apart share rows, and every request stays in its column', () => {
  const wide = { valuesUs: [50, 1023, 1_638_399], intervals: [{ places: [0, 1, 2], counts: [1, 2, 3] }] };
  const drawn = latencyMapOf([step(wide), step({ ...wide, startedAtUs: 1e15 + 9e6 }, 1)]);
  expect(drawn?.rows.length).toBeLessThanOrEqual(72);
  expect(drawn?.columns.map(({ stepIndex, counts }) => [stepIndex, counts.reduce((sum, n) => sum + n, 0)])).toEqual([
    [0, 6],
    [1, 6],
  ]);
  expect(drawn?.marks.map(({ name }) => name)).toEqual(expect.arrayContaining(['0.1 ms', '1 ms', '10 ms', '100 ms']));
  const places = drawn?.marks.map(({ at }) => at) ?? [];
  expect(places).toEqual([...places].sort((a, b) => b - a));
});

test('a rare latency is drawn, a common one stronger, and none is clear', () => {
  expect(levelOf(0, 100)).toBe(NOT_READ);
  expect([levelOf(1, 1e7), levelOf(1, 1e4), levelOf(1, 100), levelOf(100, 100)]).toEqual([50, 50, 125, 200]);
});

test('nothing is drawn of no request', () => {
  expect(latencyMapOf([])).toBeNull();
  expect(latencyMapOf([step({ valuesUs: [], intervals: [{ places: [], counts: [] }] })])).toBeNull();
});

test('saved as data, each interval has its requests by latency, shortest first', () => {
  const drawn = latencyMapOf([step({ valuesUs: [1023, 1087], intervals: [{ places: [0, 1], counts: [60, 40] }] })]);
  expect(drawn && latencyCsv(drawn, { zeroUs: 1e15 - 2e6, fromUs: 1e15 - 2e6, toUs: 1e15 + 2e6 })).toBe(
    [
      'from_s,to_s,step,requests,p50_ms,p99_ms,requests_from_992_below_1024_us,requests_from_1024_below_1088_us',
      '2,3,1,100,1.023,1.087,60,40',
      '',
    ].join('\r\n'),
  );
});
