import { read, rise, sum } from './counters.ts';
import { counterOf, everyReading, type Rate, total } from './rates.ts';

/** A cache says when it was asked. */
const ofCache = everyReading('cache/readMonotonicUs');
const ofDisk = (figure: string): RegExp => new RegExp(`^disk/[^/]+/${figure}$`);

/** The disk that a database writes to, and the cache's own counters. */
export const SERVICE_RATES: Rate[] = [
  { name: 'diskBusyPercent', unit: '%', of: busyPercent(ofDisk('busyUs')) },
  { name: 'diskReadsPerSecond', unit: '/s', of: total(ofDisk('reads')) },
  { name: 'diskWritesPerSecond', unit: '/s', of: total(ofDisk('writes')) },
  { name: 'diskFlushesPerSecond', unit: '/s', of: total(ofDisk('flushes')) },
  { name: 'diskReadMs', unit: 'ms', of: meanMs('readUs', 'reads') },
  { name: 'diskWriteMs', unit: 'ms', of: meanMs('writeUs', 'writes') },
  { name: 'diskFlushMs', unit: 'ms', of: meanMs('flushUs', 'flushes') },
  { name: 'cacheMainThreadPercent', unit: '%', of: ofCache(counterOf('cache/mainThreadCpuUs'), 1e-4) },
  { name: 'cacheCommandsPerSecond', unit: '/s', of: ofCache(counterOf('cache/commands')) },
  { name: 'cacheMissesPerSecond', unit: '/s', of: ofCache(counterOf('cache/misses')) },
  { name: 'cacheEvictionsPerSecond', unit: '/s', of: ofCache(counterOf('cache/evictions')) },
  { name: 'cacheClients', unit: 'clients', of: ({ to }) => read(to, 'cache/clients') },
];

/** The mean duration of the requests that ended within the interval; null if none did. */
function meanMs(time: string, count: string): Rate['of'] {
  const [times, counts] = [ofDisk(time), ofDisk(count)];
  return ({ from, to }) => {
    const us = rise(sum(from, times), sum(to, times));
    const many = rise(sum(from, counts), sum(to, counts));
    return many && us !== null ? us / many / 1000 : null;
  };
}

function busyPercent(time: RegExp): Rate['of'] {
  return ({ from, to, us }) => {
    const busyUs = rise(sum(from, time), sum(to, time));
    return busyUs === null ? null : (busyUs * 100) / us;
  };
}
