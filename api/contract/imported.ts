import { z } from 'zod';
import { figure, MAX_DOCUMENT_STEPS, MAX_FACTS, MAX_NICS, MAX_SETTINGS, text, word } from './bounds.ts';
import { askedStep } from './load.ts';
import { cpuList, timeUs } from './primitives.ts';
import { method } from './requests.ts';
import { keysOf, TOOL_OUTPUTS } from './words.ts';

/** What an imported run was read from. `bundle`: the documented results bundle; `document`: an export of this product. */
export const importFormat = z.enum(['bundle', 'document', ...keysOf(TOOL_OUTPUTS)]).meta({ id: 'ImportFormat' });
export type ImportFormat = z.infer<typeof importFormat>;

/** `other`: in a document of a later product, a format that only that one reads. */
const importedFormat = z.enum([...importFormat.options, 'other']).meta({ id: 'ImportedFormat' });

export const describedNic = z
  .object({
    name: word.nullable(),
    speedBitsPerSecond: figure.nullable(),
    queues: z.int().nullable(),
  })
  .meta({ id: 'DescribedNic' });

export const describedHost = z
  .object({
    instanceType: word.nullable(),
    cpuModel: word.nullable(),
    cpus: z.int().nullable(),
    memoryBytes: figure.nullable(),
    kernel: word.nullable(),
    nics: z.array(describedNic).max(MAX_NICS),
  })
  .meta({ id: 'DescribedHost', description: 'What the source of an imported run says of a machine.' });
export type DescribedHost = z.infer<typeof describedHost>;

export const describedTarget = z
  .object({
    kind: z.literal('described'),
    framework: word.nullable(),
    prefork: z.boolean().nullable(),
    workers: z.int().nullable(),
    responseBytes: z.int().nullable(),
  })
  .meta({ id: 'DescribedTarget', description: 'The target of an imported run, as its source describes it.' });
export type DescribedTarget = z.infer<typeof describedTarget>;

export const describedSetting = z
  .object({ setting: word, value: text })
  .meta({ id: 'DescribedSetting', description: 'One setting in the words of the source.' });

export const IMPORTED_SPEC_VERSION = 0;

/** Has the fields of a RunSpec, as far as the source says them; it cannot be run. */
export const importedSpec = z
  .object({
    specVersion: z.literal(IMPORTED_SPEC_VERSION),
    server: z.null(),
    clients: z.array(z.never()).max(0),
    target: describedTarget,
    /** Empty where the source names no path. */
    requests: z.array(z.object({ method, path: text, weight: z.int() }).meta({ id: 'ImportedRequest' })).max(MAX_FACTS),
    tuning: z
      .object({
        /** CPUs of the target. */
        targetCpus: cpuList.nullable(),
        server: z.null(),
        clients: z.null(),
        /** Null: the source says nothing of tuning; empty: that there was none. */
        described: z.array(describedSetting).max(MAX_SETTINGS).nullable(),
      })
      .meta({ id: 'ImportedTuning' }),
    load: z
      .object({
        /** Null where the source does not name it. */
        tool: word.nullable(),
        toolWorkers: z.int().nullable(),
        toolCpus: z.null(),
        decompress: z.boolean().nullable(),
        warmupSeconds: z.null(),
        pauseSeconds: z.null(),
        steps: z.array(askedStep).max(MAX_DOCUMENT_STEPS),
        search: z.null(),
      })
      .meta({ id: 'ImportedLoad' }),
    samplesPerSecond: z.null(),
  })
  .meta({ id: 'ImportedSpec' });
export type ImportedSpec = z.infer<typeof importedSpec>;

export const importedFrom = z
  .object({
    format: importedFormat,
    /** The origin of the figures, in the words of the source or of the person who imported them. */
    source: text,
    url: text.nullable(),
    fileName: word.nullable(),
    importedAtUs: timeUs,
    importedByName: word.nullable(),
  })
  .meta({ id: 'ImportedFrom', description: 'Marks a run that was not measured by agents of this instance.' });
export type ImportedFrom = z.infer<typeof importedFrom>;
/** The source of a run that this instance read itself. */
export type OwnSource = ImportedFrom & { format: ImportFormat };
