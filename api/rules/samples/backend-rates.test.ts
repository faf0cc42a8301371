import { expect, test } from 'vitest';
import type { SampleFrame } from './sample-frame.ts';
import { deriveSeries, spreadBack } from './series.ts';

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

const seriesOf = (frames: SampleFrame[], samplesPerSecond = 1) => {
  const { columns } = spreadBack(deriveSeries(frames, samplesPerSecond));
  return Object.fromEntries(columns.map(({ name, values }) => [name, values]));
};

test('a pool is shown as it was at that moment, and not where the target did not answer', () => {
  const pool = (second: number, inUse: number, waiting: number, stale = 0) =>
    at(second, {
      'target/requestsStale': stale,
      'target/database/size': 10,
      'target/database/inUse': inUse,
      'target/database/waiting': waiting,
    });
  const series = seriesOf([pool(0, 0, 0), pool(1, 10, 90), pool(2, 10, 90, 1), pool(3, 4, 0)]);
  expect(series).toEqual({
    databasePoolInUse: [10, null, 4],
    databasePoolSize: [10, null, 10],
    databasePoolWaiting: [90, null, 0],
  });
});

test('what a database counts is a rate between its readings, which come once a second', () => {
  // Two frames a second; the reading at 0.9 s is told from the frame at 1 s on: 90 fsyncs of 2 ms each in 0.9 s.
  const database = (second: number, readUs: number, fsyncs: number) =>
    at(second, {
      'process/backend/cpuUs': second * 1e6,
      'database/readMonotonicUs': readUs,
      'database/commits': fsyncs * 4,
      'database/rollbacks': 0,
      'database/wal/fsyncs': fsyncs,
      'database/wal/fsyncUs': fsyncs * 2000,
    });
  const series = seriesOf([database(0, 0, 0), database(0.5, 0, 0), database(1, 900_000, 90)], 2);
  expect(series).toEqual({
    backendCpus: [1, 1],
    databaseCommitsPerSecond: [400, 400],
    databaseRollbacksPerSecond: [0, 0],
    walFsyncsPerSecond: [100, 100],
    walFsyncMs: [2, 2],
  });
});

test('without a flush there is no time of one', () => {
  const quiet = { 'database/readMonotonicUs': 1_000_000, 'database/wal/fsyncs': 7, 'database/wal/fsyncUs': 70 };
  const { walFsyncsPerSecond, walFsyncMs } = seriesOf([
    at(0, { ...quiet, 'database/readMonotonicUs': 0 }),
    at(1, quiet),
  ]);
  expect([walFsyncsPerSecond, walFsyncMs]).toEqual([[0], undefined]);
});

test('sessions are means over the looks that were taken', () => {
  const looked = (second: number, looks: number, lock: number, wal: number) =>
    at(second, {
      'database/sessions/looks': looks,
      'database/sessions/running': looks,
      'database/sessions/lock': lock,
      'database/sessions/wal': wal,
      'database/sessions/io': 0,
    });
  // Ten looks: one session ran at each, eight waited for locks at each, one for the WAL at every other.
  expect(seriesOf([looked(0, 0, 0, 0), looked(1, 10, 80, 5)])).toEqual({
    sessionsRunning: [1],
    sessionsWaitingForLocks: [8],
    sessionsWaitingForWal: [0.5],
    sessionsWaitingForIo: [0],
  });
});

test('attempts and failures of calls are told beside the calls', () => {
  const called = (second: number, calls: number, attempts: number, refused: number, timedOut: number) =>
    at(second, {
      'target/requestsStale': 0,
      'target/downstream/calls': calls,
      'target/downstream/attempts': attempts,
      'target/downstream/refused': refused,
      'target/downstream/timedOut': timedOut,
      'target/downstream/unanswered': 0,
      'target/downstream/inFlight': 3,
    });
  expect(seriesOf([called(0, 0, 0, 0, 0), called(2, 200, 300, 60, 50)])).toEqual({
    downstreamCallsPerSecond: [100],
    downstreamAttemptsPerSecond: [150],
    downstreamFailuresPerSecond: [55],
    downstreamInFlight: [3],
  });
});

test('CPU time and memory of the services are told apart from those of the target', () => {
  const used = (second: number, cpuUs: number) =>
    at(second, { 'process/backend/cpuUs': cpuUs, 'process/backend/rssBytes': 5e7 });
  expect(seriesOf([used(0, 0), used(1, 750_000)])).toEqual({ backendCpus: [0.75], backendRssBytes: [5e7] });
});
