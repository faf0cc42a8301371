import { describe, expect, it } from 'vitest';
import type { SampleFrame } from './sample-frame.ts';
import { deriveSeries, joinSeries, newerThan, spreadBack } from './series.ts';

const COLUMNS = [
  'cpu/0/userUs',
  'cpu/0/idleUs',
  'cpu/1/userUs',
  'cpu/1/idleUs',
  'nic/eth0/rxBytes',
  'process/target/cpuUs',
  'process/others/cpuUs',
  'process/others/readMonotonicUs',
  'target/requestsStale',
  'target/worker/0/requests',
  'target/worker/1/requests',
];

/** A frame `second` s into the run, `values` in the order of COLUMNS. */
const at = (second: number, values: number[], over: Partial<SampleFrame> = {}): SampleFrame => ({
  incarnationId: 'life-1',
  columns: COLUMNS,
  sequence: second,
  timeUs: 1e15 + second * 1e6,
  monotonicUs: second * 1e6,
  boundary: false,
  values,
  ...over,
});
const column = (frames: SampleFrame[], name: string) =>
  deriveSeries(frames, 1).columns.find((c) => c.name === name)?.values;

const idle = at(0, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
// In one second: CPU 0 is busy 75 %, CPU 1 25 %; 1,000,000 bytes; the target used 0.5 s; 700 + 300 requests.
const busy = at(1, [750_000, 250_000, 250_000, 750_000, 1_000_000, 500_000, 100_000, 1_000_000, 0, 700, 300]);

describe('series', () => {
  it('are rates per second of the interval that ends at their time', () => {
    const series = deriveSeries([idle, busy], 1);
    expect(series.timesUs).toEqual([busy.timeUs]);
    expect(column([idle, busy], 'requestsPerSecond')).toEqual([1000]);
    expect(column([idle, busy], 'nic/eth0/rxBitsPerSecond')).toEqual([8_000_000]);
    expect(column([idle, busy], 'targetCpus')).toEqual([0.5]);
    expect(column([idle, busy], 'otherCpus')).toEqual([0.1]);
  });

  it('give the share of all CPUs, and the hottest one', () => {
    expect(column([idle, busy], 'cpuBusyPercent')).toEqual([50]);
    expect(column([idle, busy], 'hottestCpuPercent')).toEqual([75]);
  });

  it('divide by the time that really passed, not by a second', () => {
    const late = at(2, busy.values);
    expect(column([idle, late], 'requestsPerSecond')).toEqual([500]);
  });

  it('leave out boundary frames', () => {
    const boundary = at(0.5, busy.values, { boundary: true });
    expect(deriveSeries([idle, boundary, busy], 1).timesUs).toEqual([busy.timeUs]);
  });

  it('show a hole as one row of nulls, not as a mean over it', () => {
    const after = at(
      9,
      busy.values.map((v) => v * 9),
    );
    const later = at(
      10,
      busy.values.map((v) => v * 10),
    );
    expect(column([idle, after, later], 'requestsPerSecond')).toEqual([null, 1000]);
  });

  it('do not connect two lives of an agent', () => {
    const reborn = at(2, busy.values, { incarnationId: 'life-2' });
    const next = at(
      3,
      busy.values.map((v) => v * 2),
      { incarnationId: 'life-2' },
    );
    expect(column([busy, reborn, next], 'requestsPerSecond')).toEqual([null, 1000]);
  });

  it('are null where the server did not answer in time or a counter fell', () => {
    const stale = at(
      2,
      busy.values.map((v, i) => (COLUMNS[i] === 'target/requestsStale' ? 1 : v)),
    );
    const restarted = at(3, [...idle.values]);
    expect(column([idle, busy, stale], 'requestsPerSecond')).toEqual([1000, null]);
    expect(column([idle, busy, restarted], 'requestsPerSecond')).toEqual([1000, null]);
  });

  it('give the mean of everything else to the seconds since the reading before, but not across a gap', () => {
    const others = ['cpu/0/userUs', 'process/others/cpuUs', 'process/others/readMonotonicUs'];
    const read = (second: number, cpuUs: number, readAt: number): SampleFrame =>
      at(second, [second, cpuUs, readAt], { columns: others });
    const others0 = [0, 1, 2].map((s) => read(s, 0, 0));
    const others5 = [3, 8, 9].map((s) => read(s, 1_500_000, 3_000_000));
    const frames = [...others0, ...others5, read(10, 5_000_000, 10_000_000)];
    const spread = spreadBack(deriveSeries(frames, 1)).columns.find((c) => c.name === 'otherCpus');
    // Rows end at 1, 2, 3, 8 (a gap), 9 and 10 s: 1.5 s of CPU in the first 3 s, 3.5 s in the 7 s until 10 s.
    expect(spread?.values).toEqual([0.5, 0.5, 0.5, null, 0.5, 0.5]);
  });

  it('ten times a second are rates per second all the same, with a hole from 1.6 s on', () => {
    const tenth = (n: number): SampleFrame =>
      at(
        n / 10,
        busy.values.map((v) => (v * n) / 10),
      );
    const rates = (times: number[]) =>
      deriveSeries(times.map(tenth), 10).columns.find((c) => c.name === 'requestsPerSecond')?.values;
    expect(rates([0, 1, 2, 3])).toEqual([1000, 1000, 1000]);
    expect(rates([0, 1, 16, 33, 34])).toEqual([1000, 1000, null, 1000]);
  });

  it('ten times a second give the mean of everything else to the five seconds before its reading', () => {
    const others = ['cpu/0/userUs', 'process/others/cpuUs', 'process/others/readMonotonicUs'];
    const frames = Array.from({ length: 121 }, (_, n) => {
      const readings = Math.floor(n / 50);
      return at(n / 10, [n, readings * 2_500_000, readings * 5_000_000], { columns: others });
    });
    const spread = spreadBack(deriveSeries(frames, 10)).columns.find((c) => c.name === 'otherCpus');
    // Read at 5 and 10 s: 2.5 s of CPU in 5 s each; the rows after 10 s know of no reading yet.
    expect(spread?.values).toEqual([...Array(100).fill(0.5), ...Array(20).fill(null)]);
  });

  it('leave out what was never measured', () => {
    const without = (f: SampleFrame): SampleFrame => ({
      ...f,
      columns: COLUMNS.slice(0, 4),
      values: f.values.slice(0, 4),
    });
    expect(deriveSeries([without(idle), without(busy)], 1).columns.map((c) => c.name)).not.toContain(
      'requestsPerSecond',
    );
  });
});

describe('series in parts', () => {
  const part = (times: number[], columns: Record<string, (number | null)[]>) => ({
    timesUs: times,
    columns: Object.entries(columns).map(([name, values]) => ({ name, unit: 'x', values })),
  });

  it('join to one, with null where a part lacks a column', () => {
    const joined = joinSeries([
      part([1, 2], { a: [1, 2] }),
      part([], {}),
      part([3], { a: [3], b: [30] }),
      part([4], { b: [40] }),
    ]);
    expect(joined).toEqual(part([1, 2, 3, 4], { a: [1, 2, 3, null], b: [null, null, 30, 40] }));
  });

  it('give the rows after a time', () => {
    const whole = part([1, 2, 3], { a: [1, 2, 3] });
    expect(newerThan(whole, 0)).toEqual(whole);
    expect(newerThan(whole, 2)).toEqual(part([3], { a: [3] }));
    expect(newerThan(whole, 3)).toEqual(part([], {}));
  });
});
