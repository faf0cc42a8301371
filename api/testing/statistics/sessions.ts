import type { Random } from '../../rules/statistics/seeded-random.ts';

/** How figures of one session of runs come about. Deviations and drifts are of logarithms: 0.02 is about 2 %. */
export interface Scenario {
  id: string;
  words: string;
  /** What two seconds of one run differ by, and how much of it one second hands on to the next (AR(1)). */
  secondSd: number;
  correlation: number;
  /** What two runs of one configuration differ by: another process, other memory, other ports. */
  runSd: number;
  /** Steadily, from the session's first second to its last. */
  linearDrift: number;
  /** Deviation that a random walk has at the end of the session. */
  walkSd: number;
  /** The chance that something else disturbs a run and takes 15 % of it. */
  oddRuns: number;
}

export const SECONDS_A_RUN = 20;
const ODD_RUN_LOSES = 0.15;
const LEVEL_PER_SECOND = 100_000;

/** Normally distributed with deviation 1 (Box and Muller). */
export function normalFrom(random: Random): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/**
 * Requests per second of every second of every run, in the order of the session. `logEffects`: what the configuration of each
 * run adds to its logarithm, 0 of the baseline.
 */
export function secondsOfSession(scenario: Scenario, logEffects: readonly number[], random: Random): number[][] {
  const normal = normalFrom(random);
  const seconds = logEffects.length * SECONDS_A_RUN;
  const walkStep = scenario.walkSd / Math.sqrt(seconds);
  let walk = 0;
  let at = 0;
  return logEffects.map((logEffect) => {
    const odd = random() < scenario.oddRuns ? ODD_RUN_LOSES : 0;
    const level = logEffect + scenario.runSd * normal() - odd;
    let noise = scenario.secondSd * normal();
    return Array.from({ length: SECONDS_A_RUN }, () => {
      if (walkStep > 0) walk += walkStep * normal();
      at += 1;
      const log = level + noise + walk + (scenario.linearDrift * at) / seconds;
      noise = scenario.correlation * noise + scenario.secondSd * Math.sqrt(1 - scenario.correlation ** 2) * normal();
      return LEVEL_PER_SECOND * Math.exp(log);
    });
  });
}

export const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

const STEADY: Scenario = {
  id: 'steady',
  words: 'runs alike',
  secondSd: 0.05,
  correlation: 0.9,
  runSd: 0,
  linearDrift: 0,
  walkSd: 0,
  oddRuns: 0,
};

/** From kind to unkind; in all of them a second resembles the one before, with a correlation of 0.9. */
export const SCENARIOS: Scenario[] = [
  STEADY,
  { ...STEADY, id: 'runs', words: 'runs differ by 3.5 %', runSd: 0.035 },
  { ...STEADY, id: 'linear', words: 'runs differ by 2 %, 10 % of steady drift', runSd: 0.02, linearDrift: -0.1 },
  { ...STEADY, id: 'walk', words: 'runs differ by 2 %, a random walk of 8 %', runSd: 0.02, walkSd: 0.08 },
  { ...STEADY, id: 'odd', words: 'runs differ by 2 %, one of ten loses 15 %', runSd: 0.02, oddRuns: 0.1 },
];

/** So much drift, and so little else, that the order of the runs decides alone. */
export const ALL_DRIFT: Scenario = {
  ...STEADY,
  id: 'all-drift',
  words: '40 % of steady drift and hardly any noise',
  secondSd: 0.005,
  runSd: 0.002,
  linearDrift: -0.4,
};
