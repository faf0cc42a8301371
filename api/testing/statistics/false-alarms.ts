import type { Rules } from '../../rules/statistics/conclusion.ts';
import { randomOf } from '../../rules/statistics/seeded-random.ts';
import {
  claimsDifference,
  DECLARED,
  decided,
  freeOrder,
  INTERVAL_ALONE,
  ourOrder,
  pooledSecondsClaim,
  roundsOfSession,
  sequentialClaim,
} from './procedures.ts';
import { AT_MOST_SIX_PERCENT, type Rate, rateOf } from './rate.ts';
import { ALL_DRIFT, SCENARIOS } from './sessions.ts';

const ROUNDS = 6;

/** Two identical configurations in each scenario: how often they are called different. */
export function falseAlarms(sessions: number, seed: number): Rate[] {
  return SCENARIOS.flatMap((scenario, i) => {
    const random = randomOf(seed + i);
    const drawn = Array.from({ length: sessions }, () =>
      roundsOfSession(scenario, ourOrder(ROUNDS, random), 0, random),
    );
    const claims = (rules: Rules): boolean[] => drawn.map((sides) => claimsDifference(decided(sides, rules)));
    const { id, words } = scenario;
    return [
      rateOf(`alarm.${id}.interval`, `${words}: the interval alone`, claims(INTERVAL_ALONE), AT_MOST_SIX_PERCENT),
      rateOf(`alarm.${id}.declared`, `${words}: margin 2 %`, claims(DECLARED), AT_MOST_SIX_PERCENT),
    ];
  });
}

/** The same by two ways that this product does not go. Pooled seconds are slow to compare: a fifth of the sessions. */
export function falseAlarmsElsewhere(sessions: number, seed: number): Rate[] {
  return SCENARIOS.flatMap((scenario, i) => {
    const random = randomOf(seed + i);
    const times = (count: number, claim: typeof pooledSecondsClaim): boolean[] =>
      Array.from({ length: count }, () => claim(scenario, ROUNDS, random));
    const { id, words } = scenario;
    return [
      rateOf(
        `alarm.${id}.pooled`,
        `${words}: seconds pooled`,
        times(Math.ceil(sessions / 5), pooledSecondsClaim),
        null,
      ),
      rateOf(`alarm.${id}.sequential`, `${words}: AAAAAABBBBBB`, times(sessions, sequentialClaim), null),
    ];
  });
}

/** Identical configurations in few rounds under drift: in our order, and in one that is drawn freely. */
export function falseAlarmsByOrder(sessions: number, seed: number): Rate[] {
  const { id, words } = ALL_DRIFT;
  const designs = [3, 4, 6].flatMap((rounds) => [2, 3].map((configurations) => ({ rounds, configurations })));
  return designs.flatMap(({ rounds, configurations }, i) => {
    const random = randomOf(seed + i);
    const by = (order: typeof ourOrder): boolean[] =>
      Array.from({ length: sessions }, () => {
        const sides = roundsOfSession(ALL_DRIFT, order(rounds, random, configurations), 0, random);
        return claimsDifference(decided(sides, INTERVAL_ALONE));
      });
    const [name, design] = [`${id}.${configurations}x${rounds}`, `${words}: ${configurations} × ${rounds} runs`];
    return [
      rateOf(`${name}.balanced`, `${design}, places balanced`, by(ourOrder), AT_MOST_SIX_PERCENT),
      rateOf(`${name}.free`, `${design}, order drawn freely`, by(freeOrder), null),
    ];
  });
}
