import type { CacheServerCounts, DiskCounts, UnderLoad } from '../../contract/host-counts.ts';
import type { Rises } from './rises.ts';

const DISK = /^disk\/([^/]+)\/(reads|readUs|writes|writeUs|flushes|flushUs|busyUs)$/;
/** When the cache was asked, by the clock of its host. */
const ASKED_AT = 'cache/readMonotonicUs';
const CACHE = /^cache\/(readMonotonicUs|commands|hits|misses|evictions|mainThreadCpuUs)$/;

export const isServiceColumn = (name: string): boolean => DISK.test(name) || CACHE.test(name);

/** What the disk of a database and a cache counted while load was driven. */
export function serviceCounts(load: Rises, whole: Rises): Pick<UnderLoad, 'disk' | 'cacheServer'> {
  const disk = diskCounts(load);
  // A cache is asked once a second: a short load may hold no two readings.
  const cacheServer = cacheCounts(load) ?? cacheCounts(whole);
  return { ...(disk && { disk }), ...(cacheServer && { cacheServer }) };
}

function diskCounts(rises: Rises): DiskCounts | null {
  const totals = rises.totals();
  const device = [...totals.keys()].map((name) => DISK.exec(name)?.[1]).find((name) => name !== undefined);
  const seconds = rises.us() / 1e6;
  if (device === undefined || seconds === 0) return null;
  const counted = (name: string): number | null => totals.get(`disk/${device}/${name}`) ?? null;
  return {
    device,
    seconds,
    reads: counted('reads') ?? 0,
    readUs: counted('readUs') ?? 0,
    writes: counted('writes') ?? 0,
    writeUs: counted('writeUs') ?? 0,
    flushes: counted('flushes'),
    flushUs: counted('flushUs'),
    busyUs: counted('busyUs') ?? 0,
  };
}

function cacheCounts(rises: Rises): CacheServerCounts | null {
  const totals = rises.totals();
  const us = totals.get(ASKED_AT);
  if (!us) return null;
  const counted = (name: string): number => totals.get(`cache/${name}`) ?? 0;
  return {
    seconds: us / 1e6,
    commands: counted('commands'),
    hits: counted('hits'),
    misses: counted('misses'),
    evictions: counted('evictions'),
    mainThreadUs: totals.get('cache/mainThreadCpuUs') ?? null,
  };
}
