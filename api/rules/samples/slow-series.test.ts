import { describe, expect, it } from 'vitest';
import type { SampleFrame } from './sample-frame.ts';
import { deriveSeries, spreadBack } from './series.ts';

const SECOND = 'system/everySecondReadMonotonicUs';
const FIVE = 'process/others/readMonotonicUs';

/** A frame `second` s into the run, with the columns that are given. */
const at = (second: number, counted: Record<string, number>): SampleFrame => ({
  incarnationId: 'life-1',
  columns: Object.keys(counted),
  sequence: Math.round(second * 10),
  timeUs: 1e15 + second * 1e6,
  monotonicUs: second * 1e6,
  boundary: false,
  values: Object.values(counted),
});

const column = (frames: SampleFrame[], name: string) =>
  deriveSeries(frames, 1).columns.find((c) => c.name === name)?.values;

/** CPUs of one second that were busy for so many per cent of it. */
const cpus = (...percents: number[]) =>
  Object.fromEntries(
    percents.flatMap((percent, cpu) => [
      [`cpu/${cpu}/userUs`, percent * 1e4],
      [`cpu/${cpu}/idleUs`, (100 - percent) * 1e4],
    ]),
  );
const noCpus = { 'cpu/0/userUs': 0, 'cpu/0/idleUs': 0, 'cpu/1/userUs': 0, 'cpu/1/idleUs': 0 };

describe('series of CPUs', () => {
  it('say which CPU is the hottest, and how many have something to do', () => {
    const frames = [at(0, noCpus), at(1, cpus(4, 90))];
    expect(column(frames, 'hottestCpu')).toEqual([1]);
    expect(column(frames, 'hottestCpuPercent')).toEqual([90]);
    expect(column(frames, 'activeCpus')).toEqual([1]);
  });

  it('say nothing of single CPUs across a change of them', () => {
    const frames = [at(0, { 'cpu/0/userUs': 0, 'cpu/0/idleUs': 0 }), at(1, cpus(4, 90))];
    expect(column(frames, 'hottestCpu')).toBeUndefined();
    expect(column(frames, 'activeCpus')).toBeUndefined();
  });

  it('take the mean of the clocks', () => {
    const clocks = (a: number, b: number) => ({ 'cpu/0/frequencyHz': a, 'cpu/1/frequencyHz': b });
    expect(column([at(0, clocks(1, 1)), at(1, clocks(2e9, 3e9))], 'cpuFrequencyMeanHz')).toEqual([2.5e9]);
  });

  it('give the share of periods in which a quota ran out, and nothing without a quota', () => {
    const quota = (periods: number, throttled: number) => ({
      'cgroup/periods': periods,
      'cgroup/throttledPeriods': throttled,
    });
    expect(column([at(0, quota(5, 1)), at(1, quota(15, 4))], 'throttledPercent')).toEqual([30]);
    expect(column([at(0, quota(0, 0)), at(1, quota(0, 0))], 'throttledPercent')).toBeUndefined();
  });
});

describe('series of what is read once a second', () => {
  const ticks = (second: number, readAt: number, exceeded: number) =>
    at(second, {
      'nic/eth0/rxBytes': second * 1000,
      'nic/eth0/allowance/bwInExceeded': exceeded,
      'nic/eth0/allowance/ppsExceeded': exceeded,
      'nic/eth0/queue/3/rxPackets': exceeded * 10,
      'tcp/retransmittedSegments': exceeded,
      [SECOND]: readAt * 1e6,
    });
  const tenHertz = [0, 0.1, 0.2, 0.3].map((second) => ticks(second, 0, 0)).concat(ticks(1, 1, 50), ticks(1.1, 1, 50));

  it('are over the time between readings, and null between them', () => {
    expect(column(tenHertz, 'nic/eth0/allowanceExceededPerSecond')).toEqual([null, null, null, 100, null]);
    expect(column(tenHertz, 'nic/eth0/queue/3/rxPacketsPerSecond')).toEqual([null, null, null, 500, null]);
    expect(column(tenHertz, 'retransmittedSegmentsPerSecond')).toEqual([null, null, null, 50, null]);
  });

  it('are spread over the rows that they are the mean of', () => {
    const spread = spreadBack(deriveSeries(tenHertz, 10));
    const values = spread.columns.find((c) => c.name === 'retransmittedSegmentsPerSecond')?.values;
    expect(values).toEqual([50, 50, 50, 50, null]);
  });

  it('are over the interval where an older agent did not say when it read them', () => {
    const older = [at(0, { 'tcp/listenOverflows': 0 }), at(2, { 'tcp/listenOverflows': 10 })];
    expect(column(older, 'listenOverflowsPerSecond')).toEqual([5]);
  });

  it('say how many threads waited for a CPU since they were asked, and how long some task of the machine did', () => {
    const counted = (waitedUs: number, askedUs: number, pressureUs: number, readUs: number) => ({
      'process/target/runDelayUs': waitedUs,
      'process/target/runDelayReadMonotonicUs': askedUs,
      'pressure/cpu/someUs': pressureUs,
      [SECOND]: readUs,
    });
    const frames = [
      at(0, counted(0, 0, 0, 0)),
      at(0.5, counted(0, 0, 0, 0)),
      at(1, counted(2_500_000, 1e6, 250_000, 1e6)),
      at(2, counted(2_500_000, 1e6, 250_000, 2e6)), // more threads than are asked every second
    ];
    expect(column(frames, 'targetWaitingThreads')).toEqual([null, 2.5, null]);
    expect(column(frames, 'cpuPressurePercent')).toEqual([null, 25, 0]);
  });

  it('are of a cache over the time between its answers', () => {
    const asked = (s: number) => ({
      'cache/readMonotonicUs': s * 1e6,
      'cache/commands': s * 5000,
      'cache/misses': 0,
      'cache/mainThreadCpuUs': s * 970_000,
      'cache/clients': 9 - s,
    });
    const frames = [at(0, asked(0)), at(0.5, asked(0)), at(1, asked(1.2))];
    expect(column(frames, 'cacheCommandsPerSecond')).toEqual([null, 5000]);
    expect(column(frames, 'cacheMissesPerSecond')).toEqual([null, 0]);
    expect(column(frames, 'cacheMainThreadPercent')).toEqual([null, 97]);
    expect(column(frames, 'cacheClients')).toEqual([9, 7.8]);
    expect(column(frames, 'cacheEvictionsPerSecond')).toBeUndefined();
  });

  it('keep interfaces with dots in their names apart', () => {
    const both = (a: number, b: number) => ({
      'nic/eth0.1/allowance/ppsExceeded': a,
      'nic/eth0x1/allowance/ppsExceeded': b,
    });
    const frames = [at(0, both(0, 0)), at(1, both(1, 20))];
    expect(column(frames, 'nic/eth0.1/allowanceExceededPerSecond')).toEqual([1]);
    expect(column(frames, 'nic/eth0x1/allowanceExceededPerSecond')).toEqual([20]);
  });
});

describe('series of a disk', () => {
  it('say how busy it was, what it did, and how long that took', () => {
    const counted = (s: number, writes: number) => ({
      'disk/vda/reads': 0,
      'disk/vda/readUs': 0,
      'disk/vda/writes': writes,
      'disk/vda/writeUs': writes * 160,
      'disk/vda/flushes': writes / 2,
      'disk/vda/flushUs': writes * 75,
      'disk/vda/busyUs': s * 310_000,
    });
    const frames = [at(0, counted(0, 0)), at(1, counted(1, 4620)), at(2, counted(2, 4620))];
    expect(column(frames, 'diskBusyPercent')).toEqual([31, 31]);
    expect(column(frames, 'diskWritesPerSecond')).toEqual([4620, 0]);
    expect(column(frames, 'diskFlushesPerSecond')).toEqual([2310, 0]);
    expect(column(frames, 'diskWriteMs')).toEqual([0.16, null]);
    expect(column(frames, 'diskFlushMs')).toEqual([0.15, null]);
    expect(column(frames, 'diskReadMs')).toBeUndefined();
  });
});

describe('series of what is read every five seconds', () => {
  it('are over those five seconds', () => {
    const frames = [0, 1, 2, 3, 4, 5].map((second) =>
      at(second, {
        'nic/eth0/qdisc/drops': second === 5 ? 10 : 0,
        'nic/eth0/qdisc/overlimits': second === 5 ? 500 : 0,
        'nic/eth0/rxBytes': second,
        [FIVE]: second === 5 ? 5e6 : 0,
      }),
    );
    expect(column(frames, 'nic/eth0/qdiscOverlimitsPerSecond')).toEqual([null, null, null, null, 100]);
    const spread = spreadBack(deriveSeries(frames, 1)).columns;
    expect(spread.find((c) => c.name === 'nic/eth0/qdiscDropsPerSecond')?.values).toEqual([2, 2, 2, 2, 2]);
  });
});
