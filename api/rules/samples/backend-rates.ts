import { read, rise } from './counters.ts';
import { counterOf, cpus, everyReading, type Interval, perSecond, type Rate } from './rates.ts';
import type { SampleFrame } from './sample-frame.ts';

/** What stands behind the reference server: its pools and calls as it counts them, and the database as that counts. */
export const BACKEND_RATES: Rate[] = [
  { name: 'backendCpus', unit: 'CPUs', of: cpus('backend') },
  { name: 'backendRssBytes', unit: 'bytes', of: ({ to }) => read(to, 'process/backend/rssBytes') },
  ...poolRates('database'),
  ...poolRates('cache'),
  { name: 'writtenRowsPerSecond', unit: '/s', of: ofTarget('writes/rows') },
  { name: 'writeCommitsPerSecond', unit: '/s', of: ofTarget('writes/commits') },
  { name: 'databaseCommitsPerSecond', unit: '/s', of: ofDatabase('commits') },
  { name: 'databaseRollbacksPerSecond', unit: '/s', of: ofDatabase('rollbacks') },
  { name: 'walFsyncsPerSecond', unit: '/s', of: ofDatabase('wal/fsyncs') },
  { name: 'walFsyncMs', unit: 'ms', of: walFsyncMs },
  { name: 'sessionsRunning', unit: 'sessions', of: sessions('running') },
  { name: 'sessionsWaitingForLocks', unit: 'sessions', of: sessions('lock') },
  { name: 'sessionsWaitingForWal', unit: 'sessions', of: sessions('wal') },
  { name: 'sessionsWaitingForIo', unit: 'sessions', of: sessions('io') },
  { name: 'downstreamCallsPerSecond', unit: '/s', of: ofTarget('downstream/calls') },
  { name: 'downstreamAttemptsPerSecond', unit: '/s', of: ofTarget('downstream/attempts') },
  {
    name: 'downstreamFailuresPerSecond',
    unit: '/s',
    of: ofTarget('downstream/timedOut', 'downstream/refused', 'downstream/unanswered'),
  },
  { name: 'downstreamInFlight', unit: 'calls', of: ({ to }) => fresh(to, 'downstream/inFlight') },
];

/** Of its moment: a pool that is full for a whole second shows as that. */
function poolRates(pool: 'database' | 'cache'): Rate[] {
  return [
    { name: `${pool}PoolInUse`, unit: 'connections', of: ({ to }) => fresh(to, `${pool}/inUse`) },
    { name: `${pool}PoolSize`, unit: 'connections', of: ({ to }) => fresh(to, `${pool}/size`) },
    { name: `${pool}PoolWaiting`, unit: 'requests', of: ({ to }) => fresh(to, `${pool}/waiting`) },
  ];
}

/** What the target tells of itself; null where it did not answer in time. */
const fresh = (frame: SampleFrame, figure: string): number | null =>
  read(frame, 'target/requestsStale') === 1 ? null : read(frame, `target/${figure}`);

/** The rate of all of these counters of the target together. */
function ofTarget(...figures: string[]): Rate['of'] {
  return ({ from, to, us }) => {
    const rises = figures.map((figure) => rise(fresh(from, figure), fresh(to, figure)));
    return rises.reduce<number | null>((sum, one) => {
      const rate = perSecond(one, us);
      return sum === null || rate === null ? null : sum + rate;
    }, 0);
  };
}

/** PostgreSQL is read once a second; sessions hand in their counts as often. */
function ofDatabase(figure: string): Rate['of'] {
  return everyReading('database/readMonotonicUs')(counterOf(`database/${figure}`));
}

/** How long one flush of the WAL took, of those that ended since the reading before; no time at all is one that was not measured. */
function walFsyncMs({ from, to }: Interval): number | null {
  const many = rise(read(from, 'database/wal/fsyncs'), read(to, 'database/wal/fsyncs'));
  const us = rise(read(from, 'database/wal/fsyncUs'), read(to, 'database/wal/fsyncUs'));
  return many && us ? us / many / 1000 : null;
}

/** Sessions of clients in that state, on average over the looks of the interval. */
function sessions(state: string): Rate['of'] {
  return ({ from, to }) => {
    const looks = rise(read(from, 'database/sessions/looks'), read(to, 'database/sessions/looks'));
    const seen = rise(read(from, `database/sessions/${state}`), read(to, `database/sessions/${state}`));
    return looks && seen !== null ? seen / looks : null;
  };
}
