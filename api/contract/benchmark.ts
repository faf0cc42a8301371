import { z } from 'zod';
import { figure, MAX_KINDS, text, within, word } from './bounds.ts';
import { comparedMetric } from './comparison.ts';
import { primaryOutcome } from './experiment.ts';
import {
  EXPERIMENT_ROUNDS,
  MAX_ALERT_REASON_CHARACTERS,
  MAX_HISTORY_POINTS,
  MAX_HISTORY_SERIES,
  MAX_MARGIN_PERCENT,
  MAX_NAME_CHARACTERS,
} from './limits.ts';
import { commitSha, id, sha256, timeUs } from './primitives.ts';
import { benchmarkSchedule } from './schedule.ts';
import { keptSpec, revisionLabel, runSpec } from './spec.ts';

export const benchmarkDesign = z
  .strictObject({
    /** What is measured: a spec as of a run. The revision in it is replaced by that of each point. */
    spec: runSpec,
    /**
     * The commit that every candidate is interleaved with, such as the last release. Null for a target without a source: then the
     * target is measured against itself, which tells its noise.
     */
    reference: commitSha.nullable(),
    /** Of each point. Each round runs reference and candidate once, in random order. */
    rounds: within(EXPERIMENT_ROUNDS),
    /** What it is watched by first. */
    primary: primaryOutcome,
    /** A change smaller than this does not matter. */
    marginPercent: figure.positive().max(MAX_MARGIN_PERCENT),
  })
  .meta({ id: 'BenchmarkDesign', description: 'What is measured of each revision, and against what.' });
export type BenchmarkDesign = z.infer<typeof benchmarkDesign>;

export const budget = z
  .strictObject({
    metric: comparedMetric,
    /** From 0. */
    stepIndex: z.int().min(0),
    /** `ratio`: of candidate / reference. `figure`: of the candidate itself, in the metric's unit; that moves with the host, too. */
    of: z.enum(['ratio', 'figure']),
    /** The least of what is better high, the most of what is better low. */
    limit: figure.positive(),
    /** Why it is this. */
    reason: z.string().trim().min(1).max(MAX_ALERT_REASON_CHARACTERS),
    /** From then on it is held no more, and to be decided anew. Null: for good. */
    expiresAtUs: timeUs.nullable(),
  })
  .meta({ id: 'Budget', description: 'A limit of one metric that does not move with the history.' });
export type Budget = z.infer<typeof budget>;

export const keptBudget = budget.extend({ byName: word.nullable(), setAtUs: timeUs }).meta({ id: 'KeptBudget' });
export type KeptBudget = z.infer<typeof keptBudget>;

const benchmarkName = z.string().trim().min(1).max(MAX_NAME_CHARACTERS);

export const createBenchmark = z
  .strictObject({ name: benchmarkName, design: benchmarkDesign })
  .meta({ id: 'CreateBenchmark' });
export type CreateBenchmark = z.infer<typeof createBenchmark>;

export const changeBenchmark = z
  .strictObject({
    name: benchmarkName.optional(),
    /** Another design is another version, and begins a new epoch of the history. */
    design: benchmarkDesign.optional(),
    /** No more points are made of it; its history stays. */
    archived: z.boolean().optional(),
    /** All of its limits, one for each metric of a step. They make no new version. */
    budgets: z.array(budget).max(MAX_HISTORY_SERIES).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'needs a name, a design, archived or budgets')
  .meta({ id: 'ChangeBenchmark' });
export type ChangeBenchmark = z.infer<typeof changeBenchmark>;

export const benchmarkVersion = z
  .object({
    /** From 1. */
    number: z.int(),
    /** Of the design in canonical JSON. */
    sha256,
    createdAtUs: timeUs,
    createdByName: word.nullable(),
  })
  .meta({ id: 'BenchmarkVersion' });
export type BenchmarkVersion = z.infer<typeof benchmarkVersion>;

export const historyPoint = z
  .object({
    /** The experiment that measured it. */
    experimentId: id,
    /** The commit, or its label. */
    revision: word,
    /** The first line of the commit's message; null of a label, and where no host has told it yet. */
    subject: text.nullable(),
    committedAtUs: timeUs.nullable(),
    /** Its place along first parents, later ones higher. Only the order means anything. */
    place: z.int(),
    measuredAtUs: timeUs,
    /** The commit that it was interleaved with; null: the target was measured against itself. */
    against: word.nullable(),
    /** Index of its epoch; in a strip counted within the strip. */
    epoch: z.int(),
    rounds: z.int(),
    /** Geometric mean of candidate / reference; null of a gap. */
    ratio: figure.nullable(),
    /** 95 % interval of the ratio; null with too few rounds. */
    low: figure.nullable(),
    high: figure.nullable(),
    /** Geometric means of both builds, in the metric's own unit; null where none was measured. */
    candidate: figure.nullable(),
    reference: figure.nullable(),
    /** Why it is a gap and no value, in a sentence; null of a value. */
    gap: text.nullable(),
  })
  .meta({ id: 'HistoryPoint', description: 'One metric of one revision, as one night measured it.' });
export type HistoryPoint = z.infer<typeof historyPoint>;

export const hostMove = z
  .object({
    /** It lies between these two measurements. */
    beforeUs: timeUs,
    afterUs: timeUs,
    /** The reference's figure, after / before, with its 95 % interval. */
    ratio: figure,
    low: figure,
    high: figure,
    /** The ratio of candidate and reference changed there, too. */
    ratioMoved: z.boolean(),
    sentence: text,
  })
  .meta({ id: 'HostMove', description: 'The reference, one and the same build, reads another figure since.' });
export type HostMove = z.infer<typeof hostMove>;

export const historySeries = z
  .object({
    metric: comparedMetric,
    /** From 0. */
    stepIndex: z.int(),
    /** When the hosts moved and not the builds, as the reference tells; the oldest first. Of the step that decides alone. */
    hostMoves: z.array(hostMove).max(MAX_HISTORY_POINTS),
    /** By their place; the newest ones of more. */
    points: z.array(historyPoint).max(MAX_HISTORY_POINTS),
  })
  .meta({ id: 'HistorySeries' });
export type HistorySeries = z.infer<typeof historySeries>;

export const historyEpoch = z
  .object({
    index: z.int(),
    /** Of the benchmark. */
    version: z.int(),
    /** What hosts of this kind have in common, in words. */
    hostClass: text,
    /** What else the hosts were, such as kernel and agent, in words. */
    hosts: text,
    /** The commit that candidates were interleaved with; null: the candidate itself. */
    reference: word.nullable(),
    fromUs: timeUs,
    /** What changed since the point before it, in a sentence; null of the first. */
    because: text.nullable(),
  })
  .meta({ id: 'HistoryEpoch', description: 'Points that may be compared: measured under the same conditions.' });
export type HistoryEpoch = z.infer<typeof historyEpoch>;

export const benchmarkHistory = z
  .object({
    /** By their first measurement, among the points that are shown. */
    epochs: z.array(historyEpoch).max(MAX_HISTORY_POINTS),
    /** The primary metric first. */
    series: z.array(historySeries).max(MAX_HISTORY_SERIES),
  })
  .meta({ id: 'BenchmarkHistory' });
export type BenchmarkHistory = z.infer<typeof benchmarkHistory>;

export const benchmarkSummary = z
  .object({
    id,
    name: word,
    ownerName: word.nullable(),
    createdAtUs: timeUs,
    /** Null: it is measured on. */
    archivedAtUs: timeUs.nullable(),
    version: benchmarkVersion,
    primary: primaryOutcome,
    marginPercent: figure,
    hostNames: z.array(word).max(MAX_KINDS),
    /** Of the primary outcome: the newest points, the newest last. */
    strip: z.array(historyPoint).max(MAX_HISTORY_POINTS),
    /** Experiments that measure a point of it now. */
    measuring: z.int(),
    /** Changes for the worse that were confirmed and that nobody has taken care of. */
    openAlerts: z.int(),
  })
  .meta({ id: 'BenchmarkSummary' });
export type BenchmarkSummary = z.infer<typeof benchmarkSummary>;

export const benchmark = benchmarkSummary
  .extend({
    design: benchmarkDesign.extend({ spec: keptSpec }),
    budgets: z.array(keptBudget).max(MAX_HISTORY_SERIES),
    /** When it is measured by itself; null: on request alone. */
    schedule: benchmarkSchedule.nullable(),
    /** The newest first. */
    versions: z.array(benchmarkVersion).max(MAX_HISTORY_POINTS),
  })
  .meta({ id: 'Benchmark' });
export type Benchmark = z.infer<typeof benchmark>;

export const benchmarkList = z
  .object({
    /** By name; archived ones last. */
    benchmarks: z.array(benchmarkSummary),
  })
  .meta({ id: 'BenchmarkList' });
export type BenchmarkList = z.infer<typeof benchmarkList>;

export const measureRevision = z
  .strictObject({
    /** The commit, for a target with a source. */
    commit: commitSha.optional(),
    /** What names the build, for any other target. */
    label: revisionLabel.optional(),
  })
  .refine(({ commit, label }) => (commit === undefined) !== (label === undefined), 'needs a commit or a label')
  .meta({ id: 'MeasureRevision' });
export type MeasureRevision = z.infer<typeof measureRevision>;

export const measuredRevision = z
  .object({ experimentId: id })
  .meta({ id: 'MeasuredRevision', description: 'The experiment that measures the point.' });
export type MeasuredRevision = z.infer<typeof measuredRevision>;
