import type { ShownExperiment as Experiment, ExperimentConfiguration } from '@contract/experiment';
import { MAX_VARIANTS } from '@contract/limits';
import { canRunAgain } from '@rules/spec/run-again';
import { type ExperimentDraft, experimentDraftOf, variantDraftOf } from './experiment-draft';
import type { PreparedExperiment } from './prepared-experiment';

/** What asks for the same again, as a draft on the baseline's configuration; the seed is drawn anew. */
export function draftAgain(experiment: Experiment): PreparedExperiment | null {
  const [baseline, ...variants] = experiment.configurations;
  if (!baseline || !canRunAgain(baseline.spec)) return null;
  const compared = variants.filter(({ changes }) => changes.length > 0);
  return {
    baseline: {
      name: baseline.name,
      spec: baseline.spec,
      source: { kind: 'experiment', id: experiment.id, name: experiment.question },
    },
    draft: experimentDraftOf({ ...experiment, conditions: experiment.gate?.conditions, baseline }, compared),
  };
}

/** In the place of a variant its single-factor ones; others go where there is no room for all. */
export function splitDraft(draft: ExperimentDraft, configuration: ExperimentConfiguration): ExperimentDraft {
  const parts = configuration.singleFactor.map(({ name, changes }) => variantDraftOf(name, changes));
  const others = draft.variants.filter(({ name }) => name !== configuration.name);
  return { ...draft, variants: [...parts, ...others].slice(0, MAX_VARIANTS) };
}
