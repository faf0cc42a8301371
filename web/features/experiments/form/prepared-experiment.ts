import type { ComparedMetric } from '@contract/comparison';
import { MAX_CONFIGURATION_NAME_CHARACTERS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { canRunAgain } from '@rules/spec/run-again';
import { shorten } from '@rules/spec/shorten';
import { type ExperimentDraft, emptyExperiment, type VariantDraft, variantDraftOf } from './experiment-draft';
import type { BaselineSource } from './experiment-storage';
import { filledVariant, questionOf } from './filled-words';
import { changesBetween } from './spec-pointer';

/** What the form of a new experiment begins with. */
export interface PreparedExperiment {
  baseline: Configuration;
  draft: ExperimentDraft;
}

interface Configuration {
  name: string;
  spec: RunSpec;
  source?: BaselineSource;
}

/** Rounds that show how far apart runs of the same are, or confirm what runs picked by hand show. */
export const ROUNDS = 4;
export const MEASURE_NOISE = `Measure the noise in ${ROUNDS} rounds`;

interface Decided {
  metric: ComparedMetric;
  /** Null: the one that the baseline suggests. */
  stepIndex: number | null;
  rounds: number;
}

const nameOf = (text: string): string => shorten(text, MAX_CONFIGURATION_NAME_CHARACTERS);

/** An experiment without variants measures how far apart runs of the same are. Null where two of them ask for the same. */
export function prepareExperiment(
  baseline: Configuration,
  others: Configuration[],
  { metric, stepIndex, rounds }: Decided,
): PreparedExperiment | null {
  const name = nameOf(baseline.name);
  const variants = others.map((other) => variantOf(baseline.spec, other));
  if (variants.some((variant) => variant === null)) return null;
  const named = variants.filter((variant) => variant !== null);
  const alone = named.length === 0;
  const kind = alone ? 'noise-floor' : 'comparison';
  const question = questionOf(
    kind,
    metric,
    name,
    named.map((variant) => variant.name),
  );
  const empty = emptyExperiment();
  const draft: ExperimentDraft = {
    ...empty,
    kind,
    question,
    filledQuestion: question,
    baselineName: name,
    variants: alone ? empty.variants : named,
    rounds: String(rounds),
    metric,
    stepIndex: stepIndex === null ? '' : String(stepIndex),
  };
  return { baseline: { ...baseline, name }, draft };
}

/** A run's configuration with changes against itself. Null where nothing differs, or where their steps cannot be paired. */
export function againstOriginal(
  { id, name, spec }: Configuration & { id: string },
  changed: Configuration,
): PreparedExperiment | null {
  const original: Configuration = { name, spec, source: { kind: 'run', id, name } };
  const [from, to] = [original.spec.load, changed.spec.load];
  const paired = from.steps.length === to.steps.length && (from.search === null) === (to.search === null);
  if (!paired || !canRunAgain(original.spec)) return null;
  return prepareExperiment(original, [changed], {
    metric: 'requestsPerSecond',
    stepIndex: null,
    rounds: ROUNDS,
  });
}

function variantOf(baseline: RunSpec, { name, spec }: Configuration): VariantDraft | null {
  const changes = changesBetween(baseline, spec);
  return changes.length > 0 ? filledVariant(variantDraftOf(nameOf(name), changes)) : null;
}
