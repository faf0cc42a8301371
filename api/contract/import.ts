import { z } from 'zod';
import { EXPORT_MEDIA_TYPES } from './choices.ts';
import { importFormat } from './imported.ts';
import { IMPORT_BYTES_MAX, MAX_IMPORT_SOURCE_CHARACTERS, MAX_IMPORTED_FILES } from './limits.ts';
import { protocol } from './load.ts';
import { id } from './primitives.ts';
import { bestPoint } from './run.ts';
import { runName } from './spec.ts';
import { verdictSummary } from './verdict.ts';
import { keysOf } from './words.ts';

/** Base64 of IMPORT_BYTES_MAX, and more, so that what is too large is answered in words. */
export const IMPORT_BODY_BYTES_MAX = 2 * IMPORT_BYTES_MAX;

/** `script` reproduces what was run by hand. */
export const exportFormat = z.enum(keysOf(EXPORT_MEDIA_TYPES)).meta({ id: 'ExportFormat' });
export type ExportFormat = z.infer<typeof exportFormat>;

export const importFile = z
  .strictObject({
    /** The name of the file, for people. */
    name: z.string().trim().min(1).max(200),
    /** Base64 of the bytes of the file, which may be gzipped. */
    content: z.base64().max(IMPORT_BODY_BYTES_MAX),
    /** What it is. Null: its content tells. */
    format: importFormat.nullable(),
  })
  .meta({ id: 'ImportFile' });
export type ImportFile = z.infer<typeof importFile>;

export const createImport = z
  .strictObject({
    /** All of them are imported, or none. */
    files: z.array(importFile).min(1).max(MAX_IMPORTED_FILES),
    /** The name of one run with a step for each file, of raw outputs of one tool. Null: a run for each file. */
    joinAs: runName.nullable(),
    /** Where the figures are from; null: as the files say, else their names. */
    source: z.string().trim().min(1).max(MAX_IMPORT_SOURCE_CHARACTERS).nullable(),
    /** Only tell what would be imported, and store nothing. */
    dryRun: z.boolean(),
  })
  .meta({ id: 'CreateImport' });
export type CreateImport = z.infer<typeof createImport>;

export const importedRunRef = z
  .object({
    /** Null in a dry run. */
    runId: id.nullable(),
    name: z.string(),
    format: importFormat,
    fileName: z.string().nullable(),
    /** Steps with figures. */
    points: z.int(),
    /** The point that the verdict speaks of; null where nothing was measured. */
    best: bestPoint.nullable(),
    /** Of HTTP/2 its requests under way are streams. Absent: its source does not say. */
    protocol: protocol.optional(),
    /** The verdict that it has, or would have. */
    verdict: verdictSummary.nullable(),
    /** What the source lacks, and the consequence: `No metrics of the client: what limited the figures is unknown`. */
    missing: z.array(z.string()),
    /** It was imported before, and not again. */
    known: z.boolean(),
    /** A run that is here already under the id of the document: what is imported is a copy of it. */
    copyOf: id.nullable(),
  })
  .meta({ id: 'ImportedRunRef' });
export type ImportedRunRef = z.infer<typeof importedRunRef>;

export const importedExperimentRef = z
  .object({
    /** Null in a dry run of a run that was not imported before. */
    experimentId: id.nullable(),
    question: z.string(),
    fileName: z.string(),
    /** It was imported before, and not again. */
    known: z.boolean(),
    /** An experiment that is here already under the id of the document: what is imported is a copy of it. */
    copyOf: id.nullable(),
  })
  .meta({ id: 'ImportedExperimentRef' });
export type ImportedExperimentRef = z.infer<typeof importedExperimentRef>;

export const importResult = z
  .object({
    runs: z.array(importedRunRef),
    /** The experiments that the files hold. */
    experiments: z.array(importedExperimentRef),
    /** The experiment that was imported; null where the files hold none. */
    experimentId: id.nullable(),
    /** The comparison that the files ask for; null without one. */
    comparison: z
      .object({ runIds: z.array(id), baselineRunId: id })
      .meta({ id: 'ImportedComparison' })
      .nullable(),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof importResult>;

/** An import that takes longer than a request should. */
export const importUnderWay = z.object({ importId: id }).meta({ id: 'ImportUnderWay' });
