import { z } from 'zod';
import { MAX_DOCUMENT_STEPS } from '../../contract/bounds.ts';
import type { ImportedFrom } from '../../contract/imported.ts';
import { type Run, runSummary } from '../../contract/run.ts';
import type { ShareDocument } from '../../contract/share.ts';
import { type Db, json } from '../../platform/store/db.ts';
import { measuredSteps, runCurve } from '../../rules/verdict/run-curve.ts';
import { bestColumns, loadColumns } from '../../runs/store/best-columns.ts';

export interface NewImportedRun {
  /** The run as its page shows it, with its verdict. */
  run: Run;
  source: ImportedFrom;
  document: ShareDocument;
  originSha256: string;
}

export async function insertImportedRun(
  db: Db,
  { run, source, document, originSha256 }: NewImportedRun,
): Promise<void> {
  await db.run.create({
    data: {
      id: run.id,
      name: run.name,
      specVersion: run.spec.specVersion,
      spec: json(run.spec),
      state: run.state,
      failureCode: run.failure?.code ?? null,
      failure: run.failure?.sentence ?? null,
      createdAtUs: run.createdAtUs,
      startedAtUs: run.startedAtUs,
      endedAtUs: run.endedAtUs,
      tags: run.tags,
      notes: run.notes,
      createdByName: run.createdByName,
      ...bestColumns(run.best),
      ...loadColumns(run.best),
      annotations: { create: run.annotations ?? [] },
      imported: {
        create: { source: json(source), document: json(document), summary: json(summaryOf(run)), originSha256 },
      },
    },
  });
}

/** What a line of the list shows and labels do not change. */
const importedSummary = runSummary
  .omit({
    name: true,
    tags: true,
    notes: true,
    createdAtUs: true,
    createdByName: true,
    basedOnRunId: true,
    experimentId: true,
    imported: true,
    verdict: true,
  })
  // Absent in what was stored before lists drew imported runs.
  .extend({ curve: z.array(z.number()).max(MAX_DOCUMENT_STEPS).optional() });
export type ImportedSummary = z.infer<typeof importedSummary>;

export const summaryOf = (run: Run): ImportedSummary =>
  importedSummary.parse({ ...run, curve: runCurve(measuredSteps(run)) });

/** The stored summary; null for one of an older shape, which is made anew from its document. */
export function toImportedSummary(stored: unknown): ImportedSummary | null {
  const read = importedSummary.safeParse(stored);
  return read.success ? read.data : null;
}

/** Judged by other rules its best point may be another. */
export async function saveImportedSummary(db: Db, run: Run): Promise<void> {
  await db.importedRun.updateMany({ where: { runId: run.id }, data: { summary: json(summaryOf(run)) } });
}

/** Runs that were made of these origins, by origin. */
export async function findByOrigin(db: Db, origins: string[]): Promise<Map<string, string>> {
  const rows = await db.importedRun.findMany({
    where: { originSha256: { in: origins } },
    select: { runId: true, originSha256: true },
  });
  return new Map(rows.map(({ originSha256, runId }) => [originSha256, runId]));
}

/** The document of an imported run, as it is stored; null for a run that agents measured. */
export async function findImportedDocument(db: Db, runId: string): Promise<unknown> {
  const row = await db.importedRun.findUnique({ where: { runId }, select: { document: true } });
  return row?.document ?? null;
}
