import type { ComparedMetric } from '@contract/comparison';
import type { CreateExperiment, ExperimentKind, SpecChange } from '@contract/experiment';
import { METRICS } from '@rules/outcomes/figures';
import type { EditDraft } from './variant-edits';

export interface VariantDraft {
  /** Empty: named by what it changes. */
  name: string;
  edits: EditDraft[];
  /** The name that was filled in, and for which edits. Absent: a person names it, or what it changes does. */
  filled?: { name: string; edits: string };
}

/** What a person typed of an experiment: text, kept as typed until it is right. */
export interface ExperimentDraft {
  kind: ExperimentKind;
  question: string;
  /** The question that was filled in. Absent: a person asks. */
  filledQuestion?: string;
  hypothesis: string;
  /** Empty: baseline. */
  baselineName: string;
  variants: VariantDraft[];
  rounds: string;
  /** Empty: each step as long as the baseline has it. */
  stepSeconds: string;
  /** Empty: none. */
  extensionRounds: string;
  metric: ComparedMetric;
  /** Empty: as the baseline suggests. */
  stepIndex: string;
  marginPercent: string;
  /** One on each line. Empty: none. */
  conditions: string;
  /** Empty: drawn when it is planned. */
  seed: string;
  /** Bounds of the launch of its hosts. Empty: as they were handed over. */
  ttlMinutes: string;
  keepMinutes: string;
  budgetUsd: string;
}

const AS_HANDED = { ttlMinutes: '', keepMinutes: '', budgetUsd: '' };

export const emptyVariant = (): VariantDraft => ({ name: '', edits: [] });

export const emptyExperiment = (seed = ''): ExperimentDraft => ({
  kind: 'comparison',
  question: '',
  hypothesis: '',
  baselineName: '',
  variants: [emptyVariant()],
  rounds: '6',
  stepSeconds: '',
  extensionRounds: '',
  metric: 'requestsPerSecond',
  stepIndex: '',
  marginPercent: '2',
  conditions: '',
  seed,
  ...AS_HANDED,
});

export const variantDraftOf = (name: string, changes: SpecChange[]): VariantDraft => ({
  name,
  edits: changes.map(({ path, value }) => ({ field: path, text: JSON.stringify(value) })),
});

type Declared = Pick<CreateExperiment, 'kind' | 'question' | 'hypothesis' | 'rounds' | 'extensionRounds' | 'primary'> &
  Pick<CreateExperiment, 'marginPercent' | 'conditions'> & { baseline: { name: string } };

/** What asks for the same: its seed is drawn anew. */
export function experimentDraftOf(
  { kind, question, hypothesis, baseline, rounds, extensionRounds, primary, marginPercent, conditions = [] }: Declared,
  variants: { name: string; changes: SpecChange[] }[],
): ExperimentDraft {
  return {
    kind,
    question,
    hypothesis,
    baselineName: baseline.name,
    variants:
      variants.length > 0 ? variants.map(({ name, changes }) => variantDraftOf(name, changes)) : [emptyVariant()],
    rounds: String(rounds),
    stepSeconds: '',
    extensionRounds: extensionRounds === null ? '' : String(extensionRounds),
    metric: primary.metric,
    stepIndex: String(primary.stepIndex),
    marginPercent: String(marginPercent),
    conditions: conditions.join('\n'),
    seed: '',
    ...AS_HANDED,
  };
}

/** A draft that stands as it began, whatever its seed. */
export function isExperimentTyped(draft: ExperimentDraft): boolean {
  return JSON.stringify({ ...draft, seed: '' }) !== JSON.stringify(emptyExperiment());
}

/** Reads a stored draft; anything that does not look like one is dropped. */
export function restoreExperiment(stored: string | null): ExperimentDraft | null {
  try {
    const kept = JSON.parse(stored ?? 'null') as Partial<ExperimentDraft> | null;
    // A tab that was open before an update kept a draft without it.
    const draft = kept && ({ stepSeconds: '', conditions: '', ...AS_HANDED, ...kept } as ExperimentDraft);
    return draft !== null && looksLikeDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

function looksLikeDraft(draft: ExperimentDraft): boolean {
  const model = emptyExperiment();
  return (
    (Object.keys(model) as (keyof ExperimentDraft)[]).every((name) => typeof draft[name] === typeof model[name]) &&
    ['comparison', 'noise-floor'].includes(draft.kind) &&
    METRICS.includes(draft.metric) &&
    Array.isArray(draft.variants) &&
    draft.variants.every(isVariant)
  );
}

const isVariant = (variant: VariantDraft | null): boolean =>
  typeof variant?.name === 'string' &&
  Array.isArray(variant.edits) &&
  variant.edits.every((edit) => typeof edit?.field === 'string' && typeof edit.text === 'string');
