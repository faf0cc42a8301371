import type { ComparedMetric, Comparison } from '../../contract/comparison.ts';
import type { Run } from '../../contract/run.ts';
import type { Condition } from '../gate/condition.ts';
import { conditionOutcomes } from '../gate/condition-outcomes.ts';
import { headlineOf } from '../outcomes/headline.ts';
import { ALPHA, MARGIN_PERCENT, outcomesOf, type ToldNoise } from '../outcomes/outcomes.ts';
import { type Side, sideOf, sidesOf } from '../outcomes/sides.ts';
import type { AppliedState } from '../tuning/snapshot-differences.ts';
import { compareSettings } from './compare-settings.ts';
import { byLoad, byPlace, compareSteps, type Pairing } from './compare-steps.ts';
import { comparisonWarnings } from './comparison-warnings.ts';

/** What A/A experiments on the hosts of these runs, of two sides, showed; null for a metric without any. */
export type NoiseOf = (metric: ComparedMetric, runs: readonly Run[]) => ToldNoise | null;

const NO_NOISE_KNOWN: NoiseOf = () => null;

/**
 * Compares picked runs, in the order given; the baseline is one of them. Runs of one configuration are one side. With
 * one run a side differences are shown and nothing is claimed.
 */
export function compareRuns(
  runs: Run[],
  baselineRunId: string,
  states: AppliedState[] = [],
  noiseOf: NoiseOf = NO_NOISE_KNOWN,
): Comparison {
  const baselineIndex = runs.findIndex(({ id }) => id === baselineRunId);
  if (baselineIndex < 0) throw new Error('the baseline is not one of the runs');
  const settings = compareSettings(runs, states);
  const sides = sidesOf(runs, baselineIndex, settings);
  const rules = { alpha: ALPHA, marginPercent: MARGIN_PERCENT, primary: null, noiseOf };
  return compared({ runs, baselineIndex, settings, sides, paired: false, pairing: byLoad, rules });
}

/** What an experiment declared before its first round. */
export interface Declared {
  alpha: number;
  marginPercent: number;
  primary: { metric: ComparedMetric; stepIndex: number };
  noiseOf: NoiseOf;
  /** The baseline against itself: nothing is ranked. */
  alike?: boolean;
  /** What has to hold of every variant. */
  conditions?: readonly Condition[];
}

/** One configuration of an experiment with its run of every whole round; the first is the baseline. */
export interface ConfiguredRuns {
  name: string;
  runs: Run[];
}

/**
 * Every configuration ran once a round, in random order: paired by round. Each has as many runs, in the order of
 * rounds. Step k is compared with step k. Older plans may have unlike numbers of steps: those meet by their load.
 */
export function compareRounds(
  configurations: ConfiguredRuns[],
  { alpha, marginPercent, primary, noiseOf, alike, conditions }: Declared,
  states: AppliedState[] = [],
): Comparison {
  const runs = configurations.flatMap((configuration) => configuration.runs);
  const settings = compareSettings(runs, states);
  let at = 0;
  const sides = configurations.map(({ name, runs: own }) => {
    const indexes = own.map((_, round) => at + round);
    at += own.length;
    return { ...sideOf({ runs, baselineIndex: 0, settings, indexes, name }), letters: name };
  });
  const rules = { alpha, marginPercent, primary, noiseOf, alike, conditions };
  const pairing = new Set(runs.map(({ steps }) => steps.length)).size === 1 ? byPlace : byLoad;
  return compared({ runs, baselineIndex: 0, settings, sides, paired: true, pairing, rules });
}

interface Parts {
  runs: Run[];
  baselineIndex: number;
  settings: Comparison['settings'];
  sides: Side[];
  paired: boolean;
  pairing: Pairing;
  rules: Omit<Declared, 'primary'> & { primary: Declared['primary'] | null };
}

function compared({ runs, baselineIndex, settings, sides, paired, pairing, rules }: Parts): Comparison {
  const steps = compareSteps(runs, baselineIndex, pairing);
  const { primary, conditions = [], ...declared } = rules;
  const placeOf = (stepIndex: number): number =>
    steps.findIndex(({ cells }) => cells[baselineIndex]?.stepIndex === stepIndex);
  const judged = {
    ...declared,
    ...{ runs, sides, steps, paired },
    primary: primary && { metric: primary.metric, stepPosition: placeOf(primary.stepIndex) },
  };
  const told = headlineOf(outcomesOf(judged), { runs, sides, paired, steps, settings });
  return {
    baselineRunId: runs[baselineIndex]?.id ?? '',
    runs,
    sides: sides.map(({ indexes: _, ...side }) => side),
    settings,
    steps,
    ...told,
    ...(conditions.length > 0 && { conditions: conditionOutcomes(judged, conditions, placeOf, told.outcomes) }),
    warnings: comparisonWarnings({ runs, baselineIndex, sides, paired, settings, steps }),
  };
}
