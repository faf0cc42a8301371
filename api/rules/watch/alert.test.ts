import { describe, expect, it } from 'vitest';
import type { AlertState } from '../../contract/alert.ts';
import { type AlertEvent, type AlertStatus, advanceAlert, isTold, NEW_ALERT } from './alert.ts';
import { WATCH_RULES } from './watch-rules.ts';

const NIGHT_MS = 86_400_000;
const { attemptsMost, pointsBetweenAttempts } = WATCH_RULES.confirmation;
const status = (state: AlertState): AlertStatus => ({
  state,
  attempts: ['suspected', 'confirming'].includes(state) ? 0 : 1,
  mutedUntilMs: state === 'muted' ? NIGHT_MS : null,
});

const EVENTS = {
  began: { type: 'confirmation-began' },
  lost: { type: 'confirmation-lost' },
  held: { type: 'confirmation-decided', held: true },
  failed: { type: 'confirmation-decided', held: false },
  vanished: { type: 'vanished' },
  seen: { type: 'seen-again', pointsSince: pointsBetweenAttempts },
  acknowledge: { type: 'acknowledge' },
  expect: { type: 'expect' },
  mute: { type: 'mute', untilMs: 2 * NIGHT_MS },
  reopen: { type: 'reopen' },
  time: { type: 'time-passed', nowMs: NIGHT_MS },
  returned: { type: 'returned' },
} satisfies Record<string, AlertEvent>;

/** What each state becomes; everything else leaves it alone. */
const TABLE: Record<AlertState, Partial<Record<keyof typeof EVENTS, AlertState>>> = {
  suspected: { began: 'confirming', vanished: 'unconfirmed' },
  confirming: { lost: 'suspected', held: 'confirmed', failed: 'unconfirmed' },
  confirmed: { acknowledge: 'acknowledged', expect: 'expected', mute: 'muted', returned: 'fixed' },
  unconfirmed: { seen: 'suspected' },
  acknowledged: { expect: 'expected', mute: 'muted', reopen: 'confirmed', returned: 'fixed' },
  expected: { reopen: 'confirmed', returned: 'fixed' },
  muted: {
    acknowledge: 'acknowledged',
    expect: 'expected',
    mute: 'muted',
    reopen: 'confirmed',
    time: 'confirmed',
    returned: 'fixed',
  },
  fixed: {},
};

describe.each(Object.keys(TABLE) as AlertState[])('an alert that is %s', (state) => {
  it.each(Object.keys(EVENTS) as (keyof typeof EVENTS)[])('after %s', (name) => {
    const next = advanceAlert(status(state), EVENTS[name], WATCH_RULES);
    expect(next?.state ?? null).toBe(TABLE[state][name] ?? null);
  });
});

it('is confirmed as often as was declared, and not before more was measured', () => {
  const seen = (attempts: number, pointsSince: number): AlertState | undefined =>
    advanceAlert({ ...status('unconfirmed'), attempts }, { type: 'seen-again', pointsSince }, WATCH_RULES)?.state;
  expect(seen(1, pointsBetweenAttempts - 1)).toBeUndefined();
  expect(seen(1, pointsBetweenAttempts)).toBe('suspected');
  expect(seen(attemptsMost, 100)).toBeUndefined();
});

it('counts answers, not experiments that could not measure', () => {
  let alert = NEW_ALERT;
  for (const event of [EVENTS.began, EVENTS.lost, EVENTS.began, EVENTS.failed])
    alert = advanceAlert(alert, event, WATCH_RULES) ?? alert;
  expect(alert).toEqual({ state: 'unconfirmed', attempts: 1, mutedUntilMs: null });
});

it('stays muted until its time has come', () => {
  expect(advanceAlert(status('muted'), { type: 'time-passed', nowMs: NIGHT_MS - 1 }, WATCH_RULES)).toBeNull();
});

it.each([
  ['suspected', 'confirming', false],
  ['confirming', 'confirmed', true],
  ['confirming', 'unconfirmed', false],
  ['muted', 'confirmed', true],
  ['acknowledged', 'confirmed', false],
  ['confirmed', 'fixed', true],
] as const)('from %s to %s people are told: %s', (from, to, told) => {
  expect(isTold(status(from), status(to))).toBe(told);
});
