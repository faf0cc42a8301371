import type { Comparison, MetricOutcome } from '@contract/comparison';
import { MAX_CONFIGURATION_NAME_CHARACTERS, MAX_QUESTION_CHARACTERS, MAX_VARIANTS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { canRunAgain } from '@rules/spec/run-again';
import { shorten } from '@rules/spec/shorten';
import { listed } from '@rules/words/text';
import { type ExperimentDraft, emptyExperiment, variantDraftOf } from '@/features/experiments/form/experiment-draft';
import { changesBetween } from '@/features/experiments/form/spec-pointer';

export interface RepeatDraft {
  baseline: { name: string; spec: RunSpec };
  draft: ExperimentDraft;
}

const nameOf = (text: string): string => shorten(text, MAX_CONFIGURATION_NAME_CHARACTERS);

/**
 * The compared configurations as an experiment in rounds, decided by `main`; of one configuration alone it is a noise floor.
 * Null where it cannot be asked: a run was imported, its tool is not known, or there are more variants than fit.
 */
export function repeatDraft(comparison: Comparison, main: MetricOutcome | null, rounds: number): RepeatDraft | null {
  const { runs, sides, steps, baselineRunId } = comparison;
  const baselineIndex = runs.findIndex(({ id }) => id === baselineRunId);
  const spec = runs[baselineIndex]?.spec;
  const specs = sides.map(({ runIds }) => runs.find(({ id }) => id === runIds[0])?.spec);
  if (!spec || !canRunAgain(spec) || sides.length > MAX_VARIANTS + 1) return null;
  const variants = [];
  for (const [index, side] of sides.entries()) {
    const other = specs[index];
    if (index === 0) continue;
    if (!other || !canRunAgain(other)) return null;
    const changes = changesBetween(spec, other);
    if (changes.length === 0) return null;
    variants.push(variantDraftOf(nameOf(side.name), changes));
  }
  const metric = main?.metric ?? 'requestsPerSecond';
  const stepIndex = main ? steps[main.stepPosition]?.cells[baselineIndex]?.stepIndex : null;
  const { label } = METRIC_WORDS[metric];
  const alone = variants.length === 0;
  const name = nameOf(sides[0]?.name ?? '');
  const question = alone
    ? `How far apart are runs of ${name} in ${label}?`
    : `Does ${label} differ between ${name} and ${listed(variants.map((variant) => variant.name))}?`;
  const draft: ExperimentDraft = {
    ...emptyExperiment(),
    kind: alone ? 'noise-floor' : 'comparison',
    question: shorten(question, MAX_QUESTION_CHARACTERS),
    baselineName: name,
    rounds: String(rounds),
    metric,
    stepIndex: stepIndex == null ? '' : String(stepIndex),
  };
  return { baseline: { name, spec }, draft: alone ? draft : { ...draft, variants } };
}
