import { expect, it } from 'vitest';
import { hopelessSentence, type LaunchedHost, SILENT_MINUTES, waitingCostText, whyHopeless } from './hopeless-host.ts';

const NOW_US = 1e15;
const host = (over: Partial<LaunchedHost> = {}): LaunchedHost => ({
  ...{ name: 'ec2-1', launchId: 'launch', isAwaited: false, dirtyKind: null, dirtyReason: null, lastSeenAtUs: NOW_US },
  ...over,
});
const minutesAgo = (minutes: number) => NOW_US - minutes * 60e6;
const MISMATCH = { dirtyKind: 'mismatch', dirtyReason: 'After a restore these read back differently: mtu' } as const;

it.each([
  ['is as it was', {}],
  ['was enrolled, and costs nothing', { ...MISMATCH, launchId: null, lastSeenAtUs: 0 }],
  ['is still to join', { isAwaited: true, lastSeenAtUs: 0 }],
  ['may yet say that it was put back', { dirtyKind: 'unconfirmed', dirtyReason: 'Its agent was lost.' }],
  ['may be booting', { lastSeenAtUs: minutesAgo(SILENT_MINUTES - 1) }],
] as [string, Partial<LaunchedHost>][])('a host that %s is waited for', (_, over) => {
  expect(whyHopeless(host(over), NOW_US)).toBeNull();
});

it('a launched host that only a person can clean, or that stays silent, is not', () => {
  expect(hopelessSentence('2 of 3 rounds', whyHopeless(host(MISMATCH), NOW_US) ?? '')).toBe(
    'Stopped after 2 of 3 rounds, because its EC2 hosts cost money and only a person can clean ec2-1. After a restore these read ' +
      'back differently: mtu. Duplicate and edit it to run it on new hosts.',
  );
  expect(whyHopeless(host({ lastSeenAtUs: minutesAgo(SILENT_MINUTES) }), NOW_US)).toBe(
    'ec2-1 has been silent for 10 min.',
  );
});

it('what it costs to wait is said of launched hosts alone, and without a figure where a price is missing', () => {
  expect(waitingCostText([])).toBe('');
  expect(waitingCostText([340_000, 170_000])).toBe(
    ' Meanwhile its EC2 hosts cost $0.51 an hour, until their TTL or budget ends them, or for as long as they are kept after you stop the experiment.',
  );
  expect(waitingCostText([340_000, null])).toMatch(/^ Meanwhile its EC2 hosts cost money, until /);
});
