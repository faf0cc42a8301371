import { type Group, line, slow } from './series-group';

/** The disk that a database writes to, and what a cache says of itself. */
export const SERVICE_GROUPS: Group[] = [
  { id: 'disk-busy', title: 'Disk of the database, busy', lines: [line('diskBusyPercent', 'busy', 'server')] },
  {
    id: 'disk-requests',
    title: 'Disk of the database, requests',
    lines: [
      line('diskWritesPerSecond', 'writes', 'server'),
      line('diskFlushesPerSecond', 'flushes of its cache', 'bad', 'dashed'),
      line('diskReadsPerSecond', 'reads', 'client', 'dotted'),
    ],
  },
  {
    id: 'disk-times',
    title: 'Disk of the database, time of one request',
    lines: [
      line('diskWriteMs', 'a write', 'server'),
      line('diskFlushMs', 'a flush', 'bad', 'dashed'),
      line('diskReadMs', 'a read', 'client', 'dotted'),
    ],
  },
  {
    id: 'cache-thread',
    title: 'Main thread of the cache',
    lines: [slow('cacheMainThreadPercent', 'of one CPU', 'server')],
  },
  {
    id: 'cache',
    title: 'Commands of the cache',
    lines: [
      slow('cacheCommandsPerSecond', 'commands', 'server'),
      slow('cacheMissesPerSecond', 'keys not there', 'client', 'dashed'),
      slow('cacheEvictionsPerSecond', 'keys evicted', 'bad', 'dotted'),
    ],
  },
  { id: 'cache-clients', title: 'Connections of the cache', lines: [line('cacheClients', 'clients', 'server')] },
];
