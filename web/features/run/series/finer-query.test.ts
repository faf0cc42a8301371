import type { HostSeries } from '@contract/samples';
import { expect, test } from 'vitest';
import { sampleHost } from '@/testing/comparison-sample';
import { finerOf, finerQuery } from './finer-query';

const S = 1e6;
const ended = { id: 'r', state: 'finished' } as const;
const rows = Array.from({ length: 100 }, () => 5);
const every = sampleHost(0, { cpuBusyPercent: rows });
const thinned: HostSeries = { ...every, readings: rows };
const asked = (...of: Parameters<typeof finerQuery>): boolean => finerQuery(...of).enabled === true;

test('a part is read in rows of its own only where those of the whole are of several readings', () => {
  expect(asked(ended, thinned, { fromUs: 10 * S, toUs: 20 * S })).toBe(true);
  expect(asked(ended, every, { fromUs: 10 * S, toUs: 20 * S })).toBe(false);
  expect(asked(ended, thinned, { fromUs: 5 * S, toUs: 90 * S })).toBe(false);
});

test('what a run that goes on has not come to is not kept as if it were all', () => {
  const running = { id: 'r', state: 'measuring' } as const;
  expect(asked(running, thinned, { fromUs: 10 * S, toUs: 20 * S })).toBe(true);
  expect(asked(running, thinned, { fromUs: 90 * S, toUs: 99 * S })).toBe(false);
  expect(asked(ended, thinned, { fromUs: 90 * S, toUs: 99 * S })).toBe(true);
});

test('strips that show the same part share one answer, whole microseconds or not', () => {
  const key = (fromUs: number) => finerQuery(ended, thinned, { fromUs, toUs: 20 * S }).queryKey;
  expect(key(10 * S + 0.25)).toEqual(key(10 * S));
});

test('a host without rows in the part keeps those of the whole', () => {
  const part = { ...every, timesUs: [11 * S] };
  expect(finerOf(thinned, { hosts: [part] })).toBe(part);
  expect(finerOf(thinned, { hosts: [{ ...part, timesUs: [] }] })).toBe(thinned);
  expect(finerOf(thinned, { hosts: [{ ...part, hostId: 'another' }] })).toBe(thinned);
  expect(finerOf(thinned, undefined)).toBe(thinned);
});
