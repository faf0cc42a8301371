import { z } from 'zod';
import { figure, MAX_DOCUMENT_RUNS, MAX_KINDS, MAX_REMARKS, MAX_SETTINGS, parameter, text, word } from './bounds.ts';
import { COMPARISON_WARNINGS } from './comparison-words.ts';
import { conditionOutcomes } from './gate.ts';
import { askedStep, protocol } from './load.ts';
import { point } from './point.ts';
import { id } from './primitives.ts';
import { run } from './run.ts';
import { confidence, pointVerdict, validity, wall } from './verdict.ts';
import { keysOf } from './words.ts';

/**
 * Raise it with every change of comparisons, in figures or in words: stored results of finished experiments are then
 * recomputed. A test checks one experiment's result against this version.
 */
export const COMPARISON_VERSION = 26;

/** The group of a setting or a fact. A comparison can credit one group only if no other differs. */
export const differenceGroup = z
  .enum(['hardware', 'target', 'tuning', 'load', 'software'])
  .meta({ id: 'DifferenceGroup' });
export type DifferenceGroup = z.infer<typeof differenceGroup>;

/** Which runs are compared. */
export const comparedRuns = z.object({
  /** Ids of two to eight runs, with commas between them. */
  runs: parameter,
  /** Id of the run that the others are compared with. Absent: the first. */
  baseline: parameter.optional(),
});

export const comparedSetting = z
  .object({
    group: differenceGroup,
    /** Where it comes from, such as `spec.target.prefork` or `server.facts.kernel`. */
    path: text,
    label: text,
    /** As people read it, one for each run; null where the run has no such setting or it was not read. */
    values: z.array(text.nullable()).max(MAX_DOCUMENT_RUNS),
    /** Every run has the same value. */
    same: z.boolean(),
  })
  .meta({ id: 'ComparedSetting', description: 'One setting or fact of the environment, side by side.' });
export type ComparedSetting = z.infer<typeof comparedSetting>;

/** Throughput, latencies in milliseconds, and CPU time per request in microseconds. */
export const comparedMetric = z
  .enum(['requestsPerSecond', 'latencyMsP50', 'latencyMsP99', 'serverCpuUsPerRequest', 'clientCpuUsPerRequest'])
  .meta({ id: 'ComparedMetric' });
export type ComparedMetric = z.infer<typeof comparedMetric>;

export const deltas = z
  .object({
    requestsPerSecond: figure.nullable(),
    latencyMsP50: figure.nullable(),
    latencyMsP99: figure.nullable(),
    serverCpuUsPerRequest: figure.nullable(),
    clientCpuUsPerRequest: figure.nullable(),
  })
  .meta({
    id: 'Deltas',
    description:
      'Relative to the baseline: 0.1 is 10 % more. Null where a side lacks the figure, or latencies may not be compared.',
  });
export type Deltas = z.infer<typeof deltas>;

/** What repetitions say of a difference. The words faster, slower and cheaper are made of it by the metric. */
export const outcome = z
  .enum(['higher', 'lower', 'equivalent', 'inconclusive', 'provisional', 'no-repeats'])
  .meta({ id: 'ComparisonOutcome' });
export type Outcome = z.infer<typeof outcome>;

export const couldShow = z.enum(['yes', 'no', 'cannot-tell']).meta({ id: 'CouldShow' });
export type CouldShow = z.infer<typeof couldShow>;

export const effect = z
  .object({
    /** Geometric mean of the ratios to the baseline: 1.1 is 10 % more. */
    ratio: figure,
    /**
     * Ends of the interval that the outcome goes by, corrected like it; null with fewer than two repetitions on a side.
     */
    low: figure.nullable(),
    high: figure.nullable(),
    hodgesLehmann: figure.nullable(),
    confidencePercent: figure,
    /** Rounds that were paired, or repetitions of the two sides. */
    pairs: z.int().nullable(),
    baselineCount: z.int(),
    otherCount: z.int(),
    /** Rounds in random order; without, drift is not excluded. */
    interleaved: z.boolean(),
    pValue: figure.nullable(),
    /** Adjusted by Holm's method, over all but the primary; null for the primary. */
    pValueAdjusted: figure.nullable(),
    /**
     * A difference must exceed both the declared margin and the differences of identical configurations on these hosts.
     */
    marginPercent: figure,
    noiseFloorPercent: figure.nullable(),
    /** The A/A experiments that it is from, with their target and load, which may be others. Absent without one, and of older comparisons. */
    noiseSource: text.optional(),
    /** The smallest difference that this many repetitions show 80 times of 100, by the spread seen here. */
    smallestShownPercent: figure.nullable(),
    /** In all, to find the difference seen here at 80 % power; null where that cannot be computed. */
    roundsNeeded: z.int().nullable(),
  })
  .meta({ id: 'Effect', description: 'How far one side is from the baseline, and how sure that is.' });
export type Effect = z.infer<typeof effect>;

export const sideFigure = z
  .object({
    /** Geometric mean over the runs of the side; null where none has the figure. */
    mean: figure.nullable(),
    /** One for each run of the side. */
    values: z.array(figure.nullable()).max(MAX_DOCUMENT_RUNS),
    validity: validity.nullable(),
    wall: wall.nullable(),
    confidence: confidence.nullable(),
  })
  .meta({ id: 'SideFigure' });

export const metricOutcome = z
  .object({
    metric: comparedMetric,
    /** Which of the compared steps. */
    stepPosition: z.int(),
    /** Which of the sides; the baseline is never one. */
    sideIndex: z.int(),
    /** Declared before the first run. */
    primary: z.boolean(),
    outcome,
    /** `faster`, `slower`, `cheaper`, `costlier` as the metric has it, where that is claimed; else as `outcome`. */
    word,
    /** Whether this test could have shown a difference at all. */
    couldShow,
    couldShowSentence: text,
    baseline: sideFigure,
    other: sideFigure,
    /** Null where a side has no figure, or the two are of different kinds. */
    effect: effect.nullable(),
    /** The answer in one short sentence. */
    sentence: text,
    /** What it rests on, in words. Empty in documents that have it in the sentence. */
    because: text,
    /** What else to know beside it, in a few words each: 'steps under 5 s'. Absent where there is nothing, and of older comparisons. */
    cautions: z.array(text).max(MAX_KINDS).optional(),
  })
  .meta({ id: 'MetricOutcome' });
export type MetricOutcome = z.infer<typeof metricOutcome>;

export const comparedSide = z
  .object({
    /** Runs of one configuration: their requests are all the same. */
    runIds: z.array(id).max(MAX_DOCUMENT_RUNS),
    /** `A`, or `A, C, E` of several. */
    letters: text,
    /**
     * In an experiment the configuration's name; otherwise what differs, such as `wrk`, or the name of its first run.
     */
    name: text,
    baseline: z.boolean(),
    /** Groups in which it differs from the baseline. */
    differsIn: z.array(differenceGroup).max(MAX_KINDS),
  })
  .meta({ id: 'ComparedSide' });
export type ComparedSide = z.infer<typeof comparedSide>;

export const comparedStep = z
  .object({
    /** What was asked of the baseline, or of the first run that has the step; of others it may differ where steps meet by place. */
    spec: askedStep,
    cells: z
      .array(
        z
          .object({
            /** The step of that run; null when it planned none like this. */
            stepIndex: z.int().nullable(),
            /** Null for the baseline itself and where a side measured nothing. */
            deltas: deltas.nullable(),
          })
          .meta({ id: 'ComparedCell' }),
      )
      .max(MAX_DOCUMENT_RUNS),
  })
  .meta({
    id: 'ComparedStep',
    description:
      'Steps that are compared, one cell for each run: of runs picked by hand those that asked for the same load, of an experiment those in the same place.',
  });
export type ComparedStep = z.infer<typeof comparedStep>;

export const comparisonWarning = z
  .object({
    /** The code may stand several times, once for each run that it is true of. */
    code: z.enum(keysOf(COMPARISON_WARNINGS)),
    /** Runs are called A, B, C ... in their order. Ends with what to do. */
    sentence: text,
  })
  .meta({ id: 'ComparisonWarning' });
export type ComparisonWarning = z.infer<typeof comparisonWarning>;

export const comparison = z
  .object({
    baselineRunId: id,
    /** In the order asked for. Every array of values and cells has this order. */
    runs: z.array(run).min(2).max(MAX_DOCUMENT_RUNS),
    /** Runs of one configuration are one side; the baseline's is the first. */
    sides: z.array(comparedSide).max(MAX_DOCUMENT_RUNS),
    settings: z.array(comparedSetting).max(MAX_SETTINGS),
    steps: z.array(comparedStep).max(MAX_REMARKS),
    /** For every side but the baseline, every step and metric; the primary first. */
    outcomes: z.array(metricOutcome).max(MAX_REMARKS),
    /** What the conditions of an experiment came to. Absent without any. */
    conditions: conditionOutcomes.optional(),
    /** The answer, in a short sentence for each side. */
    headline: text,
    /** What the headline rests on; what differs besides the answer comes first. Empty in documents that have it in the headline. */
    because: text,
    /** What the reader has to know before reading a difference, the weightiest first. */
    warnings: z.array(comparisonWarning).max(MAX_REMARKS),
  })
  .meta({ id: 'Comparison', description: 'Runs side by side. One run a side shows differences and claims nothing.' });
export type Comparison = z.infer<typeof comparison>;

export const judgedStep = z
  .object({
    index: z.int(),
    spec: askedStep,
    point: point
      .pick({
        requestsPerSecond: true,
        latencyMs: true,
        latencyRangeMs: true,
        serverCpuUsPerRequest: true,
        clientCpuUsPerRequest: true,
      })
      .nullable(),
    verdict: pointVerdict
      .pick({
        validity: true,
        wall: true,
        walls: true,
        confidence: true,
        sentence: true,
        next: true,
        stopsOthers: true,
      })
      .nullable(),
  })
  .meta({ id: 'JudgedStep' });

export const shownResult = comparison
  .extend({
    runs: z
      .array(
        z
          .object({
            ...{ id, name: z.string(), steps: z.array(judgedStep) },
            /** By which its requests under way are streams or pipelined. Absent: not known. */
            protocol: protocol.optional(),
          })
          .meta({ id: 'JudgedRun' }),
      )
      .min(2),
  })
  .meta({
    id: 'ShownResult',
    description: 'A comparison of very many runs, with what limited each step. The runs have pages of their own.',
  });
export type ShownResult = z.infer<typeof shownResult>;
