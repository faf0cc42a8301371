import { describe, expect, it } from 'vitest';
import { type Effect, effectOfRounds, intervalAt } from './effect.ts';
import { intervalAlpha, secondaryConclusions } from './family.ts';
import { randomOf } from './seeded-random.ts';

const RULES = { margin: 0.02, noise: null };

/** Six rounds whose ratios lie about that change, spread evenly. */
function effect(change: number, spread: number, wobble: () => number = () => 0): Effect {
  const ratios = [-1, -0.6, -0.2, 0.2, 0.6, 1].map((at) => change * (1 + spread * (at + wobble())));
  const found = effectOfRounds({ baseline: ratios.map(() => 100), other: ratios.map((ratio) => 100 * ratio) }, 0.05);
  if ('fault' in found) throw new Error(found.fault);
  return found;
}

const told = (family: Effect[]) =>
  secondaryConclusions(family.map((one) => ({ effect: one, rules: RULES }))).map(
    ({ effect: of, conclusion, levels }) => ({
      conclusion,
      ...(intervalAt(of, intervalAlpha(conclusion, levels)) ?? { low: Number.NaN, high: Number.NaN }),
    }),
  );

describe('the interval beside an answer', () => {
  it('reaches over no change where the correction for many comparisons leaves a difference undecided', () => {
    const seen = effect(0.75, 0.3);
    expect([seen.low ?? 1, seen.high ?? 1].every((bound) => bound < 1)).toBe(true);
    const [alone] = told([seen]);
    expect(alone).toMatchObject({ conclusion: { type: 'lower' }, high: seen.high });
    const [among] = told([seen, ...Array.from({ length: 14 }, () => effect(1, 0.3))]);
    expect(among).toMatchObject({ conclusion: { type: 'inconclusive', doubt: 'among-many' } });
    expect(among?.high).toBeGreaterThan(1);
  });

  it('never contradicts it, whatever is compared together', () => {
    const random = randomOf(7);
    for (let family = 0; family < 300; family++) {
      const effects = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
        effect(1 + (random() - 0.5) * 0.2, 0.002 + random() * 0.1, () => random() - 0.5),
      );
      for (const { conclusion, low, high } of told(effects)) {
        const doubt = conclusion.type === 'inconclusive' ? conclusion.doubt : null;
        const open = doubt === 'no-change-not-excluded' || doubt === 'among-many';
        if (conclusion.type === 'equivalent') expect([low >= 1 / 1.0201, high <= 1.0201]).toEqual([true, true]);
        else expect(low <= 1 && high >= 1).toBe(open);
        // Within the margin it would say that nothing changed.
        if (open) expect(low >= 1 / 1.0199 && high <= 1.0199).toBe(false);
      }
    }
  });
});
