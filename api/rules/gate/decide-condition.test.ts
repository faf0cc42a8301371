import { describe, expect, it } from 'vitest';
import { normalFrom } from '../../testing/statistics/sessions.ts';
import { type Effect, effectOfRounds } from '../statistics/effect.ts';
import { powerOfBound } from '../statistics/power.ts';
import { randomOf } from '../statistics/seeded-random.ts';
import { decideConditions, type Tested } from './decide-condition.ts';

const AT_LEAST = { allows: 'from', boundRatio: 0.98 } as const;
const AT_MOST = { allows: 'up-to', boundRatio: 1.03 } as const;
const SESSIONS = 4_000;
const ALPHA = 0.05;

/** Rounds of a variant whose true ratio is known. */
function effectOf(ratio: number, rounds: number, logSd: number, normal: () => number): Effect {
  const other = Array.from({ length: rounds }, () => ratio * Math.exp(logSd * normal()));
  const effect = effectOfRounds({ baseline: other.map(() => 1), other }, ALPHA);
  if ('fault' in effect) throw new Error(effect.fault);
  return effect;
}

const statusOf = (tested: Tested) => decideConditions([tested])[0]?.status;

function rates(ratio: number, bound: Tested['bound'], rounds = 6): { met: number; failed: number } {
  const normal = normalFrom(randomOf(7));
  const counts = { met: 0, failed: 0, inconclusive: 0 };
  for (let i = 0; i < SESSIONS; i += 1)
    counts[statusOf({ bound, effect: effectOf(ratio, rounds, 0.02, normal), noise: null }) ?? 'inconclusive'] += 1;
  return { met: counts.met / SESSIONS, failed: counts.failed / SESSIONS };
}

describe('a decision', () => {
  it.each([AT_LEAST, AT_MOST])(
    'is false in about 5 of 100 at the bound, and rarer within and beyond it: %o',
    (bound) => {
      const at = rates(bound.boundRatio, bound);
      expect(at.met).toBeLessThan(0.06);
      expect(at.failed).toBeLessThan(0.06);
      // Far fewer would mean that nothing is ever decided.
      expect(at.met + at.failed).toBeGreaterThan(0.08);
      expect(rates(bound.allows === 'from' ? 0.9 : 1.1, bound)).toMatchObject({ met: 0 });
      expect(rates(1, bound).failed).toBeLessThan(0.005);
    },
  );

  it('is met as often as the plan says', () => {
    const distance = Math.abs(Math.log(0.98));
    const planned = powerOfBound({ rounds: 12, alpha: ALPHA, logSd: 0.02, noise: null }, distance);
    expect(rates(1, AT_LEAST, 12).met).toBeCloseTo(planned, 1);
  });

  it('calls a fall that is far beyond its bound failed, and one of nothing met', () => {
    expect(rates(0.8, AT_LEAST).failed).toBeGreaterThan(0.99);
    expect(rates(1.2, AT_MOST).failed).toBeGreaterThan(0.99);
    expect(rates(1, { allows: 'from', boundRatio: 0.8 }).met).toBeGreaterThan(0.99);
  });

  it('is wrong about any of ten conditions in at most 6 of 100, of each kind', () => {
    const normal = normalFrom(randomOf(11));
    let [met, failed] = [0, 0];
    for (let i = 0; i < SESSIONS; i += 1) {
      const tested = Array.from({ length: 10 }, () => ({
        bound: AT_LEAST,
        effect: effectOf(0.98, 6, 0.02, normal),
        noise: null,
      }));
      const decided = decideConditions(tested);
      met += Number(decided.some(({ status }) => status === 'met'));
      failed += Number(decided.some(({ status }) => status === 'failed'));
    }
    expect(met / SESSIONS).toBeLessThan(0.06);
    expect(failed / SESSIONS).toBeLessThan(0.06);
  });

  it('trusts no spread that is smaller than what identical configurations show', () => {
    const effect = effectOf(0.97, 6, 0.0001, normalFrom(randomOf(3)));
    expect(statusOf({ bound: AT_LEAST, effect, noise: null })).toBe('failed');
    const decided = decideConditions([{ bound: AT_LEAST, effect, noise: { logSd: 0.05, degrees: 20 } }]);
    expect(decided[0]).toMatchObject({ status: 'inconclusive', alpha: ALPHA });
    expect(decided[0]?.high).toBeGreaterThan(1);
  });
});
