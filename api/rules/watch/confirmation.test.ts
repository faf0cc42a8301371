import { expect, it } from 'vitest';
import {
  budgetConfirmed,
  CONFIRMATION_WAIT_MS,
  confirmationOf,
  confirmingExperiment,
  mayBegin,
} from './confirmation.ts';
import type { Suspect } from './suspect.ts';
import { WATCH_RULES } from './watch-rules.ts';

const HOUR_MS = CONFIRMATION_WAIT_MS;
const boots = (...pairs: [string | null, string | null][]) => pairs.map(([suspectedIn, now]) => ({ suspectedIn, now }));

it.each([
  ['another boot of every host', boots(['a', 'b'], ['c', 'd']), 1, { type: 'now', because: 'another-boot' }],
  ['one host that did not boot', boots(['a', 'b'], ['c', 'c']), 1, { type: 'not-before', atMs: HOUR_MS }],
  ['a boot that is not known', boots(['a', null]), 1, { type: 'not-before', atMs: HOUR_MS }],
  ['no host', [], 1, { type: 'not-before', atMs: HOUR_MS }],
  ['enough time', boots(['a', 'a']), HOUR_MS, { type: 'now', because: 'waited' }],
] as const)('begins after %s', (_, hosts, nowMs, expected) => {
  expect(mayBegin(0, hosts, nowMs, HOUR_MS)).toEqual(expected);
});

const suspect = (ratio: number, over: Partial<Suspect> = {}): Suspect => ({
  channel: 'step',
  seriesId: 's',
  group: 'g',
  conditions: { benchmarkVersion: 'v1', hostClass: 'c', hostFingerprint: 'f', reference: 'r' },
  direction: ratio > 1 ? 'better' : 'worse',
  range: { before: { place: 3, revision: 'good' }, after: { place: 9, revision: 'bad' } },
  size: { ratio, low: ratio * 0.98, high: ratio * 1.02 },
  pValue: 1e-5,
  ...over,
});
const planned = (of: Suspect, roundLogSd: number | null) =>
  confirmingExperiment(of.range, [of], { margin: 0.02, noise: null, roundLogSd }, WATCH_RULES);

it('compares the ends of the range, with rounds that the suspected size needs at this noise', () => {
  const five = planned(suspect(0.95), 0.0495);
  expect(five).toMatchObject({ baseline: 'good', other: 'bad', alpha: 0.025, margin: 0.02, seriesId: 's' });
  // (z(0.0125) + z(0.05))² × (0.0495 / 0.0513)² = 14, and some for Student's t.
  expect(five.rounds).toBeGreaterThanOrEqual(14);
  expect(five.rounds).toBeLessThanOrEqual(20);
  expect(planned(suspect(0.8), 0.0495).rounds).toBe(WATCH_RULES.confirmation.roundsLeast);
  expect(planned(suspect(0.98), 0.1).rounds).toBe(WATCH_RULES.confirmation.roundsMost);
  expect(planned(suspect(0.95), null).rounds).toBe(WATCH_RULES.confirmation.roundsMost);
});

it('compares with the pinned reference for a budget', () => {
  expect(planned(suspect(0.9, { channel: 'budget' }), 0.05).baseline).toBeNull();
});

const rounds = (ratio: number) => {
  const wobble = [0.99, 1.01, 1, 1.005, 0.995, 1];
  return { baseline: [100, 100, 101, 99, 100, 100], other: wobble.map((one) => 100 * ratio * one) };
};
const TOLD = { suspected: 0.95, margin: 0.02, noise: null };

it.each([
  ['the same change', 0.95, true],
  ['no change', 1, false],
  ['the opposite change', 1.05, false],
  ['a change below the margin', 0.99, false],
])('is held by %s: %s times, %s', (_, ratio, held) => {
  const measured = { ...TOLD, seriesId: 's', rounds: rounds(ratio) };
  expect(confirmationOf(planned(suspect(0.95), 0.05), [measured])).toMatchObject({ held });
});

it('is decided by the declared series alone; the others are told when they hold after correction', () => {
  const experiment = planned(suspect(0.95), 0.05);
  const of = (seriesId: string, ratio: number) => ({ ...TOLD, seriesId, rounds: rounds(ratio) });
  const held = (...measured: ReturnType<typeof of>[]) => {
    const found = confirmationOf(experiment, measured);
    return 'fault' in found
      ? found.fault
      : [found.held, ...found.series.filter((one) => one.held).map((one) => one.seriesId)];
  };
  expect(held(of('cpu', 0.94), of('s', 0.95), of('p50', 1))).toEqual([true, 's', 'cpu']);
  expect(held(of('s', 1), of('cpu', 0.9))).toEqual([false, 'cpu']);
  expect(held(of('cpu', 0.9))).toContain('not measured');
  expect(held({ ...of('s', 0.95), rounds: { baseline: [1], other: [1, 2] } })).toContain('pairs');
});

it('holds a budget to the bound of its interval', () => {
  const limit = { of: 'ratio', limit: 0.95 } as const;
  expect(budgetConfirmed(rounds(0.93), limit, 'higher', 0.05)).toBe(true);
  expect(budgetConfirmed(rounds(0.945), limit, 'higher', 0.05)).toBe(false);
  expect(budgetConfirmed(rounds(0.98), limit, 'higher', 0.05)).toBe(false);
  expect(budgetConfirmed(rounds(1.1), { of: 'figure', limit: 105 }, 'lower', 0.05)).toBe(true);
  expect(budgetConfirmed({ baseline: [1, 1], other: [2, 2.1] }, limit, 'lower', 0.05)).toBe(false);
});
