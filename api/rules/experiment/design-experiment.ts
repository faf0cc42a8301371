import type { ComparedMetric } from '../../contract/comparison.ts';
import type { ExperimentDesign } from '../../contract/experiment.ts';
import { aroundNoChange, roughPercent } from '../outcomes/answer.ts';
import { METRIC_WORDS } from '../outcomes/figures.ts';
import { ALPHA } from '../outcomes/outcomes.ts';
import { besideBuilds } from '../spec/revision-words.ts';
import { RUNS_FOR_A_CLAIM } from '../statistics/conclusion.ts';
import { designOf, pairLogSdOfCv } from '../statistics/design.ts';
import { looksOf } from '../statistics/looks.ts';
import { noiseFloorOf } from '../statistics/noise-floor.ts';
import { roundsInWords } from '../statistics/rounds-needed.ts';
import { formatDurationUs } from '../words/durations.ts';
import { plural } from '../words/numbers.ts';
import { declaredRounds } from './declared-rounds.ts';
import { type AskedExperiment, designWarnings } from './design-warnings.ts';
import { plannedConditions } from './planned-conditions.ts';
import { plannedRunUs, wholeExperimentUs } from './planned-time.ts';
import type { KnownNoise, RunNoise } from './run-noise.ts';

/** The alpha of each look; with an extension both share it. */
export const alphaOf = ({ extensionRounds }: { extensionRounds: number | null }): number =>
  looksOf(ALPHA, extensionRounds !== null).first;

export interface DesignParts extends AskedExperiment {
  noiseOf: (metric: ComparedMetric) => KnownNoise;
}

/**
 * What an experiment can detect, computed before its first run. With an extension, what all rounds together can detect.
 */
export function designExperiment(parts: DesignParts): ExperimentDesign {
  const { input, configurations } = parts;
  const { runNoise, noise } = parts.noiseOf(input.primary.metric);
  const alpha = alphaOf(input);
  const rounds = declaredRounds(input);
  const margin = input.marginPercent / 100;
  const figures = designOf({ rounds, alpha, logSd: pairLogSdOfCv(runNoise.cvPercent), margin, noise });
  if (figures === null)
    throw new Error(`a design of ${rounds} rounds with a spread of ${runNoise.cvPercent} % shows nothing`);
  const equivalence = figures.roundsForEquivalence;
  const design = {
    cvPercent: runNoise.cvPercent,
    cvSource: runNoise.source,
    intervalPercent: 100 * figures.intervalHalfWidth,
    smallestShownPercent: figures.smallestDetectable === null ? null : 100 * figures.smallestDetectable,
    roundsForEquivalence: equivalence?.type === 'rounds' ? equivalence.rounds : null,
    noiseFloorPercent: noise && 100 * Math.expm1(noiseFloorOf(noise, rounds, alpha)),
    runs: input.rounds * configurations.length,
    plannedUs: input.rounds * configurations.reduce((total, { spec }) => total + plannedRunUs(spec), 0),
    wholeUs: wholeExperimentUs(
      input.rounds,
      configurations.map(({ spec }) => spec),
    ),
  };
  const words = equivalence === null ? null : roundsInWords(equivalence);
  const conditions = plannedConditions({ ...parts, alpha });
  return {
    ...design,
    ...(conditions && { roundsForConditions: conditions.rounds }),
    sentence: sentenceOf(parts, runNoise, design, words),
    warnings: [...(conditions?.warnings ?? []), ...designWarnings(parts)],
  };
}

type Figures = Omit<ExperimentDesign, 'sentence' | 'warnings'> & { wholeUs: number };

function sentenceOf(
  { input, configurations }: DesignParts,
  runNoise: RunNoise,
  design: Figures,
  equivalence: string | null,
): string {
  const { rounds, extensionRounds, primary, marginPercent, kind } = input;
  const specs = configurations.map(({ spec }) => spec);
  const all = declaredRounds(input);
  const more =
    extensionRounds === null
      ? ''
      : ` If the first look is inconclusive, ${plural(extensionRounds, 'more round')} ${extensionRounds === 1 ? 'follows' : 'follow'}: ${all * specs.length} runs in all, about ${formatDurationUs(wholeExperimentUs(all, specs))}.`;
  const plan = `${rounds} rounds of ${specs.length} configurations are ${design.runs} runs; they take about ${formatDurationUs(design.wholeUs)}, with preparing and restoring${besideBuilds(specs)}.${more}`;
  const noise = `The ${METRIC_WORDS[primary.metric].label} of one run varies by ${roughPercent(design.cvPercent)} (${design.cvSource}).`;
  if (kind === 'noise-floor') {
    const basis = runNoise.assumed ? ', with that assumed,' : '';
    const floor = `The noise floor${basis} is about ${roughPercent(design.intervalPercent)}: over as many rounds a smaller difference may be noise.`;
    return `${plan} ${noise} ${floor}`;
  }
  const interval = extensionRounds === null ? 'the interval' : `after all ${all} rounds the interval`;
  const shown =
    design.smallestShownPercent === null
      ? `With fewer than ${RUNS_FOR_A_CLAIM} rounds differences are shown and nothing is claimed.`
      : `A difference of ${roughPercent(design.smallestShownPercent)} is detected at 80 % power, a smaller one less often.`;
  const same =
    equivalence === null ? '' : ` To show equivalence within ${roughPercent(marginPercent)} takes ${equivalence}.`;
  return `${plan} ${noise} So ${interval} will be about ${aroundNoChange(design.intervalPercent)}. ${shown}${same}`;
}
