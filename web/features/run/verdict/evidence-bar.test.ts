import type { EvidenceRow } from '@contract/verdict';
import { expect, test } from 'vitest';
import { barOf, barSentence } from './evidence-bar';

const row = (over: Partial<EvidenceRow>): EvidenceRow => ({
  resource: 'cpu',
  side: 'server',
  label: 'server CPU',
  unit: 'CPUs',
  usedLow: 57.6,
  usedHigh: 57.6,
  ceiling: 128,
  percentLow: 45,
  percentHigh: 45,
  fullAtPercent: 85,
  source: 'the source',
  ...over,
});

test('an interval is drawn solid up to what is certain and hatched beyond, and both ends are told', () => {
  // Entry 08 of the journal: 45 % is named, 85 % is what idle leaves.
  const bar = barOf(row({ usedHigh: 108.8, percentHigh: 85 }));
  expect(bar).toMatchObject({ low: 45, high: 85, mark: 85, fullness: 'maybe', percent: '45–85 %' });
  expect(bar.used).toBe('57.6–109 of 128 CPUs');
});

test('full is full at the mark itself, and not full just below it', () => {
  const fullness = (percentLow: number) => barOf(row({ percentLow, percentHigh: percentLow })).fullness;
  expect([84.9, 85, 99].map(fullness)).toEqual(['below', 'full', 'full']);
});

test('without an upper end it is at least the lower one, and may be full', () => {
  const bar = barOf(row({ usedHigh: null, percentHigh: null }));
  expect(bar).toMatchObject({ low: 45, high: 100, fullness: 'maybe', percent: '≥ 45 %', used: '≥ 57.6 of 128 CPUs' });
});

test('a unit is said once, and kept where prefixes differ', () => {
  const used = (unit: string, low: number, ceiling: number) =>
    barOf(row({ unit, usedLow: low, usedHigh: low, ceiling })).used;
  expect(used('requests', 87_367, 100_000)).toBe('87.4 k of 100 k requests');
  expect(used('bit/s', 1.9e9, 50e9)).toBe('1.90 of 50.0 Gbit/s');
  expect(used('bit/s', 236e6, 50e9)).toBe('236 Mbit/s of 50.0 Gbit/s');
  expect(used('% of a CPU', 97, 100)).toBeNull();
});

test('a bar never leaves its track, the figure stays what it is', () => {
  const bar = barOf(row({ percentLow: 104, percentHigh: 140 }));
  expect([bar.low, bar.high, bar.percent]).toEqual([100, 100, '104–140 %']);
});

test('what was not measured draws nothing and is not 0', () => {
  const bar = barOf(row({ usedLow: null, usedHigh: null, percentLow: null, percentHigh: null }));
  expect(bar).toMatchObject({ low: null, high: null, percent: null, used: null, fullness: null });
  expect(barSentence(row({ usedLow: null, usedHigh: null, percentLow: null, percentHigh: null }))).toBe(
    'server CPU: –',
  );
});

test('a count without a ceiling is told without a share', () => {
  const drops = row({
    label: 'retransmits',
    unit: '/s',
    usedLow: 12,
    usedHigh: 12,
    ceiling: null,
    percentLow: null,
    percentHigh: null,
    fullAtPercent: null,
  });
  expect(barOf(drops)).toMatchObject({ percent: null, used: '12 /s', mark: null });
});

test('a percentage of 100 is not told twice', () => {
  expect(barOf(row({ unit: '%', usedLow: 45, usedHigh: 45, ceiling: 100 })).used).toBeNull();
});

test('in words it says how full, and from where on', () => {
  expect(barSentence(row({ percentLow: 91, percentHigh: 91 }))).toBe('server CPU: 91 %, saturated from 85 %');
  expect(barSentence(row({}))).toBe('server CPU: 45 %, below saturation at 85 %');
});

test('value and ceiling stand alone, with the unit at the ceiling', () => {
  expect(barOf(row({ usedHigh: 108.8 }))).toMatchObject({ value: '57.6–109', ceiling: '128 CPUs' });
  expect(barOf(row({ ceiling: null, percentLow: null, percentHigh: null }))).toMatchObject({
    value: '57.6 CPUs',
    ceiling: null,
  });
});
