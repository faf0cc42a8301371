import { expect, test } from 'vitest';
import { sampleHost } from '@/testing/comparison-sample';
import { latestOf, together } from './hosts-together';

const S = 1_000_000;
const a = { timesUs: [1, 2, 3].map((s) => s * S), values: [1, 2, null] };
const b = { timesUs: [1.3, 2.3, 9].map((s) => s * S), values: [10, 20, 30] };

test('what hosts use together is summed, a share has its mean, and a hole stays one', () => {
  expect(together([a, b], 'CPUs')).toEqual([11, 22, null]);
  expect(together([a, b], '%')).toEqual([5.5, 11, null]);
  expect(together([a, { ...b, timesUs: [7, 8, 9].map((s) => s * S) }], 'CPUs')).toEqual([null, null, null]);
});

test('one host is itself, and none is nothing', () => {
  expect([together([a], '%'), together([], '%')]).toEqual([[1, 2, null], []]);
});

test('the newest readings are summed over the hosts that have any', () => {
  const hosts = [
    sampleHost(0, { toolCpus: [1, 2, null] }),
    sampleHost(0, { toolCpus: [4] }),
    sampleHost(0, { x: [1] }),
  ];
  const now = hosts.map((host) => ({ host, sinceUs: null }));
  expect(latestOf(now, 'toolCpus')).toEqual({ sum: 6, most: 4, of: 2 });
  expect(latestOf(now, 'missing')).toBeNull();
});
