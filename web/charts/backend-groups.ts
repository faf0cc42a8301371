import { type Group, line, slow } from './series-group';

const pool = (name: 'database' | 'cache'): Group[] => [
  {
    id: `${name}-pool`,
    title: `Connections of the ${name} pool`,
    lines: [line(`${name}PoolInUse`, 'in use', 'server'), line(`${name}PoolSize`, 'at most', 'muted', 'dotted')],
  },
  {
    id: `${name}-waiting`,
    title: `Requests waiting for a ${name} connection`,
    lines: [line(`${name}PoolWaiting`, 'waiting', 'bad')],
  },
];

/** What stands behind the reference server. */
export const BACKEND_GROUPS: Group[] = [
  ...pool('database'),
  {
    id: 'sessions',
    title: 'Database sessions by what they do',
    lines: [
      slow('sessionsRunning', 'running', 'server'),
      slow('sessionsWaitingForLocks', 'waiting for locks', 'bad', 'dashed'),
      slow('sessionsWaitingForWal', 'waiting for the WAL', 'client', 'dotted'),
      slow('sessionsWaitingForIo', 'waiting for other I/O', 'muted', 'dashed'),
    ],
  },
  {
    id: 'wal-fsyncs',
    title: 'WAL fsyncs',
    lines: [slow('walFsyncsPerSecond', 'fsyncs', 'server')],
  },
  { id: 'wal-fsync-time', title: 'Time of one WAL fsync', lines: [slow('walFsyncMs', 'each', 'server')] },
  {
    id: 'writes',
    title: 'Rows written by the target',
    lines: [
      line('writtenRowsPerSecond', 'rows', 'server'),
      line('writeCommitsPerSecond', 'commits that carried them', 'client', 'dashed'),
    ],
  },
  {
    id: 'transactions',
    title: 'Database transactions',
    lines: [
      slow('databaseCommitsPerSecond', 'committed, reads too', 'server'),
      slow('databaseRollbacksPerSecond', 'rolled back', 'bad', 'dashed'),
    ],
  },
  ...pool('cache'),
  {
    id: 'downstream',
    title: 'Calls of the downstream server',
    lines: [
      line('downstreamCallsPerSecond', 'calls', 'server'),
      line('downstreamAttemptsPerSecond', 'attempts', 'client', 'dashed'),
      line('downstreamFailuresPerSecond', 'failed attempts', 'bad', 'dotted'),
    ],
  },
  {
    id: 'downstream-in-flight',
    title: 'Downstream calls in flight',
    lines: [line('downstreamInFlight', 'calls', 'server')],
  },
];
