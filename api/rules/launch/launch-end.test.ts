import { expect, test } from 'vitest';
import type { Launch } from '../../contract/launch.ts';
import {
  endingSentence,
  keepingAfter,
  keptBounds,
  launchEnd,
  launchHostsText,
  staysSentence,
  stillThere,
} from './launch-end.ts';

const TTL = { state: 'ready', endedAtUs: null, keptUntilUs: null, expiresAtUs: 100, runIds: [] } as const;
const end = (over: Partial<Launch>) => launchEnd({ ...TTL, runIds: [], ...over });

test('a launch says when it ends as things stand, and never later than its TTL', () => {
  expect(end({})).toEqual({ says: 'TTL ends', atUs: 100 });
  expect(end({ runIds: ['r'] })).toEqual({ says: 'in use, TTL ends', atUs: 100 });
  expect(end({ keptUntilUs: 50 })).toEqual({ says: 'kept, ends', atUs: 50 });
  expect(end({ keptUntilUs: 500 })).toEqual({ says: 'TTL ends', atUs: 100 });
  expect(end({ state: 'releasing', keptUntilUs: 50 })).toEqual({ says: 'ending now', atUs: null });
  expect(end({ state: 'released', endedAtUs: 40 })).toEqual({ says: 'ended', atUs: 40 });
});

const places = (...statuses: Launch['places'][number]['status'][]) =>
  statuses.map((status) => ({ status, instanceId: status === 'waiting' ? null : 'i-1' }) as never);

test('hosts are counted, and those that joined while some are to come', () => {
  expect(launchHostsText({ state: 'joining', places: places('joined', 'starting') })).toBe('2 hosts, 1 joined');
  expect(launchHostsText({ state: 'ready', places: places('joined') })).toBe('1 host');
  const none = { status: 'ended', instanceId: null } as never;
  expect(launchHostsText({ state: 'failed', places: [none, none] })).toBe('0 of 2 hosts launched');
  expect(launchHostsText({ state: 'releasing', places: places('ended', 'ended') })).toBe('2 hosts');
});

test('a kept launch says what of its own ends it, and what of its budget is left', () => {
  const bounds = (keepMinutes: number, budgetMicroUsd: number | null, costMicroUsd: number | null) =>
    keptBounds({ spec: { keepMinutes, budgetMicroUsd } as Launch['spec'], costMicroUsd });
  expect(bounds(20, null, null)).toBe('it is kept for 20 min after its last run, and it has no budget');
  expect(bounds(0, 1e6, 280_000)).toBe('it is not kept after its last run, and its budget of $1.00 has $0.72 left');
});

test('ending says how many hosts and runs it costs, each run once', () => {
  const one = { places: places('joined', 'ended'), runIds: ['a', 'b'] };
  const other = { places: places('starting'), runIds: ['b'] };
  expect(endingSentence([one, other])).toBe(
    '2 hosts of 2 launches will be terminated, and 2 runs under way or queued on them will be canceled.',
  );
  expect(endingSentence([{ places: places('joined'), runIds: [] }])).toBe(
    '1 host of 1 launch will be terminated. No run uses them.',
  );
});

test('ending counts no host that AWS never gave', () => {
  expect(endingSentence([{ places: places('waiting'), runIds: [] }])).toBe(
    '1 launch will be ended. No run uses it. AWS has given no host so far.',
  );
  expect(endingSentence([{ places: places('starting', 'waiting'), runIds: ['a'] }])).toBe(
    '1 host of 1 launch will be terminated, and 1 run under way or queued on them will be canceled. AWS has given 1 host less than asked for so far.',
  );
  const gone = { status: 'ended', instanceId: 'i-1' } as never;
  expect(endingSentence([{ places: [gone], runIds: ['a'] }])).toBe(
    '1 launch will be ended, and 1 run under way or queued on it will be canceled.',
  );
});

test('what a kept launch costs once a run on it is over, and until when', () => {
  const keeping = (keepMinutes: number, expiresAtUs: number, microUsdPerHour: number | null = 6e6) =>
    keepingAfter({ spec: { keepMinutes } as Launch['spec'], expiresAtUs, microUsdPerHour }, 10, 0);
  expect(keeping(20, 3600e6)).toEqual({ untilUs: 1800e6, microUsd: 2e6 });
  expect(keeping(20, 1200e6)).toEqual({ untilUs: 1200e6, microUsd: 1e6 });
  expect(keeping(20, 3600e6, null)).toEqual({ untilUs: 1800e6, microUsd: null });
  expect(keeping(0, 3600e6)).toBeNull();
  expect(keeping(20, 600e6)).toBeNull();
});

test('before a cancel, what the hosts go on costing and for how long', () => {
  const stays = (keepMinutes: number, microUsdPerHour: number | null) =>
    staysSentence({ spec: { keepMinutes } as Launch['spec'], microUsdPerHour });
  expect(stays(20, 6_680_000)).toBe(
    'Its EC2 hosts stay, at $6.68 per hour. They are kept for 20 min after their last run, for the next one.',
  );
  expect(stays(0, null)).toBe(
    'Its EC2 hosts stay, at a price that AWS did not give. They are terminated after their last run, once all have joined.',
  );
});

test('after the end, hosts are said to be there until they are ending', () => {
  expect(stillThere({ state: 'ready', microUsdPerHour: 340_000 })).toBe(
    'Its EC2 hosts are still there, at $0.34 per hour',
  );
  expect(stillThere({ state: 'joining', microUsdPerHour: 340_000 })).not.toBeNull();
  expect(stillThere({ state: 'releasing', microUsdPerHour: 340_000 })).toBeNull();
  expect(stillThere({ state: 'released', microUsdPerHour: 340_000 })).toBeNull();
});
