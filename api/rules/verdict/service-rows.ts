import type { CacheServerEvidence, DiskEvidence } from '../../contract/evidence.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { amount, percent } from './amounts.ts';
import { row } from './evidence-row.ts';
import { CORE_FULL } from './thresholds.ts';

/** What the disk below the database did. It decides nothing: a disk takes many requests at a time, and no counter says how many it could. */
export function diskRows(disk: DiskEvidence | undefined): EvidenceRow[] {
  if (!disk) return [];
  const { device, name, seconds, reads, writes, flushes, busyUs } = disk;
  const from = `/sys/block/${device}/stat of ${name}`;
  const of = { side: null, source: from };
  const each = (count: number, us: number | null): string =>
    count > 0 && us !== null ? `${from}; ${millis(us / count)} each` : from;
  return [
    row({
      ...of,
      resource: 'disk-busy',
      label: `disk ${device}: busy`,
      unit: '%',
      low: (busyUs * 100) / (seconds * 1e6),
      ceiling: 100,
      source: `${from}; the kernel counts each tick of its clock in which a request began or ended, so short requests look longer`,
    }),
    row({
      ...of,
      resource: 'disk-requests',
      label: `disk ${device}: requests at a time`,
      unit: 'requests',
      low: requestsAtATime(disk),
    }),
    row({
      ...of,
      resource: 'disk-writes',
      label: `disk ${device}: writes`,
      unit: 'writes/s',
      low: writes / seconds,
      source: each(writes, disk.writeUs),
    }),
    ...(flushes === null || flushes === 0
      ? []
      : [
          row({
            ...of,
            resource: 'disk-flushes',
            label: `disk ${device}: flushes of its cache`,
            unit: 'flushes/s',
            low: flushes / seconds,
            source: each(flushes, disk.flushUs),
          }),
        ]),
    ...(reads === 0
      ? []
      : [
          row({
            ...of,
            resource: 'disk-reads',
            label: `disk ${device}: reads`,
            unit: 'reads/s',
            low: reads / seconds,
            source: each(reads, disk.readUs),
          }),
        ]),
  ];
}

/** 'its disk vda took 4,620 writes/s of 0.16 ms and 2,310 flushes/s of 0.15 ms': the device's part of an fsync. */
export function diskText({ device, seconds, writes, writeUs, flushes, flushUs }: DiskEvidence): string {
  const told = (count: number | null, us: number | null, what: string): string =>
    count === null || us === null || count === 0 ? '' : `${amount(count / seconds)} ${what}/s of ${millis(us / count)}`;
  const both = [told(writes, writeUs, 'writes'), told(flushes, flushUs, 'flushes')].filter(Boolean).join(' and ');
  return both && `its disk ${device} took ${both}`;
}

/** How many requests the disk had on average: their time, over the time. */
const requestsAtATime = ({ seconds, readUs, writeUs, flushUs }: DiskEvidence): number =>
  (readUs + writeUs + (flushUs ?? 0)) / (seconds * 1e6);

const millis = (us: number): string => `${amount(us / 1000)} ms`;

/** A cache runs its commands in one thread, which may be full while the CPUs of its host are not. */
export function cacheServerRows(cache: CacheServerEvidence | undefined): EvidenceRow[] {
  if (!cache) return [];
  const { name, seconds, commands, hits, misses, evictions, mainThreadUs } = cache;
  const asked = hits + misses;
  const found = asked === 0 ? '' : `; ${percent(hits / asked)} of the keys that were asked for were there`;
  const lost = evictions === 0 ? '' : `; ${amount(evictions)} keys were evicted`;
  const of = { side: null };
  return [
    ...(mainThreadUs === null
      ? []
      : [
          row({
            ...of,
            resource: 'cache-thread',
            label: 'cache: its main thread',
            unit: '%',
            low: (mainThreadUs * 100) / (seconds * 1e6),
            ceiling: 100,
            full: CORE_FULL,
            source: `INFO cpu of the cache on ${name}`,
          }),
        ]),
    row({
      ...of,
      resource: 'cache-commands',
      label: 'cache: commands',
      unit: 'commands/s',
      low: commands / seconds,
      source: `INFO stats of the cache on ${name}${found}${lost}`,
    }),
  ];
}
