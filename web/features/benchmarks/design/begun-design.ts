import type { Benchmark } from '@contract/benchmark';
import type { ShownExperiment } from '@contract/experiment';
import { MAX_NAME_CHARACTERS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { revisionOf } from '@rules/spec/revision-words';
import { canRunAgain } from '@rules/spec/run-again';
import { shorten } from '@rules/spec/shorten';
import { emptyExperiment } from '@/features/experiments/form/experiment-draft';
import { decidingSteps } from '@/features/experiments/form/read-experiment';
import type { DesignDraft } from './design-draft';

const nameOf = (text: string): string => shorten(text, MAX_NAME_CHARACTERS);

/** Of a run: its commit is the reference, and the rest is as an experiment begins. */
export function designOfRun({ name, spec }: { name: string; spec: RunSpec }): DesignDraft {
  const { metric, rounds, marginPercent } = emptyExperiment();
  const stepIndex = decidingSteps(spec)[0]?.index ?? 0;
  return { name: nameOf(name), reference: revisionOf(spec) ?? '', metric, stepIndex, rounds, marginPercent };
}

/** Of an experiment: its baseline, decided as it was. Null where that cannot be run again. */
export function designOfExperiment(
  experiment: Pick<ShownExperiment, 'question' | 'configurations' | 'rounds' | 'primary' | 'marginPercent'>,
): { spec: RunSpec; start: DesignDraft } | null {
  const spec = experiment.configurations[0]?.spec;
  if (!spec || !canRunAgain(spec)) return null;
  const { question, primary, marginPercent } = experiment;
  return {
    spec,
    start: {
      ...designOfRun({ name: question, spec }),
      ...primary,
      rounds: String(experiment.rounds),
      marginPercent: String(marginPercent),
    },
  };
}

export const designOfBenchmark = ({ name, design, primary, marginPercent }: Benchmark): DesignDraft => ({
  name,
  reference: design.reference ?? '',
  ...primary,
  rounds: String(design.rounds),
  marginPercent: String(marginPercent),
});
