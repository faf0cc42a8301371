import { expect, it } from 'vitest';
import { cacheServerRows, diskRows, diskText } from './service-rows.ts';

const host = { hostId: 'h', name: 'db-1' };
const disk = {
  ...{ ...host, device: 'vda', seconds: 10, busyUs: 3_100_000 },
  ...{ reads: 0, readUs: 0, writes: 46_200, writeUs: 7_392_000, flushes: 23_100, flushUs: 3_465_000 },
};

it('has how busy a disk was, and how long its writes and flushes took', () => {
  const rows = diskRows(disk);
  expect(rows.map(({ resource, usedLow, unit }) => [resource, usedLow, unit])).toEqual([
    ['disk-busy', 31, '%'],
    ['disk-requests', 1.0857, 'requests'],
    ['disk-writes', 4620, 'writes/s'],
    ['disk-flushes', 2310, 'flushes/s'],
  ]);
  expect(rows.map(({ source }) => source).slice(2)).toEqual([
    '/sys/block/vda/stat of db-1; 0.16 ms each',
    '/sys/block/vda/stat of db-1; 0.15 ms each',
  ]);
  expect(rows.map(({ fullAtPercent }) => fullAtPercent)).toEqual([null, null, null, null]);
});

it('says what a disk took in a sentence, as far as it took anything', () => {
  expect(diskText(disk)).toBe('its disk vda took 4,620 writes/s of 0.16 ms and 2,310 flushes/s of 0.15 ms');
  expect(diskText({ ...disk, flushes: null, flushUs: null })).toBe('its disk vda took 4,620 writes/s of 0.16 ms');
  expect(diskText({ ...disk, flushes: 0, flushUs: 0, writes: 0, writeUs: 0 })).toBe('');
});

it('has no flushes of a disk that counted none, and no time of what there was none of', () => {
  const idle = { ...disk, writes: 0, writeUs: 0, flushes: 0, flushUs: 0, reads: 5, readUs: 5000 };
  const rows = diskRows(idle);
  expect(rows.map(({ resource }) => resource)).toEqual(['disk-busy', 'disk-requests', 'disk-writes', 'disk-reads']);
  expect(rows[2]?.source).toBe('/sys/block/vda/stat of db-1');
  expect(diskRows({ ...idle, flushes: null, flushUs: null }).map(({ resource }) => resource)).not.toContain(
    'disk-flushes',
  );
});

const cache = {
  ...host,
  seconds: 10,
  commands: 1_200_000,
  hits: 990,
  misses: 10,
  evictions: 0,
  mainThreadUs: 9_700_000,
};

it('has the one thread in which a cache runs its commands', () => {
  const [thread, commands] = cacheServerRows(cache);
  expect(thread).toMatchObject({ resource: 'cache-thread', percentLow: 97, fullAtPercent: 95 });
  expect(commands).toMatchObject({ usedLow: 120_000, unit: 'commands/s' });
  expect(commands?.source).toBe('INFO stats of the cache on db-1; 99 % of the keys that were asked for were there');
});

it('says what a cache lost, and leaves out what it does not tell', () => {
  const rows = cacheServerRows({ ...cache, hits: 0, misses: 0, evictions: 1204, mainThreadUs: null });
  expect(rows.map(({ resource, source }) => [resource, source])).toEqual([
    ['cache-commands', 'INFO stats of the cache on db-1; 1,204 keys were evicted'],
  ]);
});

it('has no rows without them', () => {
  expect([...diskRows(undefined), ...cacheServerRows(undefined)]).toEqual([]);
});
