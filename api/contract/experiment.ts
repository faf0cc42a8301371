import { z } from 'zod';
import {
  figure,
  jsonValue,
  MAX_DOCUMENT_RUNS,
  MAX_HOSTS,
  MAX_KINDS,
  MAX_REMARKS,
  text,
  within,
  word,
} from './bounds.ts';
import { comparedMetric, comparison, differenceGroup, metricOutcome, shownResult } from './comparison.ts';
import { conditionTexts, experimentGate } from './gate.ts';
import {
  EXPERIMENT_ROUNDS,
  MAX_CONFIGURATION_NAME_CHARACTERS,
  MAX_FINDING_CHARACTERS,
  MAX_HYPOTHESIS_CHARACTERS,
  MAX_MARGIN_PERCENT,
  MAX_QUESTION_CHARACTERS,
  MAX_VARIANTS,
  SEED,
} from './limits.ts';
import { id, timeUs, typedNumber } from './primitives.ts';
import { runState } from './run.ts';
import { keptSpec, runSpec } from './spec.ts';

const MAX_CONFIGURATIONS = 1 + MAX_VARIANTS;
const MAX_CHANGES = 50;

/** `noise-floor`: the baseline against itself (A/A), which tells what no difference looks like on these hosts. */
export const experimentKind = z.enum(['comparison', 'noise-floor']).meta({ id: 'ExperimentKind' });
export type ExperimentKind = z.infer<typeof experimentKind>;

export const specChange = z
  .strictObject({
    /** A JSON pointer into the baseline's spec, such as `/target/prefork`; what is there is replaced. */
    path: z
      .string()
      .regex(/^(\/[^/]+)+$/, 'must be a JSON pointer such as /target/prefork')
      .max(200),
    /** What stands there instead: any JSON that fits. */
    value: jsonValue,
  })
  .meta({ id: 'SpecChange' });
export type SpecChange = z.infer<typeof specChange>;

const configurationName = z.string().trim().min(1).max(MAX_CONFIGURATION_NAME_CHARACTERS);

export const primaryOutcome = z
  .strictObject({
    metric: comparedMetric,
    /** The step that it is measured in, from 0. */
    stepIndex: z.int().min(0),
  })
  .meta({ id: 'PrimaryOutcome', description: 'What the experiment is decided by, declared before its first run.' });
export type PrimaryOutcome = z.infer<typeof primaryOutcome>;

export const createExperiment = z
  .strictObject({
    kind: experimentKind,
    /** What it is to answer. */
    question: z.string().trim().min(1).max(MAX_QUESTION_CHARACTERS),
    /** What you expect, and why; may be empty. */
    hypothesis: z.string().trim().max(MAX_HYPOTHESIS_CHARACTERS),
    /** What every variant is compared with. */
    baseline: z
      .strictObject({
        name: configurationName,
        /** A spec as of a run. */
        spec: runSpec,
      })
      .meta({ id: 'NewBaseline' }),
    /** Each is the baseline with changes. Empty for a noise floor. */
    variants: z
      .array(
        z
          .strictObject({
            name: configurationName,
            /** What differs from the baseline. */
            changes: z.array(specChange).min(1).max(MAX_CHANGES),
          })
          .meta({ id: 'NewVariant' }),
      )
      .max(MAX_VARIANTS),
    /** Each round runs every configuration once, in random order. */
    rounds: within(EXPERIMENT_ROUNDS),
    /**
     * Further rounds that run once, by themselves, when the first look is inconclusive. Null: none. Both looks then share
     * alpha.
     */
    extensionRounds: within(EXPERIMENT_ROUNDS).nullable(),
    /** What decides it. */
    primary: primaryOutcome,
    /** A difference smaller than this does not matter. */
    marginPercent: figure.positive().max(MAX_MARGIN_PERCENT),
    /**
     * What has to hold of every variant against the baseline, such as `throughput >= -2%` or `p99 latency in step 2 <= +5%`.
     * Without a step: of the primary one. Absent: none.
     */
    conditions: conditionTexts.optional(),
    /** Seed of the random order of the rounds. Null: drawn. */
    seed: within(SEED).nullable(),
    /** Queue its first run at once. False leaves it planned. */
    start: z.boolean(),
  })
  .meta({ id: 'CreateExperiment' });
export type CreateExperiment = z.infer<typeof createExperiment>;

export const experimentDesign = z
  .object({
    /** Spread of the primary metric from run to run: its coefficient of variation. */
    cvPercent: figure,
    /** Where that is known from. */
    cvSource: text,
    /** Half of the width of the confidence interval. */
    intervalPercent: figure,
    /** The smallest difference that it detects at 80 % power; null with fewer rounds than a claim needs. */
    smallestShownPercent: figure.nullable(),
    /** Rounds to show that there is no difference as large as the margin; null where that takes more than 200. */
    roundsForEquivalence: z.int().nullable(),
    /** What identical configurations differ by on these hosts; null where no A/A experiment was made on them. */
    noiseFloorPercent: figure.nullable(),
    /** Runs in all, without an extension. */
    runs: z.int(),
    /** How long the planned phases of all runs take together; null where a search plans its own steps. */
    plannedUs: z.int().nullable(),
    /** About how long all runs take, with preparing and restoring; absent in older documents. */
    wholeUs: z.int().optional(),
    /** Rounds in which every condition is met with 80 % power, if nothing differs; null where that takes more than 200. Absent without conditions. */
    roundsForConditions: z.int().nullable().optional(),
    /** What this design can show, in words. */
    sentence: text,
    /** What to know before, such as a client that will be the wall, or too few rounds. */
    warnings: z.array(text).max(MAX_REMARKS),
  })
  .meta({ id: 'ExperimentDesign', description: 'What this many rounds can show, known before the first of them.' });
export type ExperimentDesign = z.infer<typeof experimentDesign>;

export const experimentConfiguration = z
  .object({
    /** 0 is the baseline. A noise floor has the baseline twice. */
    index: z.int(),
    name: word,
    spec: keptSpec,
    changes: z.array(specChange).max(MAX_CHANGES),
    groups: z.array(differenceGroup).max(MAX_KINDS),
    /** For a variant that changes several groups: one variant for each group alone. */
    singleFactor: z
      .array(
        z
          .object({ group: differenceGroup, name: word, changes: z.array(specChange).max(MAX_CHANGES) })
          .meta({ id: 'SingleFactor' }),
      )
      .max(MAX_KINDS),
  })
  .meta({ id: 'ExperimentConfiguration' });
export type ExperimentConfiguration = z.infer<typeof experimentConfiguration>;

export const experimentSlot = z
  .object({
    /** From 0. */
    round: z.int(),
    /** Place in its round, from 0. */
    position: z.int(),
    configuration: z.int(),
    /** The run that counts; null before it was queued. */
    runId: id.nullable(),
    runState: runState.nullable(),
    /** Runs of this place that failed or were invalid and were made up for. */
    failedRunIds: z.array(id).max(MAX_DOCUMENT_RUNS),
  })
  .meta({ id: 'ExperimentSlot', description: 'One run that the design asks for, in the order in which they go.' });
export type ExperimentSlot = z.infer<typeof experimentSlot>;

export const experimentStatus = z.enum(['planned', 'running', 'done']).meta({ id: 'ExperimentStatus' });
export type ExperimentStatus = z.infer<typeof experimentStatus>;

const experimentRef = z.object({ id, question: text }).meta({ id: 'ExperimentRef' });

export const experimentSummary = z
  .object({
    id,
    kind: experimentKind,
    question: text,
    status: experimentStatus,
    /** Why it ended before its last round, or will as soon as the run under way is over; null otherwise. */
    stoppedSentence: text.nullable(),
    /** Why its next run is not queued yet, such as a host that is offline; null when nothing stands in the way. */
    waitingSentence: text.nullable(),
    createdAtUs: timeUs,
    createdByName: word.nullable(),
    startedAtUs: timeUs.nullable(),
    endedAtUs: timeUs.nullable(),
    configurationNames: z.array(word).max(MAX_CONFIGURATIONS),
    hostNames: z.array(word).max(MAX_HOSTS),
    /** Rounds as declared, without an extension. */
    rounds: z.int(),
    /** Rounds with the extension, once it is to run. */
    roundsPlanned: z.int(),
    /** Rounds in which every configuration has a run that counts. */
    roundsDone: z.int(),
    runsPlanned: z.int(),
    runsDone: z.int(),
    /** How long the runs still ahead take; null when it is not running. */
    remainingUs: z.int().nullable(),
    /** The primary outcome; null before the last round, and without a complete round. */
    headline: text.nullable(),
    /** What it was to show; null without conditions. Absent in older documents. */
    gate: experimentGate.nullish(),
    /** It was imported, and not run by this instance. */
    imported: z.boolean(),
    /** The later experiment whose finding replaces this one; null when none does. */
    supersededBy: experimentRef.nullable(),
  })
  .meta({ id: 'ExperimentSummary' });
export type ExperimentSummary = z.infer<typeof experimentSummary>;

export const experiment = experimentSummary
  .extend({
    hypothesis: text,
    /** Seed of the random order of the rounds. */
    seed: z.int(),
    /** Further rounds when the first look is inconclusive; null: none. */
    extensionRounds: z.int().nullable(),
    /** Whether the extension was run; null before the first look. */
    extended: z.boolean().nullable(),
    primary: primaryOutcome,
    /** A difference smaller than this does not matter. */
    marginPercent: figure,
    design: experimentDesign,
    configurations: z.array(experimentConfiguration).max(MAX_CONFIGURATIONS),
    /** Its runs, in the order in which they go. */
    slots: z.array(experimentSlot).max(MAX_DOCUMENT_RUNS),
    /**
     * The comparison of all counted runs, paired by round. Null until the last round is over, to avoid early stopping.
     */
    result: comparison.nullable(),
    /** What people conclude, in Markdown; empty until it is written. */
    finding: text,
    findingAtUs: timeUs.nullable(),
    findingByName: word.nullable(),
    /** Earlier experiments whose findings this one replaces. */
    supersedes: z.array(experimentRef).max(MAX_REMARKS),
  })
  .meta({ id: 'Experiment', description: 'With all of its runs: as documents have it.' });
export type Experiment = z.infer<typeof experiment>;

export const shownExperiment = experiment.extend({ result: shownResult.nullable() }).meta({
  id: 'ShownExperiment',
  description: 'As its page shows it: without its runs, as there may be hundreds.',
});
export type ShownExperiment = z.infer<typeof shownExperiment>;

export const listExperimentsQuery = z.strictObject({
  /** Only those of this status. */
  status: experimentStatus.optional(),
  /** `nextCursor` of the page before. Absent: the first page. */
  cursor: z.string().max(2000).optional(),
  /** Entries of one page. Absent: 50. */
  limit: typedNumber(z.int().min(1).max(200)).optional(),
});
export type ListExperimentsQuery = z.infer<typeof listExperimentsQuery>;

export const experimentAnswer = metricOutcome
  .pick({
    metric: true,
    sideIndex: true,
    outcome: true,
    word: true,
    couldShow: true,
    sentence: true,
    effect: true,
    cautions: true,
  })
  .meta({ id: 'ExperimentAnswer', description: 'What the primary outcome came to for one variant.' });
export type ExperimentAnswer = z.infer<typeof experimentAnswer>;

export const listedExperiment = experimentSummary
  .extend({
    /** Of each variant, in their order; empty until it is over, and of documents that say it in another form. */
    answers: z.array(experimentAnswer).max(MAX_CONFIGURATIONS),
  })
  .meta({ id: 'ListedExperiment' });
export type ListedExperiment = z.infer<typeof listedExperiment>;

export const experimentList = z
  .object({
    experiments: z.array(listedExperiment),
    /** Cursor of the next page; null on the last one. */
    nextCursor: z.string().nullable(),
    /** Experiments on all pages together. */
    total: z.int(),
  })
  .meta({ id: 'ExperimentList' });
export type ExperimentList = z.infer<typeof experimentList>;

export const changeExperiment = z
  .strictObject({
    /** What you conclude, in Markdown. */
    finding: z.string().max(MAX_FINDING_CHARACTERS).optional(),
    /** A later experiment whose finding replaces this one. Null takes that back. */
    supersededById: id.nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'needs a finding or supersededById')
  .meta({ id: 'ChangeExperiment' });
export type ChangeExperiment = z.infer<typeof changeExperiment>;
