import { z } from 'zod';
import { text, within, word } from './bounds.ts';
import { MAX_CRON_CHARACTERS, MAX_OCCURRENCES_SHOWN, MAX_TIME_ZONE_CHARACTERS, WINDOW_MINUTES } from './limits.ts';
import { id, timeUs } from './primitives.ts';

const rule = {
  /** Minute, hour, day of the month, month, day of the week: `0 2 * * *` is every night at two. */
  cron: z.string().trim().min(1).max(MAX_CRON_CHARACTERS),
  /** Of IANA, such as `Europe/Berlin`. */
  timeZone: z.string().trim().min(1).max(MAX_TIME_ZONE_CHARACTERS),
  /** Also a commit that was measured by this version of the benchmark: more nights show the noise better. */
  everyTime: z.boolean(),
  /**
   * From each time on, hosts are used for so long at most: what has not begun by then is missed, and what is under way is stopped. Not longer
   * than the time until the next one.
   */
  windowMinutes: within(WINDOW_MINUTES),
  /** False: it is kept, and nothing is measured by it. */
  enabled: z.boolean(),
};

export const changeSchedule = z.strictObject(rule).meta({ id: 'ChangeSchedule' });
export type ChangeSchedule = z.infer<typeof changeSchedule>;

export const benchmarkSchedule = z
  .object({
    ...rule,
    /** The next times; empty while it is disabled, or the benchmark is archived. */
    upcomingAtUs: z.array(timeUs).max(3),
    /** What a point takes by its plan, without builds and repeated runs. */
    plannedSeconds: z.number(),
    changedAtUs: timeUs,
    changedByName: word.nullable(),
  })
  .meta({ id: 'BenchmarkSchedule', description: 'When a benchmark is measured by itself.' });
export type BenchmarkSchedule = z.infer<typeof benchmarkSchedule>;

export const occurrence = z
  .object({
    dueAtUs: timeUs,
    /**
     * `waiting`: for its hosts. `began`: its experiment is under way. `ended`: the experiment is over. `skipped`: nothing was to be measured.
     * `missed`: it was not measured, or not to the end.
     */
    outcome: z.enum(['waiting', 'began', 'ended', 'skipped', 'missed']),
    /** Why, or what it waits for. */
    sentence: text.nullable(),
    /** Null: none was begun. */
    experimentId: id.nullable(),
  })
  .meta({ id: 'Occurrence', description: 'A time of a schedule, and what became of it.' });
export type Occurrence = z.infer<typeof occurrence>;

export const occurrenceList = z
  .object({ occurrences: z.array(occurrence).max(MAX_OCCURRENCES_SHOWN) })
  .meta({ id: 'OccurrenceList' });
export type OccurrenceList = z.infer<typeof occurrenceList>;
