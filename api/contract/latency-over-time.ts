import { z } from 'zod';
import { MAX_DOCUMENT_STEPS, MAX_LATENCY_BUCKETS, MAX_LATENCY_INTERVALS, within } from './bounds.ts';
import { timeUs, typedNumber } from './primitives.ts';

const buckets = z.array(z.int().min(0)).max(MAX_LATENCY_BUCKETS);

const latencyInterval = z
  .object({
    /** Which of the buckets have requests, as places among `valuesUs`; ascending. */
    places: buckets,
    /** Requests in each of them. */
    counts: buckets,
  })
  .meta({ id: 'LatencyInterval', description: 'Requests that succeeded and ended within one interval.' });
export type LatencyInterval = z.infer<typeof latencyInterval>;

export const latencyOverTime = z
  .object({
    /** When the first interval began: by the clock of the tool's host in a report, by the clock of the API in an answer. */
    startedAtUs: timeUs,
    /** Where the last interval ends. */
    durationUs: z.int().min(1),
    /** How long each is; the last may be shorter. */
    intervalSeconds: z.int().min(1),
    /** Buckets by the highest latency in each, ascending. Each is at most a sixteenth wide. */
    valuesUs: buckets,
    intervals: z.array(latencyInterval).max(MAX_LATENCY_INTERVALS),
  })
  .meta({
    id: 'LatencyOverTime',
    description: 'How long the requests of a step took, interval by interval. Merging is adding counts by value.',
  });
export type LatencyOverTime = z.infer<typeof latencyOverTime>;

const stepLatencyOverTime = z
  .object({
    stepIndex: z.int(),
    overTime: latencyOverTime,
    /** How far apart the first and the last of several clients began; null with one client. */
    skewUs: z.int().nullable(),
  })
  .meta({ id: 'StepLatencyOverTime' });
export type StepLatencyOverTime = z.infer<typeof stepLatencyOverTime>;

export const runLatencyOverTime = z.object({ steps: z.array(stepLatencyOverTime).max(MAX_DOCUMENT_STEPS) }).meta({
  id: 'RunLatencyOverTime',
  description: 'Of the steps whose tool tells latency over time; warm-ups are not counted.',
});
export type RunLatencyOverTime = z.infer<typeof runLatencyOverTime>;

export const latencyOverTimeQuery = z.object({
  /** Only this step. Absent: all. */
  stepIndex: typedNumber(within([0, MAX_DOCUMENT_STEPS])).optional(),
});
