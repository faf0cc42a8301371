import { z } from 'zod';
import { MAX_DOCUMENT_RUNS, text, word } from './bounds.ts';
import { comparison } from './comparison.ts';
import { experiment } from './experiment.ts';
import { runLatencyOverTime } from './latency-over-time.ts';
import { MAX_COMPARED_RUNS } from './limits.ts';
import { id, sha256, timeUs } from './primitives.ts';
import { run } from './run.ts';
import { readingsOfRun } from './samples.ts';
import { runName } from './spec.ts';

/**
 * Raise it with every change of what a document holds (Run, RunSpec, Comparison, RunSeries), and add the step that lifts
 * the version before: api/rules/share/share-upgrade.ts. A test compares the document's shape with the one of this version.
 */
export const SHARE_DOCUMENT_VERSION = 7;

const documentHead = {
  documentVersion: z.literal(SHARE_DOCUMENT_VERSION),
  title: text,
  frozenAtUs: timeUs,
  /** Version of the product that wrote it. */
  productVersion: word,
};

export const sharedRun = z
  .object({
    ...documentHead,
    type: z.literal('run'),
    run,
    series: readingsOfRun,
    /** As its route answers it. Absent in documents that were frozen before it existed. */
    latencyOverTime: runLatencyOverTime.optional(),
  })
  .meta({ id: 'SharedRun', description: 'One run as it was when it was shared, without addresses of NICs.' });

export const sharedComparison = z
  .object({
    ...documentHead,
    type: z.literal('comparison'),
    comparison,
    /** In the order of the comparison's runs. */
    series: z.array(readingsOfRun).max(MAX_DOCUMENT_RUNS),
  })
  .meta({ id: 'SharedComparison' });

export const sharedExperiment = z
  .object({ ...documentHead, type: z.literal('experiment'), experiment })
  .meta({ id: 'SharedExperiment', description: 'An experiment with the runs of its result, once it is done.' });

export const shareDocument = z.discriminatedUnion('type', [sharedRun, sharedComparison, sharedExperiment]).meta({
  id: 'ShareDocument',
  description: 'A frozen, read-only document; its SHA-256 is taken over the bytes as stored.',
});
export type ShareDocument = z.infer<typeof shareDocument>;

export const shareStatus = z.enum(['open', 'expired', 'revoked']).meta({ id: 'ShareStatus' });
export type ShareStatus = z.infer<typeof shareStatus>;

export const share = z
  .object({
    id,
    kind: z.enum(['run', 'comparison', 'experiment']),
    title: z.string(),
    status: shareStatus,
    /** Opens the page without signing in. */
    url: z.string(),
    runIds: z.array(id),
    documentVersion: z.int(),
    /** SHA-256 of the bytes that `GET /api/v1/shared/{token}/document` answers, in lowercase hex. */
    documentSha256: sha256,
    documentSizeBytes: z.int(),
    createdAtUs: timeUs,
    createdByName: z.string(),
    /** Microseconds since the Unix epoch. Null: it does not expire. */
    expiresAtUs: timeUs.nullable(),
    revokedAtUs: timeUs.nullable(),
    /** How often the page was opened. */
    opens: z.int(),
    lastOpenedAtUs: timeUs.nullable(),
  })
  .meta({ id: 'Share' });
export type Share = z.infer<typeof share>;

export const shareList = z.object({ shares: z.array(share) }).meta({ id: 'ShareList' });

export const createShare = z
  .strictObject({
    /** One run, or two to eight for a comparison; empty for an experiment. */
    runIds: z.array(id).max(MAX_COMPARED_RUNS),
    /** An experiment that is done, in the place of runs. */
    experimentId: id.nullish(),
    /** The baseline of a comparison. Absent: the first run. */
    baselineRunId: id.nullish(),
    /** Absent: the name of the run, or of the runs compared. */
    title: runName.nullish(),
    /** Absent: it stays open until it is revoked. */
    expiresInDays: z.int().min(1).max(3650).nullish(),
  })
  .meta({ id: 'CreateShare' });
export type CreateShare = z.infer<typeof createShare>;

export const openedShare = z
  .object({
    /** The document in today's form, upgraded from any version. */
    document: shareDocument,
    storedVersion: z.int(),
    documentSha256: sha256,
    documentSizeBytes: z.int(),
    createdByName: z.string(),
    expiresAtUs: timeUs.nullable(),
  })
  .meta({ id: 'OpenedShare' });
export type OpenedShare = z.infer<typeof openedShare>;
