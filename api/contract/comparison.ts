import { z } from 'zod';
import { stepSpec } from './load.ts';
import { id } from './primitives.ts';
import { run } from './run.ts';

export const MAX_COMPARED_RUNS = 8;

/** What a setting or a fact belongs to. A comparison speaks for one group only when no other differs. */
export const differenceGroup = z
  .enum(['hardware', 'target', 'tuning', 'load', 'software'])
  .meta({ id: 'DifferenceGroup' });
export type DifferenceGroup = z.infer<typeof differenceGroup>;

export const comparedSetting = z
  .object({
    group: differenceGroup,
    /** Where it comes from, such as `spec.target.prefork` or `server.facts.kernel`. */
    path: z.string(),
    label: z.string(),
    /** As people read it, one for each run; null where the run has no such setting or it was not read. */
    values: z.array(z.string().nullable()),
    /** Every run has the same value. */
    same: z.boolean(),
  })
  .meta({ id: 'ComparedSetting', description: 'One setting or fact of the environment, side by side.' });
export type ComparedSetting = z.infer<typeof comparedSetting>;

export const deltas = z
  .object({
    requestsPerSecond: z.number().nullable(),
    latencyMsP50: z.number().nullable(),
    latencyMsP99: z.number().nullable(),
    serverCpuUsPerRequest: z.number().nullable(),
    clientCpuUsPerRequest: z.number().nullable(),
  })
  .meta({
    id: 'Deltas',
    description:
      'Relative to the baseline: 0.1 is 10 % more. Null where a side lacks the figure, or latencies may not be compared.',
  });
export type Deltas = z.infer<typeof deltas>;

export const comparedStep = z
  .object({
    /** What was asked: equal for every run that has the step, but for the duration. */
    spec: stepSpec,
    cells: z.array(
      z
        .object({
          /** The step of that run; null when it planned none like this. */
          stepIndex: z.int().nullable(),
          /** Null for the baseline itself and where a side measured nothing. */
          deltas: deltas.nullable(),
        })
        .meta({ id: 'ComparedCell' }),
    ),
  })
  .meta({ id: 'ComparedStep', description: 'Steps of the runs that asked for the same load, one cell for each run.' });
export type ComparedStep = z.infer<typeof comparedStep>;

export const comparisonWarning = z
  .object({
    /** The code may stand several times, once for each run that it is true of. */
    code: z.enum([
      'no-repeats',
      'changed-more-than-one-thing',
      'nothing-changed',
      'tools-differ',
      'hosts-differ',
      'one-machine',
      'loops-differ',
      'durations-differ',
      'side-unobserved',
      'steps-unmatched',
      'run-incomplete',
    ]),
    /** Runs are called A, B, C ... in their order. Ends with what to do. */
    sentence: z.string(),
  })
  .meta({ id: 'ComparisonWarning' });
export type ComparisonWarning = z.infer<typeof comparisonWarning>;

export const comparison = z
  .object({
    baselineRunId: id,
    /** In the order asked for. Every array of values and cells has this order. */
    runs: z.array(run).min(2).max(MAX_COMPARED_RUNS),
    settings: z.array(comparedSetting),
    steps: z.array(comparedStep),
    /** What the reader has to know before reading a difference, the weightiest first. */
    warnings: z.array(comparisonWarning),
  })
  .meta({ id: 'Comparison', description: 'Runs side by side. One run a side shows differences and claims nothing.' });
export type Comparison = z.infer<typeof comparison>;
