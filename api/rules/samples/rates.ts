import { read, rise, sum } from './counters.ts';
import type { SampleFrame } from './sample-frame.ts';

/** Two neighbouring frames and the microseconds between them. */
export interface Interval {
  from: SampleFrame;
  to: SampleFrame;
  us: number;
}

/** An interval longer than this has a hole in it: shown as a gap, not as a mean. */
export const gapAfterUs = (samplesPerSecond: number): number => 1e6 / samplesPerSecond + 1_500_000;

/** A column of a series: what it says of an interval. */
export interface Rate {
  name: string;
  unit: string;
  of: (interval: Interval) => number | null;
}

/** What a frame has counted; null where its layout lacks it. */
type Count = (frame: SampleFrame) => number | null;

export const counterOf =
  (column: string): Count =>
  (frame) =>
    read(frame, column);
export const sumOf =
  (pattern: RegExp): Count =>
  (frame) =>
    sum(frame, pattern);

export const perSecond = (rose: number | null, us: number): number | null => (rose === null ? null : (rose * 1e6) / us);
export const counter = (column: string) => (i: Interval) =>
  perSecond(rise(read(i.from, column), read(i.to, column)), i.us);
export const total = (pattern: RegExp) => (i: Interval) =>
  perSecond(rise(sum(i.from, pattern), sum(i.to, pattern)), i.us);
export const cpus = (role: string) => (i: Interval) => {
  const rose = rise(read(i.from, `process/${role}/cpuUs`), read(i.to, `process/${role}/cpuUs`));
  return rose === null ? null : rose / i.us;
};

/**
 * The rate of a counter that is read more slowly than samples are taken, over the time between its readings. Null where
 * it was not read again; over the interval itself where the agent did not say when it was read.
 */
export const everyReading =
  (time: string) =>
  (count: Count, scale = 1) =>
  ({ from, to, us }: Interval): number | null => {
    const between = read(to, time) === null ? us : rise(read(from, time), read(to, time));
    const rose = rise(count(from), count(to));
    return between && rose !== null ? (rose * (scale * 1e6)) / between : null;
  };

export const everySecond = everyReading('system/everySecondReadMonotonicUs');
/** Percent of the time in which some task of the machine waited for it. */
export const pressurePercent = (resource: string) => everySecond(counterOf(`pressure/${resource}/someUs`), 1e-4);
/** Threads of a role that waited for a CPU, on average since they were asked before. */
export const waitingThreads = (role: string) =>
  everyReading(`process/${role}/runDelayReadMonotonicUs`)(counterOf(`process/${role}/runDelayUs`), 1e-6);
export const everyFiveSeconds = everyReading('process/others/readMonotonicUs');
