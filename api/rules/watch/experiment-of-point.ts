import type { BenchmarkDesign } from '../../contract/benchmark.ts';
import type { CreateExperiment } from '../../contract/experiment.ts';
import { MAX_QUESTION_CHARACTERS } from '../../contract/limits.ts';
import type { TargetSpec } from '../../contract/target.ts';
import { revisionOf, shortCommit } from '../spec/revision-words.ts';
import { shorten } from '../spec/shorten.ts';

/** Why a benchmark cannot have this design; null where it can. */
export function designFault({ spec, reference }: BenchmarkDesign): string | null {
  if (reference !== null && spec.target.kind !== 'named')
    return 'Only a named target with a source can have a reference commit. Leave it out, or measure such a target.';
  if (reference === null && revisionOf(spec) !== null)
    return 'A target that is built from commits needs a reference, such as the last release: against itself every commit is the same.';
  return null;
}

/**
 * What measures a point: the reference against the commit, or the target against itself where there is no reference, or where the
 * commit is the reference. `commit`: null of a target without a source.
 */
export function experimentOfPoint(
  name: string,
  { spec, reference, rounds, primary, marginPercent }: BenchmarkDesign,
  { commit, label }: { commit: string | null; label: string },
): CreateExperiment {
  const at = (revision: string | null): TargetSpec =>
    spec.target.kind === 'named' && revision !== null ? { ...spec.target, revision } : spec.target;
  const compares = commit !== null && reference !== null && commit !== reference;
  const baseline = compares ? reference : commit;
  return {
    kind: compares ? 'comparison' : 'noise-floor',
    question: shorten(`${name}: ${label}`, MAX_QUESTION_CHARACTERS),
    hypothesis: '',
    baseline: {
      name: compares ? `reference ${shortCommit(reference)}` : label,
      spec: { ...spec, target: at(baseline) },
    },
    variants: compares ? [{ name: label, changes: [{ path: '/target/revision', value: commit }] }] : [],
    ...{ rounds, extensionRounds: null, primary, marginPercent, seed: null, start: true },
  };
}
