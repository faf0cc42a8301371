import type { CreateBenchmark } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { COMMIT_SHA, EXPERIMENT_ROUNDS, MAX_MARGIN_PERCENT, MAX_NAME_CHARACTERS } from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { revisionOf } from '@rules/spec/revision-words';
import { fieldOfPath } from '@/features/draft/draft-field';
import { type DraftErrors, reading } from '@/features/draft/field-reading';

/** What a person typed of a benchmark; its spec comes from a run, an experiment or the benchmark itself. */
export interface DesignDraft {
  name: string;
  /** Empty: none, as the target is not built from commits. */
  reference: string;
  metric: ComparedMetric;
  stepIndex: number;
  rounds: string;
  marginPercent: string;
}

const LEAST_MARGIN = 0.1;

/** What is sent, and what is wrong with it by field. */
export function readDesign(draft: DesignDraft, spec: RunSpec): { body: CreateBenchmark; faults: DraftErrors } {
  const read = reading();
  const [name, reference] = [draft.name.trim(), draft.reference.trim()];
  if (name === '') read.errors.name = 'A benchmark needs a name.';
  if (name.length > MAX_NAME_CHARACTERS) read.errors.name = `At most ${MAX_NAME_CHARACTERS} characters.`;
  const built = revisionOf(spec) !== null;
  if (built && !COMMIT_SHA.test(reference))
    read.errors.reference =
      reference === '' ? 'Choose the commit that every candidate runs in turn with.' : 'A commit by its whole SHA.';
  const design = {
    spec,
    reference: built ? reference : null,
    rounds: read.whole('rounds', draft.rounds, ...EXPERIMENT_ROUNDS),
    primary: { metric: draft.metric, stepIndex: draft.stepIndex },
    marginPercent: read.decimal('marginPercent', draft.marginPercent, LEAST_MARGIN, MAX_MARGIN_PERCENT),
  };
  return { body: { name, design }, faults: read.errors };
}

const RULES: [RegExp, () => string][] = [
  [/^name/, () => 'name'],
  [/^(design\.)?reference/, () => 'reference'],
  [/^(design\.)?rounds/, () => 'rounds'],
  [/^(design\.)?marginPercent/, () => 'marginPercent'],
  [/^(design\.)?primary\.metric/, () => 'metric'],
  [/^(design\.)?primary/, () => 'stepIndex'],
  [/^design\.spec\.target\.revision/, () => 'reference'],
];

/** The field that a path of the API's problem means; null when it is none of the form. */
export const designField = (path: string): string | null => fieldOfPath(path, RULES);
