import type { ShownExperiment as Experiment, ExperimentConfiguration, SpecChange } from '@contract/experiment';
import { MAX_VARIANTS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { canRunAgain } from '@rules/spec/run-again';
import { type ExperimentDraft, emptyVariant, type VariantDraft } from './experiment-draft';

const variantOf = (name: string, changes: SpecChange[]): VariantDraft => ({
  name,
  edits: changes.map(({ path, value }) => ({ field: path, text: JSON.stringify(value) })),
});

/** What asks for the same again, as a draft on the baseline's configuration; the seed is drawn anew. */
export function draftAgain(
  experiment: Experiment,
): { baseline: { name: string; spec: RunSpec }; draft: ExperimentDraft } | null {
  const [baseline, ...variants] = experiment.configurations;
  if (!baseline || !canRunAgain(baseline.spec)) return null;
  const compared = variants.filter(({ changes }) => changes.length > 0);
  return {
    baseline: { name: baseline.name, spec: baseline.spec },
    draft: {
      kind: experiment.kind,
      question: experiment.question,
      hypothesis: experiment.hypothesis,
      baselineName: baseline.name,
      variants: compared.length > 0 ? compared.map(({ name, changes }) => variantOf(name, changes)) : [emptyVariant()],
      rounds: String(experiment.rounds),
      extensionRounds: experiment.extensionRounds === null ? '' : String(experiment.extensionRounds),
      metric: experiment.primary.metric,
      stepIndex: String(experiment.primary.stepIndex),
      marginPercent: String(experiment.marginPercent),
      seed: '',
    },
  };
}

/** In the place of a variant its single-factor ones; others go where there is no room for all. */
export function splitDraft(draft: ExperimentDraft, configuration: ExperimentConfiguration): ExperimentDraft {
  const parts = configuration.singleFactor.map(({ name, changes }) => variantOf(name, changes));
  const others = draft.variants.filter(({ name }) => name !== configuration.name);
  return { ...draft, variants: [...parts, ...others].slice(0, MAX_VARIANTS) };
}
