import { z } from 'zod';
import { text } from './bounds.ts';
import { HELD_WORDS } from './choices.ts';
import { comparedMetric } from './comparison.ts';
import { id, timeUs } from './primitives.ts';

export const heldWord = z.enum(HELD_WORDS).meta({ id: 'HeldWord' });
export type HeldWord = z.infer<typeof heldWord>;

export const held = z
  .object({
    /** `better` and `worse` only beyond the noise that is known, corrected for how many runs of the group are compared. */
    word: heldWord,
    /** What was compared; null where nothing could be. */
    metric: comparedMetric.nullable(),
    /** To the baseline's figure: 1.1 is 10 % more; null where nothing could be compared. */
    ratio: z.number().nullable(),
    /**
     * What both were asked at that step, in short: the best step of the run itself may be another one. Null where nothing could
     * be compared, and of a comparison from before it was kept.
     */
    load: text.nullable(),
    /** The answer with its noise, or why the two are not comparable. */
    sentence: text,
  })
  .meta({
    id: 'Held',
    description: 'A run held against the baseline of its group, at the step of its best throughput.',
  });
export type Held = z.infer<typeof held>;

export const runStanding = z
  .object({
    runId: id,
    /** It is the baseline of its group. */
    pinned: z.boolean(),
    /** Null for the baseline itself, and in a group without one. */
    held: held.nullable(),
  })
  .meta({ id: 'RunStanding' });
export type RunStanding = z.infer<typeof runStanding>;

export const runBaseline = runStanding
  .extend({
    /** Target and requests, in words; null before the run is over and judged. */
    group: z.string().nullable(),
    baseline: z
      .object({ runId: id, name: z.string(), pinnedAtUs: timeUs, pinnedByName: z.string().nullable() })
      .meta({ id: 'PinnedBaseline' })
      .nullable(),
  })
  .meta({ id: 'RunBaseline', description: 'The baseline of a run’s group, and how the run compares with it.' });
export type RunBaseline = z.infer<typeof runBaseline>;
