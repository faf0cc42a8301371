import { z } from 'zod';
import { MAX_KINDS } from './bounds.ts';
import { DIRECTIONS, RUN_SORTS } from './choices.ts';
import { experimentSummary } from './experiment.ts';
import {
  isOneLine,
  MAX_GROUP_CHARACTERS,
  MAX_NOTES_CHARACTERS,
  MAX_SEARCH_CHARACTERS,
  MAX_TAG_CHARACTERS,
  MAX_TAGS,
  ONE_LINE,
} from './limits.ts';
import { id, timeUs, typedNumber } from './primitives.ts';
import { runProgress, runState, runSummary } from './run.ts';
import { held, heldWord, runStanding } from './run-baseline.ts';
import { runName } from './spec.ts';
import { leftOut, validity, wall } from './verdict.ts';
import { keysOf } from './words.ts';

export const tag = z.string().trim().min(1).max(MAX_TAG_CHARACTERS).refine(isOneLine, ONE_LINE);

/** A parameter that may be given several times: `state=failed&state=canceled`. */
export const several = <T extends z.ZodType>(one: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(one).max(MAX_TAGS)).optional();

/** `nextCursor` of the page before. Absent: the first page. */
const cursor = z.string().max(2000).optional();
/** Entries of one page. Absent: 50. */
const limit = typedNumber(z.int().min(1).max(200)).optional();

const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Every filter that is given has to hold. */
export const listRunsQuery = z.strictObject({
  /** Each of its words has to stand in the name, the notes or a tag. */
  text: z.string().max(MAX_SEARCH_CHARACTERS).optional(),
  /** `active`: queued or under way; `ended`: over. Absent: both. */
  view: z.enum(['active', 'ended']).optional(),
  /** In one of these states. */
  state: several(runState),
  /** Only runs with all of these tags, in upper or lower case. */
  tag: several(tag),
  hostId: id.optional(),
  /** The load generator, such as `volley`. */
  tool: z.string().max(40).optional(),
  /** What limited the point that the verdict speaks of, alone or among several. */
  wall: wall.optional(),
  /** Validity of the point that the verdict speaks of. */
  validity: validity.optional(),
  /** `true`: only imported runs; `false`: only measured runs. */
  imported: yesOrNo.optional(),
  experimentId: id.optional(),
  /** Target and requests, as `RunBaseline` has them. */
  group: z.string().max(MAX_GROUP_CHARACTERS).optional(),
  /** How it stands against the baseline of its group. */
  against: heldWord.optional(),
  /** `true`: the caller's favourites; `false`: all others. An API token uses its person's favourites. */
  favourite: yesOrNo.optional(),
  /** Asked for at this time or later, in microseconds since the Unix epoch. */
  sinceUs: typedNumber(timeUs).optional(),
  /** Asked for before this time. */
  beforeUs: typedNumber(timeUs).optional(),
  /** `experiments`: of the runs of one experiment that pass the filters only the first in this order; `folds` has the rest. */
  fold: z.enum(['experiments']).optional(),
  /** That the run requests, such as `/simple`. */
  path: z.string().max(200).optional(),
  /** Framework, such as `fiber` or `gin`, in any of the spellings that groups take for one. */
  framework: z.string().max(40).optional(),
  /** Pipelining depth of the best step; with HTTP/2, streams of a connection. */
  pipelining: typedNumber(z.int().min(1)).optional(),
  /** Whether the reference server has several processes. */
  prefork: yesOrNo.optional(),
  /** The name of who asked for it. */
  createdBy: z.string().max(200).optional(),
  /** Absent: `created`. Runs that have no such figure come last in both directions. */
  sort: z.enum(keysOf(RUN_SORTS)).optional(),
  /** Absent: `desc`. */
  direction: z.enum(DIRECTIONS).optional(),
  cursor,
  limit,
});
export type ListRunsQuery = z.infer<typeof listRunsQuery>;

export const runFold = z
  .object({
    /** The listed run, which stands for the others. */
    runId: id,
    /** Runs of the experiment that pass the filters, that one among them. */
    runs: z.int(),
    experiment: experimentSummary,
  })
  .meta({ id: 'RunFold', description: 'Runs of one experiment as one line of the list.' });
export type RunFold = z.infer<typeof runFold>;

export const runCurve = z
  .object({
    runId: id,
    /** Of the measured steps, from the least load to the most. */
    requestsPerSecond: z.array(z.number()),
  })
  .meta({
    id: 'RunCurve',
    description: 'How throughput followed load in a run, as small as a line of the list shows it.',
  });
export type RunCurve = z.infer<typeof runCurve>;

export const runList = z
  .object({
    runs: z.array(runSummary),
    /** For each listed run that agents measured in two steps or more. */
    curves: z.array(runCurve),
    /** For each listed run of an experiment, when experiments are folded; empty otherwise. */
    folds: z.array(runFold),
    /** For each listed run that is a baseline, or is held against one. */
    standings: z.array(runStanding),
    /** The listed runs that are the caller's favourites. */
    favourites: z.array(id),
    /** Cursor of the next page, for the same order; null on the last one. */
    nextCursor: z.string().nullable(),
    /** Lines on all pages together. */
    total: z.int(),
    /** Runs on all pages together: more than lines where experiments are folded. */
    runsTotal: z.int(),
  })
  .meta({ id: 'RunList' });
export type RunList = z.infer<typeof runList>;

export const activeRunsQuery = z.strictObject({
  /** What the last answer said of itself: only runs that changed since are sent. Absent: all of them. */
  since: z
    .string()
    .max(40)
    .regex(/^[0-9]+(-[0-9]+)?$/)
    .optional(),
});

/** Of those that wait the ones that are asked for first. */
export const MAX_ACTIVE_RUNS = 200;

export const activeRuns = z
  .object({
    /** How far each run that is not over has come: those under way, then those that wait, each the oldest first. */
    progress: z.array(runProgress.extend({ runId: id })).max(MAX_ACTIVE_RUNS),
    /** Those of them that changed; the others are as they were sent before, but for their progress. */
    runs: z.array(runSummary).max(MAX_ACTIVE_RUNS),
    /** Runs beyond the 200, which are not told of. */
    more: z.object({ underWay: z.int(), queued: z.int() }).meta({ id: 'MoreActiveRuns' }),
    /** To ask with next. */
    since: z.string(),
  })
  .meta({ id: 'ActiveRuns', description: 'Runs that wait or are under way.' });
export type ActiveRuns = z.infer<typeof activeRuns>;

export const listDeletedRunsQuery = z.strictObject({ cursor, limit });

const deletion = { deletedAtUs: timeUs, restorableUntilUs: timeUs };

export const runDeletion = z.object({ runId: id, ...deletion }).meta({ id: 'RunDeletion' });
export type RunDeletion = z.infer<typeof runDeletion>;

export const deletedRun = runSummary.extend(deletion).meta({ id: 'DeletedRun' });
export type DeletedRun = z.infer<typeof deletedRun>;

export const deletedRunList = z
  .object({ runs: z.array(deletedRun), nextCursor: z.string().nullable(), total: z.int() })
  .meta({ id: 'DeletedRunList' });
export type DeletedRunList = z.infer<typeof deletedRunList>;

const tags = z.array(tag).max(MAX_TAGS);

/** What is absent stays as it is. `tags` replaces them all; `addTags` and `removeTags` leave the others alone. */
export const runLabels = z
  .strictObject({
    name: runName.optional(),
    /** All tags, in the place of those there are. */
    tags: tags.optional(),
    /** Tags to add to those there are. */
    addTags: tags.optional(),
    /** Tags to take away. */
    removeTags: tags.optional(),
    /** Free text, in the place of what is there. */
    notes: z.string().max(MAX_NOTES_CHARACTERS).optional(),
  })
  .refine((labels) => Object.keys(labels).length > 0, 'needs a name, tags or notes')
  .refine(({ tags, addTags, removeTags }) => !tags || !(addTags || removeTags), {
    path: ['tags'],
    message: 'replaces every tag, so it cannot be sent together with addTags or removeTags',
  })
  .meta({ id: 'RunLabels', description: 'Words of people about a run; they may change after it is over.' });
export type RunLabels = z.infer<typeof runLabels>;

export const runFacet = z.object({ value: z.string(), runs: z.int() }).meta({ id: 'RunFacet' });

export const runFacets = z
  .object({
    tags: z.array(runFacet),
    hosts: z.array(z.object({ hostId: id, name: z.string(), runs: z.int() }).meta({ id: 'HostFacet' })),
    tools: z.array(runFacet),
    paths: z.array(runFacet),
    frameworks: z.array(runFacet),
    /** 'true' and 'false', as the filter takes them. */
    preforks: z.array(runFacet),
    /** Names of who asked for runs. */
    createdBy: z.array(runFacet),
    walls: z.array(runFacet),
    validities: z.array(runFacet),
    /** How runs stand against the baselines of their groups. */
    against: z.array(runFacet),
    /** Pipelining depths of best steps, the least first. */
    pipelinings: z.array(runFacet),
  })
  .meta({ id: 'RunFacets', description: 'What the runs can be filtered by, with how many runs each choice has.' });
export type RunFacets = z.infer<typeof runFacets>;

/** The filters of the list, without paging and order. */
export const runGroupsQuery = listRunsQuery.omit({
  sort: true,
  direction: true,
  fold: true,
  cursor: true,
  limit: true,
});
export type RunGroupsQuery = z.infer<typeof runGroupsQuery>;

export const groupMember = z
  .object({
    runId: id,
    name: z.string(),
    createdAtUs: timeUs,
    /** Of its best step; null where it has none. */
    requestsPerSecond: z.number().nullable(),
    /** Of that figure; null where there is none. */
    validity: validity.nullable(),
    leftOut: leftOut.nullable(),
    /** Depth of its best step; null where it is an open loop, or not stated. */
    pipelining: z.number().nullable(),
  })
  .meta({ id: 'GroupMember' });
export type GroupMember = z.infer<typeof groupMember>;

export const runGroup = z
  .object({
    /** Target and requests, as `RunBaseline` has them. */
    name: z.string(),
    /** Runs of the group that pass the filters. */
    runs: z.int(),
    /** Whatever the filters are; null where none is pinned. */
    baseline: groupMember.nullable(),
    /** No run of the group was measured here, whatever the filters are: it can have no baseline. */
    imported: z.boolean(),
    /** The newest of the matching runs. */
    newest: groupMember,
    /** How the newest stands against the baseline; null in a group without one. */
    held: held.nullable(),
    /** Best steps of the runs that pass the filters and are not invalid: how many have one, the lowest and the highest; null where none has. */
    range: z
      .object({
        runs: z.int(),
        low: z.number(),
        high: z.number(),
        /** A figure among them is suspect. */
        suspect: z.boolean(),
        /** Lowest and highest pipelining depth of these steps; null where none has one. */
        pipelining: z.tuple([z.number(), z.number()]).nullable(),
        /** What else these steps have in more than one way, so that they are no range of one thing. Absent: not known. */
        mixed: z
          .array(z.enum(['parameters', 'loops']))
          .max(MAX_KINDS)
          .optional(),
      })
      .meta({ id: 'GroupRange' })
      .nullable(),
    /** Runs that pass the filters and show a figure that is invalid, in their best step or a higher one. */
    invalid: z.int(),
  })
  .meta({ id: 'RunGroup', description: 'Runs about the same thing: one target and the same requests.' });
export type RunGroup = z.infer<typeof runGroup>;

export const runGroups = z
  .object({
    /** The group with the newest run first; at most 200. */
    groups: z.array(runGroup),
    /** All groups, those beyond the 200 among them. */
    total: z.int(),
    /** Runs that pass the filters and are in no group: they are not judged yet. */
    ungrouped: z.int(),
  })
  .meta({ id: 'RunGroups' });
export type RunGroups = z.infer<typeof runGroups>;
