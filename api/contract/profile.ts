import { z } from 'zod';
import { figure, parameter, text, word } from './bounds.ts';
import { MAX_FLAME_FRAMES } from './limits.ts';

/** Profiles as pictures have them: calls as a tree, in arrays with a value for each frame. */

/**
 * Frames follow a walk from the root: callers before what they called, of siblings the largest first. The time of a frame with what
 * it called is its own and that of all frames below it.
 */
const frames = {
  /** Of each frame the place of its caller; -1 for the outermost. */
  parents: z.array(z.int()).max(MAX_FLAME_FRAMES),
  /** Of each frame the place of its function. */
  functionPlaces: z.array(z.int()).max(MAX_FLAME_FRAMES),
};

const counted = {
  /** What is counted, such as cpu, delay or inuse_space. */
  sampleType: word,
  /** Unit of the counts: nanoseconds, count or bytes. */
  unit: word,
  /** What one sample of a clock stands for, in that unit; null where no clock took samples, so that nothing is known of the error. */
  sampleValue: figure.nullable(),
};

export const profileTree = z
  .object({
    ...counted,
    total: figure,
    /** Requests answered while the profile was taken, at the step's mean rate; null for profiles without a duration. */
    requests: figure.nullable(),
    functions: z
      .array(z.object({ name: text, file: text, self: figure, total: figure }).meta({ id: 'FlameFunction' }))
      .max(MAX_FLAME_FRAMES),
    ...frames,
    /** What was counted in each frame itself. */
    selfs: z.array(figure).max(MAX_FLAME_FRAMES),
    /** The smallest frames, summed up as '(other)'. */
    folded: z.object({ frames: z.int(), value: figure }),
  })
  .meta({ id: 'ProfileTree', description: 'A profile as a tree of calls, of at most 50,000 frames.' });
export type ProfileTree = z.infer<typeof profileTree>;

/** Which profiles are held against each other, all of one kind. */
export const comparedProfiles = z.object({
  /** Ids of the artifacts of the side that the other is compared with, with commas between them. */
  baseline: parameter,
  /** Ids of the artifacts of the other side. */
  other: parameter,
});

const pair = z.array(figure).length(2);

const changed = z
  .object({
    /** Of the baseline and the other side, in all. */
    values: pair,
    /** What the other side has more, for each request, or each profile where there are no requests. */
    change: figure,
    /** Half of the interval at 95 % by sampling alone; null where no clock took samples. */
    error: figure.nullable(),
    /** Whether it is more than chance shows, corrected for all functions; null where no clock took samples. */
    claim: z.enum(['more', 'less', 'unclear']).nullable(),
  })
  .meta({ id: 'ChangedAmount' });

export const profileDifference = z
  .object({
    sampleType: word,
    unit: word,
    /** What amounts are divided by. */
    per: z.enum(['request', 'profile']),
    /** The baseline, then the other. */
    sides: z
      .array(
        z
          .object({
            profiles: z.int(),
            /** Requests, or profiles. */
            worth: figure,
            total: figure,
            sampleValue: figure.nullable(),
          })
          .meta({ id: 'ProfiledSide' }),
      )
      .length(2),
    /** Paired by name; the file does not matter. */
    functions: z
      .array(z.object({ name: text, file: text, self: changed, total: changed }).meta({ id: 'ChangedFunction' }))
      .max(MAX_FLAME_FRAMES),
    ...frames,
    /** Per side, what was counted in each frame itself. */
    selfs: z.array(z.array(figure).max(MAX_FLAME_FRAMES)).length(2),
    folded: z.object({ frames: z.int(), values: pair }),
    /** The whole of it in words. */
    sentence: text,
  })
  .meta({ id: 'ProfileDifference', description: 'Two sides of profiles as one tree of calls, function by function.' });
export type ProfileDifference = z.infer<typeof profileDifference>;
