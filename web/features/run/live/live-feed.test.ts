import type { Run } from '@contract/run';
import { expect, test } from 'vitest';
import {
  areSamplesDue,
  type FeedEvent,
  hasFallenSilent,
  isOpen,
  isReadingOld,
  laterRun,
  nextFeed,
  patienceMs,
  startFeed,
  timeLeftUnheard,
} from './live-feed';

const after = (...events: FeedEvent[]) => events.reduce(nextFeed, startFeed(true));

test('a stream that brings its first event in time is all that is read', () => {
  expect(after('heard')).toEqual({ stream: 'live', polling: false, failures: 0 });
  expect(isOpen(after())).toBe(true);
  expect(after().polling).toBe(false);
});

test('a stream that opens and brings nothing, as behind a proxy that holds it back, is closed and polled for', () => {
  expect(patienceMs(after())).toBe(4_000);
  expect(after('timeout')).toEqual({ stream: 'waiting', polling: true, failures: 1 });
  expect(isOpen(after('timeout'))).toBe(false);
});

test('a stream that fell silent for longer than two pings take is given up', () => {
  expect(patienceMs(after('heard'))).toBe(11_000);
  expect(after('heard', 'timeout')).toMatchObject({ stream: 'waiting', polling: true });
});

test('polling goes on while the stream is tried again, and stops with its first event', () => {
  expect(after('heard', 'failed', 'timeout')).toMatchObject({ stream: 'opening', polling: true });
  expect(after('heard', 'failed', 'timeout', 'heard')).toEqual({ stream: 'live', polling: false, failures: 0 });
});

test('tries come more and more rarely, and never less often than every 30 s', () => {
  const waits: (number | null)[] = [];
  let feed = after('failed');
  for (let i = 0; i < 8; i++) {
    waits.push(patienceMs(feed));
    feed = nextFeed(nextFeed(feed, 'timeout'), 'failed');
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test.each<FeedEvent[]>([[], ['heard'], ['failed']])(
  'a page that nobody sees holds no connection, and opens it when it is seen: %j',
  (...events) => {
    const hidden = after(...events, 'hidden');
    expect([hidden.stream, isOpen(hidden), patienceMs(hidden)]).toEqual(['hidden', false, null]);
    expect(nextFeed(hidden, 'timeout')).toEqual(hidden);
    expect(nextFeed(hidden, 'shown').stream).toBe('opening');
  },
);

test('a page that was opened in the background waits', () => {
  expect(startFeed(false)).toMatchObject({ stream: 'hidden', polling: false });
});

test('two answers that did not come are silence; one that is late is not', () => {
  expect([hasFallenSilent(0), hasFallenSilent(5_900), hasFallenSilent(6_100)]).toEqual([false, false, true]);
});

test('a sample is old once it is later than its period and 5 s', () => {
  expect([isReadingOld(5_900, 1), isReadingOld(6_100, 1)]).toEqual([false, true]);
  expect([isReadingOld(5_000, 10), isReadingOld(5_200, 10)]).toEqual([false, true]);
  expect((['preparing', 'measuring', 'cooling', 'restoring'] as const).map(areSamplesDue)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('what is left of a run that is not heard stands still, and is overdue when it is over: 20 s of 20 s', () => {
  const reading = { heardAtMs: 1_000, remainingUs: 20_000_000 };
  expect([13_000, 20_900, 21_000, 90_000].map((nowMs) => timeLeftUnheard(reading, nowMs))).toEqual([
    'about 20 s left when last heard',
    'about 20 s left when last heard',
    'overdue',
    'overdue',
  ]);
  expect(timeLeftUnheard({ ...reading, remainingUs: null }, 21_000)).toBe('time left not known');
});

test('an answer that was overtaken does not take a run back', () => {
  const run = (transitions: number, name = '') => ({ name, transitions: new Array(transitions).fill({}) }) as Run;
  expect(laterRun(run(3), run(2)).transitions).toHaveLength(3);
  expect(laterRun(run(2), run(3)).transitions).toHaveLength(3);
  expect(laterRun(run(2, 'old'), run(2, 'new')).name).toBe('new');
  expect(laterRun(undefined, run(1)).transitions).toHaveLength(1);
});
