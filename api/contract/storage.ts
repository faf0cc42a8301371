import { z } from 'zod';
import { MAX_KINDS, word } from './bounds.ts';
import { FILES_COUNTED_MOST, RETENTION_DAYS } from './limits.ts';
import { timeUs } from './primitives.ts';
import { artifactKind } from './step.ts';

const samplesDays = z.int().min(RETENTION_DAYS[0]).max(RETENTION_DAYS[1]).nullable();

export const changeRetention = z
  .strictObject({
    /** Days after the end of a run for which its samples are kept; null: for ever. */
    samplesDays,
  })
  .meta({ id: 'ChangeRetention' });

/** What the tables of one subject take of the database, with their indexes. */
export const STORAGE_PARTS = ['samples', 'runs', 'experiments', 'imports', 'audit', 'other'] as const;
export type StoragePart = (typeof STORAGE_PARTS)[number];

/** Artifacts of runs; `packs`: samples that were moved to S3; `shares`: frozen documents. */
export const FILE_KINDS = [...artifactKind.options, 'packs', 'shares'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const storage = z
  .object({
    samplesDays,
    /** When an administrator decided that, and who; null before. */
    changedAtUs: timeUs.nullable(),
    changedByName: z.string().nullable(),
    database: z.array(z.object({ part: z.enum(STORAGE_PARTS), bytes: z.int() })).max(MAX_KINDS),
    /** Files by what they are, each counted once, the most bytes first. */
    files: z.array(z.object({ kind: z.enum(FILE_KINDS), count: z.int(), bytes: z.int() })).max(MAX_KINDS),
    /** Where new files go: `disk`, or the address of a bucket. */
    filesAt: word,
    /**
     * With a bucket: how many files lie in the data folder of the process that answers, from before or because S3 refused them; counted up to
     * 10,000. Null where files go to the data folder, or it cannot be read.
     */
    filesBeside: z.int().max(FILES_COUNTED_MOST).nullable(),
    /** Room on the disk of the data folder; null where it cannot be read. */
    freeBytes: z.int().nullable(),
    /** Samples by the month in which they were taken, the latest first: the last 24 months with samples. */
    months: z.array(z.object({ month: word, runs: z.int(), bytes: z.int() })).max(24),
    runs: z.object({
      /** Ended ones whose samples are there. */
      withSamples: z.int(),
      /** Of these the ones whose samples stay whatever their age. */
      exempt: z.int(),
      /** Whose samples were removed. */
      withoutSamples: z.int(),
    }),
  })
  .meta({ id: 'Storage' });
export type Storage = z.infer<typeof storage>;
