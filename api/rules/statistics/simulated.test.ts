import { describe, expect, it } from 'vitest';
import { falseAlarms, falseAlarmsByOrder, falseAlarmsElsewhere } from '../../testing/statistics/false-alarms.ts';
import { extensionRates, familyRates, noiseFloorRates } from '../../testing/statistics/looks-and-families.ts';
import { EQUIVALENCE_DESIGNS, equivalenceRates, powerCurves } from '../../testing/statistics/power-curves.ts';
import { broken, type Rate, rateOf } from '../../testing/statistics/rate.ts';

/** The short form of `npm run check:statistics`, in which more sessions give closer intervals. */
const SEED = 2_026;
const LONG_MS = 30_000;

const rateIn = (rates: Rate[], id: string): number => rates.find((one) => one.id === id)?.rate ?? Number.NaN;
const holdAll = (rates: Rate[]): void => expect(rates.filter(broken)).toEqual([]);

describe('simulated sessions', { timeout: LONG_MS }, () => {
  it('call identical configurations different in at most 6 % of sessions, with auto-correlated seconds and drift', () => {
    const rates = falseAlarms(5_000, SEED);
    expect(rates).toHaveLength(10);
    holdAll(rates);
    // Far fewer would mean that nothing is ever claimed.
    for (const scenario of ['steady', 'runs'])
      expect(rateIn(rates, `alarm.${scenario}.interval`)).toBeGreaterThan(0.035);
  });

  it('call them different far more often where seconds are pooled, or one follows the other', () => {
    const rates = falseAlarmsElsewhere(120, SEED);
    for (const scenario of ['steady', 'runs', 'linear', 'walk', 'odd'])
      expect(rateIn(rates, `alarm.${scenario}.pooled`)).toBeGreaterThan(0.25);
    for (const scenario of ['linear', 'walk'])
      expect(rateIn(rates, `alarm.${scenario}.sequential`)).toBeGreaterThan(0.15);
  });

  it('are not fooled by drift with few rounds, as a free order is', () => {
    const rates = falseAlarmsByOrder(300, SEED);
    holdAll(rates);
    expect(rateIn(rates, 'all-drift.2x3.free')).toBeGreaterThan(0.15);
  });

  it('keep alpha over one declared extension, which looking as one likes does not', () => {
    const rates = extensionRates(4_000, SEED);
    holdAll(rates);
    expect(rateIn(rates, 'extension.unsplit')).toBeGreaterThan(0.06);
    expect(rateIn(rates, 'extension.peeking')).toBeGreaterThan(0.12);
  });

  it('keep alpha over all comparisons of an experiment by Holm', () => {
    const rates = familyRates(5_000, SEED);
    holdAll(rates);
    expect(rateIn(rates, 'holm.without')).toBeGreaterThan(0.25);
  });

  it('stay below the noise floor as often as it says', () => {
    const rates = noiseFloorRates(4_000, SEED);
    holdAll(rates);
    expect(rateIn(rates, 'noise-floor.above')).toBeGreaterThan(0.035);
  });

  it('call what is 2 % apart equivalent within 2 % in at most 6 %, and what is identical as often as planned', () => {
    // Fifty-five rounds take their time: in the long form only.
    holdAll(equivalenceRates(4_000, SEED, EQUIVALENCE_DESIGNS.slice(0, 3)));
  });

  it('find a difference as often as the formula of the plan says', () => {
    const rates = powerCurves(250, SEED);
    expect(rates).toHaveLength(36);
    holdAll(rates);
  });
});

describe('broken', () => {
  const hits = (count: number): boolean[] => Array.from({ length: 1_000 }, (_, i) => i < count);

  it('says so of a rate above its bound, and of one that is not what the formula says', () => {
    expect(broken(rateOf('a', '', hits(61), { type: 'at-most', rate: 0.06 }))).toBe(true);
    expect(broken(rateOf('a', '', hits(60), { type: 'at-most', rate: 0.06 }))).toBe(false);
    expect(broken(rateOf('a', '', hits(500), { type: 'near', rate: 0.6 }))).toBe(true);
    expect(broken(rateOf('a', '', hits(500), { type: 'near', rate: 0.51 }))).toBe(false);
    expect(broken(rateOf('a', '', hits(999), null))).toBe(false);
  });
});
