import { gzipSync } from 'node:zlib';
import type { CreateImport, ImportResult } from '../contract/import.ts';
import { type Answer, person } from './fake-agent.ts';
import type { TestLab } from './test-lab.ts';

export type Refused = { detail: string; code: string; fields: { path: string; message: string }[] };

interface Options extends Partial<Omit<CreateImport, 'files'>> {
  gzip?: boolean;
}

/** Sends files by name and text as an operator does. */
export function importFiles(
  lab: TestLab,
  files: Record<string, string | Buffer>,
  { gzip = false, ...options }: Options = {},
): Promise<Answer<ImportResult & Refused>> {
  const body: CreateImport = {
    files: Object.entries(files).map(([name, content]) => {
      const bytes = Buffer.from(content);
      return { name, content: (gzip ? gzipSync(bytes) : bytes).toString('base64'), format: null };
    }),
    joinAs: null,
    source: null,
    dryRun: false,
    ...options,
  };
  return person(lab)<ImportResult & Refused>('POST', '/imports', body);
}

/** Everything that an import may write to. */
export async function countImported(lab: TestLab): Promise<Record<string, number>> {
  const { db } = lab.lab.database;
  return {
    runs: await db.run.count(),
    importedRuns: await db.importedRun.count(),
    experiments: await db.experiment.count(),
    experimentRuns: await db.experimentRun.count(),
  };
}

/** A bundle of one run with one point. */
export const simpleBundle = (over: object = {}, point: object = {}) => ({
  bundleVersion: 1,
  source: { title: 'a blog', url: 'https://example.org/fast', date: '2026-06-07' },
  runs: [{ name: 'of a blog', points: [{ connections: 10, requestsPerSecond: 1000, ...point }], ...over }],
});
let different = 0;
/** Never imported before: each has another title. */
export const freshBundle = (over: object = {}, point: object = {}): string =>
  JSON.stringify({ ...simpleBundle(over, point), source: { title: `source ${++different}` } });
/** Imports one file, and gives the id of its run. */
export async function importedRun(lab: TestLab, text: string): Promise<string> {
  const { body, status } = await importFiles(lab, { 'a.json': text });
  if (status !== 200) throw new Error(body.detail);
  return body.runs[0]?.runId ?? '';
}
