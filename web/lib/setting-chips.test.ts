import { askedOf } from '@rules/tuning/setting-words';
import { expect, test } from 'vitest';
import { tuningWith } from '@/testing/tuning';
import { askedChips, whyNoChips } from './setting-chips';

test('a client that is a host of its own has its own settings, and one that is the server’s has the server’s', () => {
  const tuning = { targetCpus: '0-3', server: tuningWith({ mtuBytes: 1500 }), clients: tuningWith({ nicQueues: 2 }) };
  expect(askedOf(tuning, ['server', 'client']).map(({ setting }) => setting)).toEqual(['targetCpus', 'mtuBytes']);
  expect(askedOf(tuning, ['client']).map(({ setting }) => setting)).toEqual(['nicQueues']);
  const spec = { tuning, server: { hostId: 'a' } };
  const shorts = (clientId: string) =>
    askedChips({ ...spec, clients: [{ hostId: clientId }] } as Parameters<typeof askedChips>[0]).map(
      ({ short }) => short,
    );
  expect(shorts('a')).toEqual(['CPUs 0-3', 'MTU 1500']);
  expect(shorts('b')).toEqual(['CPUs 0-3', 'MTU 1500', 'client: 2 NIC queues']);
});

test('an imported run tells its tuning in the words of its source, and whether there was none or nothing is known', () => {
  const imported = (described: object[] | null) =>
    ({ specVersion: 0, tuning: { targetCpus: '0-15', server: null, clients: null, described } }) as Parameters<
      typeof askedChips
    >[0];
  expect(askedChips(imported([{ setting: 'irqbalance', value: 'stopped' }])).map(({ short }) => short)).toEqual([
    'CPUs 0-15',
    'irqbalance: stopped',
  ]);
  expect(whyNoChips(imported(null))).toMatch(/says nothing of tuning/);
  expect(whyNoChips(imported([]))).toBe('No tuning was asked for');
});
