import { z } from 'zod';
import { MAX_KINDS, MAX_REMARKS, text, word } from './bounds.ts';
import { comparedMetric } from './comparison.ts';
import { MAX_ALERT_REASON_CHARACTERS, MAX_HISTORY_SERIES } from './limits.ts';
import { id, timeUs } from './primitives.ts';

/**
 * `suspected` and `confirming`: nobody is told, an experiment is to show it first. `unconfirmed`: that did not show it. The rest are
 * changes that an experiment has shown.
 */
export const alertState = z
  .enum(['suspected', 'confirming', 'confirmed', 'unconfirmed', 'acknowledged', 'expected', 'muted', 'fixed'])
  .meta({ id: 'AlertState' });
export type AlertState = z.infer<typeof alertState>;

/** `step`: from one revision to another. `drift`: what has come together over many. `budget`: a limit is exceeded. */
export const alertChannel = z.enum(['step', 'drift', 'budget']).meta({ id: 'AlertChannel' });
export type AlertChannel = z.infer<typeof alertChannel>;

export const alertDirection = z.enum(['better', 'worse']).meta({ id: 'AlertDirection' });
export type AlertDirection = z.infer<typeof alertDirection>;

const ratioWithInterval = z
  .object({
    ratio: z.number(),
    /** Ends of its interval; null where none can be made. */
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .meta({ id: 'RatioWithInterval' });

export const alertSeries = z
  .object({
    metric: comparedMetric,
    /** From 0. */
    stepIndex: z.int(),
    /** As the history shows it: after / before, of a budget the level / the limit, with its 95 % interval. */
    suspected: ratioWithInterval,
    /** What the confirming experiment showed; null before its answer, and of what it did not measure. */
    shown: ratioWithInterval
      .extend({
        /** Of the interval: attempts share the error that is allowed. */
        confidencePercent: z.number(),
        held: z.boolean(),
      })
      .meta({ id: 'ShownChange' })
      .nullable(),
  })
  .meta({ id: 'AlertSeries' });
export type AlertSeries = z.infer<typeof alertSeries>;

const placedRevision = z
  .object({
    /** The commit. */
    revision: word,
    /** Along first parents, as in the history. */
    place: z.int(),
    subject: text.nullable(),
  })
  .meta({ id: 'PlacedRevision' });

export const alertEntry = z
  .object({
    atUs: timeUs,
    state: alertState,
    /** Null: the instance itself. */
    byName: word.nullable(),
    reason: text.nullable(),
  })
  .meta({ id: 'AlertEntry' });
export type AlertEntry = z.infer<typeof alertEntry>;

export const alert = z
  .object({
    id,
    benchmarkId: id,
    benchmarkName: word,
    hostClass: text,
    channel: alertChannel,
    direction: alertDirection,
    state: alertState,
    /** What changed, where, and whether that is shown. */
    sentence: text,
    /** The last revision that is surely before the change; null where none is. */
    before: placedRevision.nullable(),
    /** The first one that is surely after it. */
    after: placedRevision,
    /** The most certain one first, which decides. */
    series: z.array(alertSeries).max(MAX_HISTORY_SERIES),
    suspectedAtUs: timeUs,
    changedAtUs: timeUs,
    mutedUntilUs: timeUs.nullable(),
    /** The confirming experiment, or the last one; null before it. */
    experimentId: id.nullable(),
    /** Confirming experiments that came to an answer. */
    attempts: z.int(),
    /** Why it is not being confirmed yet; null otherwise. */
    waitingSentence: text.nullable(),
    /** What people may do with it now. */
    actions: z.array(z.enum(['acknowledge', 'expect', 'mute', 'reopen'])).max(MAX_KINDS),
    /** The oldest first. */
    entries: z.array(alertEntry).max(MAX_REMARKS),
  })
  .meta({ id: 'Alert', description: 'A change of a benchmark: one for each range of revisions.' });
export type Alert = z.infer<typeof alert>;

export const alertList = z
  .object({
    /** The last changed first. */
    alerts: z.array(alert),
  })
  .meta({ id: 'AlertList' });
export type AlertList = z.infer<typeof alertList>;

export const listAlertsQuery = z.strictObject({
  /** Only those of this benchmark. */
  benchmarkId: id.optional(),
  /** Only those in one of these states, with commas between them. */
  states: z.string().max(200).optional(),
});
export type ListAlertsQuery = z.infer<typeof listAlertsQuery>;

const said = {
  /** Why: it is shown with the alert. */
  reason: z.string().trim().min(1).max(MAX_ALERT_REASON_CHARACTERS),
};

export const changeAlert = z
  .discriminatedUnion('action', [
    z
      .strictObject({
        /** You know of it, and somebody works on it. */
        action: z.literal('acknowledge'),
        ...said,
      })
      .meta({ id: 'AcknowledgeAlert' }),
    z
      .strictObject({
        /** It is meant to be so. */
        action: z.literal('expect'),
        ...said,
      })
      .meta({ id: 'ExpectAlert' }),
    z
      .strictObject({
        /** Nobody is told of it for a while. */
        action: z.literal('mute'),
        ...said,
        /** From then on it is told of again. */
        untilUs: timeUs,
      })
      .meta({ id: 'MuteAlert' }),
    z
      .strictObject({
        /** Takes the last of these back. */
        action: z.literal('reopen'),
        ...said,
      })
      .meta({ id: 'ReopenAlert' }),
  ])
  .meta({ id: 'ChangeAlert' });
export type ChangeAlert = z.infer<typeof changeAlert>;
