import { z } from 'zod';
import { MAX_REMARKS, text, within, word } from './bounds.ts';
import { comparedMetric } from './comparison.ts';
import { BISECTION_ROUNDS, MAX_BISECTED_REVISIONS } from './limits.ts';
import { commitSha, id, timeUs } from './primitives.ts';

const rounds = within(BISECTION_ROUNDS);

export const startBisection = z
  .strictObject({
    /** The alert whose change is looked for. Absent: `good` and `bad` say where. */
    alertId: id.optional(),
    /** A commit from before the change. */
    good: commitSha.optional(),
    /** A commit from after it. */
    bad: commitSha.optional(),
    /** What changed. Absent: what the alert, or the benchmark, is decided by. */
    metric: comparedMetric.optional(),
    /** In which step, from 0. */
    stepIndex: z.int().min(0).optional(),
    /** Which way it changed. Absent: as the alert says, or for the worse. */
    direction: z.enum(['higher', 'lower']).optional(),
    /** Of the first experiment of each commit. Absent: 4. */
    roundsFirst: rounds.optional(),
    /** They double while the answer is unknown, up to this. Absent: 32. */
    roundsMost: rounds.optional(),
  })
  .refine(
    ({ alertId, good, bad }) => (alertId === undefined) === (good !== undefined && bad !== undefined),
    'needs an alertId, or good and bad',
  )
  .meta({ id: 'StartBisection' });
export type StartBisection = z.infer<typeof startBisection>;

export const bisectionStatus = z.enum(['running', 'done', 'canceled']).meta({ id: 'BisectionStatus' });
export type BisectionStatus = z.infer<typeof bisectionStatus>;

/**
 * `range`: the change lies between two commits, and it is not told which it is. `not-reproduced`: the ends are the same. `ends-unclear`: the
 * most rounds do not tell whether they differ. `other-way`: they differ, but not in the direction that was looked for.
 */
export const bisectionOutcome = z
  .enum(['found', 'range', 'not-reproduced', 'ends-unclear', 'other-way', 'not-measured'])
  .meta({ id: 'BisectionOutcome' });
export type BisectionOutcome = z.infer<typeof bisectionOutcome>;

export const bisectedRevision = z
  .object({
    /** The commit, along first parents; the oldest first. */
    revision: word,
    subject: text.nullable(),
    /** What is known of it: `good` and `bad` are as the ends are, also where that follows from others. */
    verdict: z.enum(['good', 'bad', 'unknown', 'not-buildable']),
    /** Commit / good end, as its last experiment measured it; null where it was not measured. */
    ratio: z.number().nullable(),
    /** Its experiments, the newest last. */
    experimentIds: z.array(id).max(MAX_REMARKS),
  })
  .meta({ id: 'BisectedRevision' });
export type BisectedRevision = z.infer<typeof bisectedRevision>;

export const bisection = z
  .object({
    id,
    benchmarkId: id,
    benchmarkName: word,
    alertId: id.nullable(),
    status: bisectionStatus,
    /** Null while it runs, and of one that was canceled. */
    outcome: bisectionOutcome.nullable(),
    /** Where it stands, or what it came to. */
    sentence: text,
    metric: comparedMetric,
    /** From 0. */
    stepIndex: z.int(),
    direction: z.enum(['higher', 'lower']),
    /** The first and the last are the ends; the change lies between the last good and the first bad. */
    revisions: z.array(bisectedRevision).max(MAX_BISECTED_REVISIONS),
    /** The experiment under way; null between two, and at the end. */
    experimentId: id.nullable(),
    /** Why that has not begun; null otherwise. */
    waitingSentence: text.nullable(),
    createdAtUs: timeUs,
    createdByName: word.nullable(),
    endedAtUs: timeUs.nullable(),
  })
  .meta({ id: 'Bisection', description: 'The search for the commit of a change, by experiments.' });
export type Bisection = z.infer<typeof bisection>;

export const bisectionList = z
  .object({
    /** The newest first. */
    bisections: z.array(bisection),
  })
  .meta({ id: 'BisectionList' });
export type BisectionList = z.infer<typeof bisectionList>;
