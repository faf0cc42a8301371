import { pairLogSd } from '../../rules/statistics/design.ts';
import { powerOfDifference, powerOfEquivalence } from '../../rules/statistics/power.ts';
import { randomOf } from '../../rules/statistics/seeded-random.ts';
import { roundsOf } from './looks-and-families.ts';
import { ALPHA, DECLARED, decided } from './procedures.ts';
import { AT_MOST_SIX_PERCENT, type Rate, rateOf } from './rate.ts';

export const EFFECTS_PERCENT = [2, 3, 5, 7, 10, 15];
export const ROUNDS = [3, 4, 6, 8, 12, 20];
const RUN_SD = 0.035;

/** How often a true increase is found of runs that vary by 3.5 %, held against the formula that plans are made by. */
export function powerCurves(sessions: number, seed: number): Rate[] {
  return ROUNDS.flatMap((rounds, i) =>
    EFFECTS_PERCENT.map((percent, j) => {
      const random = randomOf(seed + 100 * i + j);
      const logEffect = Math.log1p(percent / 100);
      const found = Array.from({ length: sessions }, () => {
        return decided(roundsOf(rounds, RUN_SD, logEffect, random), DECLARED).type === 'higher';
      });
      const plan = { rounds, alpha: ALPHA, logSd: pairLogSd(RUN_SD), ...DECLARED };
      const bound = { type: 'near', rate: powerOfDifference(plan, logEffect) } as const;
      return rateOf(`power.${rounds}.${percent}`, `${percent} % found in ${rounds} rounds`, found, bound);
    }),
  );
}

/** Runs that vary by `runSd` (of logarithms), and how many rounds of them. */
export const EQUIVALENCE_DESIGNS = [
  { rounds: 3, runSd: 0.005 },
  { rounds: 6, runSd: 0.01 },
  { rounds: 12, runSd: 0.01 },
  { rounds: 55, runSd: RUN_SD },
];

/** How often what is 2 % apart is called equivalent within 2 %, and what is identical is. */
export function equivalenceRates(sessions: number, seed: number, designs = EQUIVALENCE_DESIGNS): Rate[] {
  return designs.flatMap(({ rounds, runSd }, i) => {
    const random = randomOf(seed + i);
    const equivalent = (log: number): boolean[] =>
      Array.from(
        { length: sessions },
        () => decided(roundsOf(rounds, runSd, log, random), DECLARED).type === 'equivalent',
      );
    const [wrong, right] = [equivalent(Math.log1p(DECLARED.margin)), equivalent(0)];
    const power = powerOfEquivalence({ rounds, alpha: ALPHA, logSd: pairLogSd(runSd), ...DECLARED }, 0);
    const design = `${rounds} rounds, runs differ by ${(runSd * 100).toFixed(1)} %`;
    return [
      rateOf(`equivalent.${rounds}.false`, `${design}, 2 % apart: called equivalent`, wrong, AT_MOST_SIX_PERCENT),
      rateOf(`equivalent.${rounds}.power`, `${design}, identical: called equivalent`, right, {
        type: 'near',
        rate: power,
      }),
    ];
  });
}
