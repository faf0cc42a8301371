import { z } from 'zod';
import { EXPORT_MEDIA_TYPES } from '../choices.ts';
import { comparedRuns } from '../comparison.ts';
import { createImport, exportFormat, IMPORT_BODY_BYTES_MAX, importResult, importUnderWay } from '../import.ts';
import { id } from '../primitives.ts';
import { route } from './route.ts';

export const importRoutes = {
  createImport: route({
    method: 'POST',
    url: '/api/v1/imports',
    access: 'operator',
    proof: 'session',
    tag: 'imports',
    audit: { action: 'import.create', subject: 'import', id: 'reply.importId', fields: ['dryRun', 'source', 'joinAs'] },
    summary:
      'Import results bundles, exports of this product, or raw outputs of load tools. All files or none; the same file twice is one run.',
    body: createImport,
    bodyBytesMax: IMPORT_BODY_BYTES_MAX,
    // A file has eight, and there are at most twenty.
    bodyMarksMax: 1000,
    reply: importResult,
    underWay: importUnderWay,
  }),
  importJournal: route({
    method: 'POST',
    url: '/api/v1/imports/journal',
    access: 'operator',
    proof: 'session',
    tag: 'imports',
    audit: { action: 'import.create', subject: 'import', id: 'reply.importId' },
    summary: 'Import the reference set that comes with the product: a journal of benchmarks with known answers.',
    reply: importResult,
    underWay: importUnderWay,
  }),
  getImport: route({
    method: 'GET',
    url: '/api/v1/imports/:importId',
    access: 'operator',
    tag: 'imports',
    summary:
      'What an import came to that was answered with 202. Waits some seconds for it. Kept for up to 10 min after its end, while the instance runs.',
    params: z.object({ importId: id }),
    reply: importResult,
    underWay: importUnderWay,
  }),
  getBundleSchema: route({
    method: 'GET',
    url: '/api/v1/imports/bundle-schema',
    access: 'public',
    tag: 'imports',
    summary: 'The JSON Schema of a results bundle.',
    produces: ['application/schema+json'],
  }),
  exportRun: route({
    method: 'GET',
    url: '/api/v1/runs/:runId/export',
    access: 'viewer',
    tag: 'runs',
    summary:
      'The run as a file: JSON that can be imported again, CSV, Markdown, or a script that reproduces it by hand.',
    params: z.object({ runId: id }),
    query: z.object({ format: exportFormat }),
    produces: Object.values(EXPORT_MEDIA_TYPES),
  }),
  exportComparison: route({
    method: 'GET',
    url: '/api/v1/comparison/export',
    access: 'viewer',
    tag: 'runs',
    summary: 'The comparison of two to eight runs as a file.',
    query: comparedRuns.extend({ format: exportFormat }),
    produces: Object.values(EXPORT_MEDIA_TYPES),
  }),
} as const;
