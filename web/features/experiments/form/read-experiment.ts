import type { CreateExperiment } from '@contract/experiment';
import type { CreateLaunch, LaunchSpec } from '@contract/launch';
import {
  EXPERIMENT_ROUNDS,
  LOAD_LIMITS,
  MAX_CONDITION_CHARACTERS,
  MAX_CONDITIONS,
  MAX_CONFIGURATION_NAME_CHARACTERS,
  MAX_HYPOTHESIS_CHARACTERS,
  MAX_MARGIN_PERCENT,
  MAX_QUESTION_CHARACTERS,
  MAX_VARIANTS,
  SEED,
} from '@contract/limits';
import type { RunSpec } from '@contract/spec';
import { declaredRounds } from '@rules/experiment/declared-rounds';
import { wholeExperimentUs } from '@rules/experiment/planned-time';
import { readCondition } from '@rules/gate/condition';
import { fieldOfPath } from '@/features/draft/draft-field';
import type { DraftErrors } from '@/features/draft/field-reading';
import { reading } from '@/features/draft/field-reading';
import { readExperimentLaunch } from '@/features/experiments/cloud/experiment-launch';
import type { ExperimentDraft } from './experiment-draft';
import { type BaselineReading, readVariant, type VariantReading, withChanges } from './read-variant';

export interface ExperimentReading {
  /** What is sent, but for whether it begins at once; what cannot be read stands in it with some value. */
  body: Omit<CreateExperiment, 'start'>;
  variants: VariantReading[];
  /** What is wrong, by field; of the change at place c of variant v `variants.v.edits.c`. */
  faults: DraftErrors;
  /** The specs of its configurations, the baseline first. */
  specs: RunSpec[];
  /** Its runs, without further rounds, and the time from the first one's start to the last one's end. */
  runs: number;
  wholeUs: number;
  /** What its hosts are launched as; null: they are there. */
  launch: CreateLaunch | null;
  /** It can be asked what this design would show: all that is missing is words of people. */
  designable: boolean;
}

/** Steps that an experiment may be decided by: those without profiles. */
export const decidingSteps = (spec: RunSpec): { index: number; step: RunSpec['load']['steps'][number] }[] =>
  spec.load.steps.map((step, index) => ({ index, step })).filter(({ step }) => step.profiles.length === 0);

/** `suggestedStep`: the one that decides when none is chosen. `handed`: the launch of its hosts, null without one. */
export function readExperiment(
  draft: ExperimentDraft,
  baseline: BaselineReading,
  suggestedStep: number | null,
  handed: LaunchSpec | null = null,
): ExperimentReading {
  const read = reading();
  const faults: DraftErrors = read.errors;
  const drafts = draft.kind === 'noise-floor' ? [] : draft.variants;
  const variants = drafts.map(({ edits }) => readVariant(baseline, edits));
  const baselineName = draft.baselineName.trim() || 'baseline';
  const names = drafts.map(({ name }, at) => cut(name.trim() || variants[at]?.ownName || `variant ${at + 1}`));
  const stepIndex = stepOf(draft, baseline.spec, suggestedStep, faults);
  const conditions = draft.kind === 'noise-floor' ? [] : conditionLines(draft.conditions);
  const conditionFault = faultOfConditions(conditions, stepIndex);
  if (conditionFault !== null) faults.conditions = conditionFault;
  const body: ExperimentReading['body'] = {
    kind: draft.kind,
    question: draft.question.trim(),
    hypothesis: draft.hypothesis.trim(),
    baseline: { name: baselineName, spec: baseline.spec },
    variants: variants.map(({ changes }, at) => ({ name: names[at] ?? '', changes })),
    rounds: read.whole('rounds', draft.rounds, ...EXPERIMENT_ROUNDS),
    extensionRounds: read.optional('extensionRounds', draft.extensionRounds, ...EXPERIMENT_ROUNDS),
    primary: { metric: draft.metric, stepIndex },
    marginPercent: read.decimal('marginPercent', draft.marginPercent, 0.1, MAX_MARGIN_PERCENT),
    ...(conditions.length > 0 && { conditions }),
    seed: read.optional('seed', draft.seed, ...SEED),
  };
  read.optional('stepSeconds', draft.stepSeconds, ...LOAD_LIMITS.durationSeconds);
  variantFaults(draft, variants, [baselineName, ...names], faults);
  if (baseline.spec.load.search !== null)
    faults.baseline =
      'A ceiling search plans its own steps, so that no two runs need have the same. Choose a run with fixed steps.';
  const designable = Object.keys(faults).length === 0;
  const specs = [baseline.spec, ...comparedSpecs(body)];
  const planned = { specs, runs: body.rounds * specs.length, wholeUs: wholeExperimentUs(body.rounds, specs) };
  const bounds = reading();
  const needed = {
    wholeUs: wholeExperimentUs(declaredRounds(body), specs),
    furtherRounds: body.extensionRounds,
  };
  const launch = handed && readExperimentLaunch(bounds, draft, handed, needed);
  const all = { ...wordFaults(draft), ...bounds.errors, ...faults };
  return { body, variants, faults: all, ...planned, launch, designable };
}

const conditionLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function faultOfConditions(conditions: string[], primaryStepIndex: number): string | null {
  if (conditions.length > MAX_CONDITIONS) return `At most ${MAX_CONDITIONS} conditions.`;
  for (const text of conditions) {
    if (text.length > MAX_CONDITION_CHARACTERS) return `At most ${MAX_CONDITION_CHARACTERS} characters on a line.`;
    const read = readCondition(text, primaryStepIndex);
    if ('fault' in read) return read.fault;
  }
  return null;
}

/** What the baseline is compared with: of a noise floor itself. */
const comparedSpecs = ({ kind, baseline: { spec }, variants }: ExperimentReading['body']): RunSpec[] =>
  kind === 'noise-floor' ? [spec] : variants.map(({ changes }) => withChanges(spec, changes));

function wordFaults({ question, hypothesis, baselineName }: ExperimentDraft): DraftErrors {
  return {
    ...(question.trim() === '' && { question: 'Ask what the experiment is to answer.' }),
    ...(question.trim().length > MAX_QUESTION_CHARACTERS && {
      question: `At most ${MAX_QUESTION_CHARACTERS} characters.`,
    }),
    ...(hypothesis.trim().length > MAX_HYPOTHESIS_CHARACTERS && {
      hypothesis: `At most ${MAX_HYPOTHESIS_CHARACTERS} characters.`,
    }),
    ...(baselineName.trim().length > MAX_CONFIGURATION_NAME_CHARACTERS && {
      baselineName: `At most ${MAX_CONFIGURATION_NAME_CHARACTERS} characters.`,
    }),
  };
}

function stepOf({ stepIndex }: ExperimentDraft, spec: RunSpec, suggested: number | null, faults: DraftErrors): number {
  const steps = decidingSteps(spec).map(({ index }) => index);
  const first = steps[0];
  if (first === undefined) {
    faults.stepIndex = 'Every step takes profiles, which cost the target CPU time. Choose a run with a plain step.';
    return 0;
  }
  if (stepIndex === '') return suggested !== null && steps.includes(suggested) ? suggested : first;
  if (!steps.includes(Number(stepIndex))) {
    faults.stepIndex = 'The baseline has no such step; choose another.';
    return first;
  }
  return Number(stepIndex);
}

function variantFaults(draft: ExperimentDraft, variants: VariantReading[], names: string[], faults: DraftErrors): void {
  if (draft.kind === 'comparison' && variants.length === 0)
    faults.variants = 'Add a variant, or choose the noise floor.';
  if (variants.length > MAX_VARIANTS) faults.variants = `At most ${MAX_VARIANTS} variants.`;
  for (const [at, variant] of variants.entries()) {
    for (const [place, fault] of variant.faults.entries()) if (fault) faults[`variants.${at}.edits.${place}`] = fault;
    if (variant.fault) faults[`variants.${at}`] = variant.fault;
    const typed = draft.variants[at]?.name.trim() ?? '';
    if (typed.length > MAX_CONFIGURATION_NAME_CHARACTERS)
      faults[`variants.${at}.name`] = `At most ${MAX_CONFIGURATION_NAME_CHARACTERS} characters.`;
    else if (names.indexOf(names[at + 1] ?? '') <= at)
      faults[`variants.${at}.name`] = 'That name is taken; type another.';
    const twin = variants.findIndex((other) => JSON.stringify(other.changes) === JSON.stringify(variant.changes));
    if (twin < at && variant.changes.length > 0)
      faults[`variants.${at}`] = `It changes the same as ${names[twin + 1]}. Change something else, or remove it.`;
  }
}

/** Between characters as a reader sees them. */
function cut(name: string): string {
  if (name.length <= MAX_CONFIGURATION_NAME_CHARACTERS) return name;
  return `${name.slice(0, MAX_CONFIGURATION_NAME_CHARACTERS - 1).trimEnd()}…`;
}

const RULES: [RegExp, (...found: string[]) => string][] = [
  [/^spec\.(ttl|keep)Minutes/, (name) => `${name}Minutes`],
  [/^spec\.budgetMicroUsd/, () => 'budgetUsd'],
  [/^(question|hypothesis|rounds|extensionRounds|marginPercent|seed|kind)$/, (name) => name],
  [/^primary\.metric/, () => 'metric'],
  [/^primary/, () => 'stepIndex'],
  [/^conditions/, () => 'conditions'],
  [/^baseline\.name$/, () => 'baselineName'],
  [/^baseline/, () => 'baseline'],
  [/^variants\.(\d+)\.name$/, (at) => `variants.${at}.name`],
  [/^variants\.(\d+)/, (at) => `variants.${at}`],
  [/^variants$/, () => 'variants'],
];

/** The field of the form that a path of the API's problem means; null when it is none of them. */
export const experimentField = (path: string): string | null => fieldOfPath(path, RULES);
