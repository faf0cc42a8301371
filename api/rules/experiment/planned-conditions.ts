import type { ComparedMetric } from '../../contract/comparison.ts';
import { boundText, type Condition, readConditions } from '../gate/condition.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { pairLogSdOfCv } from '../statistics/design.ts';
import { powerOfBound } from '../statistics/power.ts';
import { aboutRounds, leastRounds, POWER, type RoundsNeeded } from '../statistics/rounds-needed.ts';
import { plural } from '../words/numbers.ts';
import { declaredRounds } from './declared-rounds.ts';
import type { AskedExperiment } from './design-warnings.ts';
import type { KnownNoise } from './run-noise.ts';

type Parts = Pick<AskedExperiment, 'input' | 'configurations'> & {
  noiseOf: (metric: ComparedMetric) => KnownNoise;
  /** Of each look. */
  alpha: number;
};

interface Planned {
  /** In which every condition is met with 80 % power, if nothing differs; null: no number of rounds that is worth naming. */
  rounds: number | null;
  warnings: string[];
}

/** What the conditions take, by the noise that is known; null without conditions. */
export function plannedConditions(parts: Parts): Planned | null {
  const { input, configurations } = parts;
  const conditions = readConditions(input.conditions ?? [], input.primary.stepIndex);
  if (conditions.length === 0) return null;
  // The first that Holm tests has to pass at this level.
  const alpha = parts.alpha / (conditions.length * (configurations.length - 1));
  const needed = conditions.map((condition) => ({ condition, needed: roundsFor(parts, condition, alpha) }));
  const rounds = needed.map((one) => (one.needed?.type === 'rounds' ? one.needed.rounds : null));
  return {
    rounds: rounds.includes(null) ? null : Math.max(...rounds.map(Number)),
    warnings: needed.flatMap((one) => warningOf(one.condition, one.needed, declaredRounds(input))),
  };
}

/** Null where a variant that does not differ lies on the bound or beyond it. */
function roundsFor({ noiseOf }: Parts, condition: Condition, alpha: number): RoundsNeeded | null {
  const distance = (condition.allows === 'from' ? -1 : 1) * Math.log(condition.boundRatio);
  if (distance <= 0) return null;
  const { runNoise, noise } = noiseOf(condition.metric);
  const logSd = pairLogSdOfCv(runNoise.cvPercent);
  return leastRounds((rounds) => powerOfBound({ rounds, alpha, logSd, noise }, distance));
}

function warningOf(condition: Condition, needed: RoundsNeeded | null, rounds: number): string[] {
  const bound = `${METRIC_WORDS[condition.metric].label} ${boundText(condition)}`;
  if (needed === null)
    return [`‘${bound}’ is met only by a real gain: a variant that does not differ stays inconclusive.`];
  if (needed.type === 'rounds' && needed.rounds <= Math.max(rounds, RUNS_FOR_A_CLAIM)) return [];
  const planned = `${plural(rounds, 'round')} ${rounds === 1 ? 'is' : 'are'} too few for ‘${bound}’`;
  return [
    `${planned}: a variant that does not differ would mostly end inconclusive. It takes ${aboutRounds(needed.type === 'rounds' ? needed.rounds : null)} rounds to meet it ${POWER * 100} times of 100.`,
  ];
}
