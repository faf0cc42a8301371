import { z } from 'zod';
import { figure, MAX_KINDS, MAX_REMARKS, text, word } from './bounds.ts';
import { HOST_ROLES, VALIDITIES } from './choices.ts';
import { id } from './primitives.ts';
import { FINDINGS, keysOf, WALLS } from './words.ts';

/**
 * Verdicts: what a figure is worth, and what limited it. They are made by api/rules/verdict from what a run holds (its
 * steps with their points and their evidence), so that a stored run is judged anew whenever the rules change.
 */

/** Raise it with every change of a rule or a threshold: verdicts in lists are made anew then. */
export const VERDICT_VERSION = 35;

export const findingCode = z.enum(keysOf(FINDINGS));

export const severity = z.enum(['note', 'suspect', 'invalid']).meta({ id: 'Severity' });

export const finding = z
  .object({
    /** For programs. */
    code: findingCode,
    /** A note leaves validity alone. A suspect point still gets its wall, an invalid one does not. */
    severity,
    hostId: id.nullable(),
    /** Null: of the whole run. */
    stepIndex: z.int().nullable(),
    /** With the arithmetic, and what to do. */
    sentence: text,
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof finding>;

export const validity = z.enum(VALIDITIES).meta({
  id: 'Validity',
  description: 'By the worst finding. Unchecked: imported, and no rule had what it needs.',
});
export type Validity = z.infer<typeof validity>;

export const wall = z.enum(keysOf(WALLS)).meta({ id: 'Wall', description: 'What limited a point.' });
export type Wall = z.infer<typeof wall>;

export const confidence = z.enum(['measured', 'likely', 'cannot-tell']).meta({ id: 'Confidence' });
export type Confidence = z.infer<typeof confidence>;

export const side = z.enum(HOST_ROLES).meta({ id: 'Side' });
export type Side = z.infer<typeof side>;

export const evidenceRow = z
  .object({
    /** Such as `cpu`, `process-cpu`, `hottest-cpu`, `hottest-thread`, `run-delay`, `cpu-pressure`, `tool-workers`, `nic-receive`, `nic-transmit`, `packets`, `rate`, `locks`, `drops`, and of services behind the target `backend-cpu`, `wal-fsync`, `sessions-lock`, `database-pool`, `downstream-attempts`, `disk-busy`, `disk-writes`, `disk-flushes`, `cache-thread`. */
    resource: word,
    /** Null where it belongs to neither, such as the rate that was asked for. */
    side: side.nullable(),
    /** As people read it: `server CPU`, `eth0 sends`. */
    label: text,
    unit: word,
    /**
     * What was used, in `unit`: the low end where only an interval is known, else the same as `usedHigh`; null where it was
     * not measured.
     */
    usedLow: figure.nullable(),
    /** The high end. */
    usedHigh: figure.nullable(),
    /** How much there is, in `unit`; null where it is not known. */
    ceiling: figure.nullable(),
    /** The low end, in percent of the ceiling. */
    percentLow: figure.nullable(),
    /** The high end, in percent of the ceiling. */
    percentHigh: figure.nullable(),
    /** From which share on it counts as full; null where it never does. */
    fullAtPercent: figure.nullable(),
    /** Where the figure and the ceiling come from. */
    source: text,
  })
  .meta({ id: 'EvidenceRow', description: 'A resource, what was used of it, and how much there is.' });
export type EvidenceRow = z.infer<typeof evidenceRow>;

const judgement = {
  validity,
  /** What limited it. Null where the figure is invalid. */
  wall: wall.nullable(),
  /** With `several` each of them; with `unknown` what is suspected, if anything; else the wall alone. Empty where the figure is invalid. */
  walls: z.array(wall).max(MAX_KINDS),
  /** How sure the wall is. */
  confidence,
  /** The client was the wall: the server can do this figure at least. */
  lowerBound: z.boolean(),
  /** The answer in one short sentence: the same words on every page, in the API and in exports. */
  sentence: text,
  /** The arithmetic behind the sentence, for who asks why. Empty in documents that have it in the sentence. */
  because: text,
  /** The next experiment: what would move the wall, or what to measure to name it. */
  next: text,
  /** That next step is to rid the hosts of other processes and run again. Absent where it is another, and of older verdicts. */
  stopsOthers: z.literal(true).optional(),
};

export const pointVerdict = z
  .object({
    ...judgement,
    /**
     * Requests in flight that throughput and mean latency imply at least, divided by the possible maximum; null if
     * nothing is proved.
     */
    littlesRatio: figure.nullable(),
    evidence: z.array(evidenceRow).max(MAX_REMARKS),
  })
  .meta({
    id: 'PointVerdict',
    description: 'What one point is worth and what limited it. Its findings are those of the run with its stepIndex.',
  });
export type PointVerdict = z.infer<typeof pointVerdict>;

export const stepStanding = pointVerdict.pick({
  validity: true,
  wall: true,
  walls: true,
  confidence: true,
  lowerBound: true,
});
/** Of a step's verdict what decides whether two runs may be compared there. */
export type StepStanding = z.infer<typeof stepStanding>;

export const runVerdict = z
  .object({
    ...judgement,
    version: z.int(),
    /** The point that it speaks of: the best valid one, else the best that is not invalid, else the best. */
    stepIndex: z.int(),
  })
  .meta({ id: 'RunVerdict' });
export type RunVerdict = z.infer<typeof runVerdict>;

export const leftOut = z
  .object({
    requestsPerSecond: figure,
    validity,
    /** Further figures above the best one that are less to be believed. Absent: not counted. */
    more: z.int().optional(),
    /** How many of all of them are invalid. Absent: not counted. */
    invalid: z.int().optional(),
  })
  .meta({
    id: 'LeftOut',
    description: 'The highest figure above the best one of a run, in a step that is less to be believed.',
  });
export type LeftOut = z.infer<typeof leftOut>;

/** What a line of the list shows. */
export const verdictSummary = z
  .object({
    validity,
    wall: wall.nullable(),
    /** With `several` each of them; with `unknown` what is suspected, if anything; else the wall alone. */
    walls: z.array(wall).max(MAX_KINDS),
    confidence,
    sentence: text,
    /** Null where the best figure is the highest. Absent in what was made before it was told. */
    leftOut: leftOut.nullable().optional(),
  })
  .meta({ id: 'VerdictSummary' });
export type VerdictSummary = z.infer<typeof verdictSummary>;
