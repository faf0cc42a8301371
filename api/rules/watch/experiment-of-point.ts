import type { BenchmarkDesign } from '../../contract/benchmark.ts';
import type { CreateExperiment } from '../../contract/experiment.ts';
import { MAX_QUESTION_CHARACTERS } from '../../contract/limits.ts';
import type { KeptSpec, RunSpec } from '../../contract/spec.ts';
import type { TargetSpec } from '../../contract/target.ts';
import { wholeExperimentUs } from '../experiment/planned-time.ts';
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

/** What a point takes: each round runs reference and candidate, or the target twice. Builds and repeated runs come on top. */
export const plannedPointUs = ({ rounds, spec }: { rounds: number; spec: KeptSpec }): number =>
  wholeExperimentUs(rounds, [spec, spec]);

/**
 * What measures a point: the reference against the commit, or the target against itself where there is no reference, or where the
 * commit is the reference. `commit`: null of a target without a source.
 */
export function experimentOfPoint(
  name: string,
  { spec, reference, rounds, primary, marginPercent }: BenchmarkDesign,
  { commit, label }: { commit: string | null; label: string },
): CreateExperiment {
  const question = `${name}: ${label}`;
  if (commit !== null && reference !== null && commit !== reference)
    return compared(spec, {
      ...{ question, hypothesis: '', rounds, primary, marginPercent },
      from: { name: `reference ${shortCommit(reference)}`, commit: reference },
      to: { name: label, commit },
    });
  return {
    ...begun(question, ''),
    kind: 'noise-floor',
    baseline: { name: label, spec: { ...spec, target: at(spec, commit) } },
    variants: [],
    ...{ rounds, primary, marginPercent },
  };
}

/** What shows or does not show that a commit differs from an earlier one. */
export const experimentThatConfirms = (
  name: string,
  { spec }: BenchmarkDesign,
  { from, to, ...decided }: Decided & { from: string; to: string },
): CreateExperiment =>
  compared(spec, {
    ...decided,
    question: `${name}: did it change from ${shortCommit(from)} to ${shortCommit(to)}?`,
    hypothesis: 'Its history looks so.',
    from: { name: shortCommit(from), commit: from },
    to: { name: shortCommit(to), commit: to },
  });

type Decided = Pick<CreateExperiment, 'rounds' | 'primary' | 'marginPercent'>;

interface Named {
  name: string;
  commit: string;
}

function compared(
  spec: RunSpec,
  {
    question,
    hypothesis,
    from,
    to,
    ...decided
  }: Decided & { question: string; hypothesis: string; from: Named; to: Named },
): CreateExperiment {
  return {
    ...begun(question, hypothesis),
    kind: 'comparison',
    baseline: { name: from.name, spec: { ...spec, target: at(spec, from.commit) } },
    variants: [{ name: to.name, changes: [{ path: '/target/revision', value: to.commit }] }],
    ...decided,
  };
}

const begun = (question: string, hypothesis: string) => ({
  question: shorten(question, MAX_QUESTION_CHARACTERS),
  ...{ hypothesis, extensionRounds: null, seed: null, start: true },
});

const at = ({ target }: RunSpec, revision: string | null): TargetSpec =>
  target.kind === 'named' && revision !== null ? { ...target, revision } : target;
