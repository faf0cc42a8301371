import type { ComparedMetric } from '@contract/comparison';
import { MAX_CONFIGURATION_NAME_CHARACTERS, MAX_QUESTION_CHARACTERS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { canRunAgain } from '@rules/spec/run-again';
import { shorten } from '@rules/spec/shorten';
import { listed } from '@rules/words/text';
import { type ExperimentDraft, emptyExperiment, type VariantDraft, variantDraftOf } from './experiment-draft';
import { changesBetween } from './spec-pointer';

/** What the form of a new experiment begins with. */
export interface PreparedExperiment {
  baseline: Configuration;
  draft: ExperimentDraft;
}

interface Configuration {
  name: string;
  spec: RunSpec;
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
  const { label } = METRIC_WORDS[metric];
  const alone = named.length === 0;
  const question = alone
    ? `How far apart are runs of ${name} in ${label}?`
    : `Does ${label} differ between ${name} and ${listed(named.map((variant) => variant.name))}?`;
  const empty = emptyExperiment();
  const draft: ExperimentDraft = {
    ...empty,
    kind: alone ? 'noise-floor' : 'comparison',
    question: shorten(question, MAX_QUESTION_CHARACTERS),
    baselineName: name,
    variants: alone ? empty.variants : named,
    rounds: String(rounds),
    metric,
    stepIndex: stepIndex === null ? '' : String(stepIndex),
  };
  return { baseline: { name, spec: baseline.spec }, draft };
}

/** A run's configuration with changes against itself. Null where nothing differs, or where their steps cannot be paired. */
export function againstOriginal(original: Configuration, changed: Configuration): PreparedExperiment | null {
  const [from, to] = [original.spec.load, changed.spec.load];
  const paired = from.steps.length === to.steps.length && (from.search === null) === (to.search === null);
  if (!paired || !canRunAgain(original.spec)) return null;
  // The name that was made up begins with that of the original.
  const prefix = `${original.name}: `;
  const name = changed.name.startsWith(prefix) ? changed.name.slice(prefix.length) : changed.name;
  return prepareExperiment(original, [{ name, spec: changed.spec }], {
    metric: 'requestsPerSecond',
    stepIndex: null,
    rounds: ROUNDS,
  });
}

function variantOf(baseline: RunSpec, { name, spec }: Configuration): VariantDraft | null {
  const changes = changesBetween(baseline, spec);
  return changes.length > 0 ? variantDraftOf(nameOf(name), changes) : null;
}
