import type { ComparedMetric } from '@contract/comparison';
import type { CreateExperiment, ExperimentKind } from '@contract/experiment';
import { MAX_QUESTION_CHARACTERS } from '@contract/limits';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { shorten } from '@rules/spec/shorten';
import { listed } from '@rules/words/text';
import type { ExperimentDraft, VariantDraft } from './experiment-draft';
import type { EditDraft } from './variant-edits';

/** What a prepared experiment asks, until a person asks something else. */
export function questionOf(kind: ExperimentKind, metric: ComparedMetric, baseline: string, variants: string[]): string {
  const { label } = METRIC_WORDS[metric];
  const question =
    kind === 'noise-floor'
      ? `How far apart are runs of ${baseline} in ${label}?`
      : `Does ${label} differ between ${baseline} and ${listed(variants)}?`;
  return shorten(question, MAX_QUESTION_CHARACTERS);
}

const textOf = (edits: EditDraft[]): string => JSON.stringify(edits);

/** A variant whose name was made for these edits, and goes with them. */
export const filledVariant = (variant: VariantDraft): VariantDraft => ({
  ...variant,
  filled: { name: variant.name, edits: textOf(variant.edits) },
});

/** The same changes in other words: what was filled in still stands. */
export const withEdits = ({ filled, ...variant }: VariantDraft, edits: EditDraft[]): VariantDraft => ({
  ...variant,
  edits,
  ...(filled && { filled: { ...filled, edits: textOf(edits) } }),
});

const isStale = ({ name, edits, filled }: VariantDraft): boolean =>
  filled !== undefined && name === filled.name && textOf(edits) !== filled.edits;

type Followed = Partial<Pick<ExperimentDraft, 'variants' | 'question' | 'filledQuestion'>>;

/** What was filled in follows what it was filled in for, until a person types another; null where it stands. */
export function followed(draft: ExperimentDraft, body: Omit<CreateExperiment, 'start'>): Followed | null {
  if (draft.variants.some(isStale))
    return { variants: draft.variants.map((one) => (isStale(one) ? { name: '', edits: one.edits } : one)) };
  if (draft.filledQuestion === undefined || draft.question !== draft.filledQuestion) return null;
  const names = body.variants.map(({ name }) => name);
  const question = questionOf(body.kind, body.primary.metric, body.baseline.name, names);
  return question === draft.question ? null : { question, filledQuestion: question };
}
