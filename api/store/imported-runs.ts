import type { ImportedFrom } from '../contract/imported.ts';
import type { Run, RunSummary } from '../contract/run.ts';
import type { ShareDocument } from '../contract/share.ts';
import { type Db, json } from './db.ts';

export interface NewImportedRun {
  /** As its page shows it, with its verdict. */
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
      bestRequestsPerSecond: run.best?.requestsPerSecond ?? null,
      bestLatencyMsP99: run.best?.latencyMsP99 ?? null,
      bestServerCpuUsPerRequest: run.best?.serverCpuUsPerRequest ?? null,
      imported: {
        create: { source: json(source), document: json(document), summary: json(summaryOf(run)), originSha256 },
      },
    },
  });
}

/** What a line of the list shows and labels do not change. */
export type ImportedSummary = Omit<
  RunSummary,
  'name' | 'tags' | 'notes' | 'createdAtUs' | 'createdByName' | 'basedOnRunId' | 'experimentId' | 'imported' | 'verdict'
>;

function summaryOf(run: Run): ImportedSummary {
  const { id, state, failure, startedAtUs, endedAtUs, progress, spec, hostNames, stepsMeasured, stepsFailed, best } =
    run;
  return { id, state, failure, startedAtUs, endedAtUs, progress, spec, hostNames, stepsMeasured, stepsFailed, best };
}

/** Runs that were made of these origins, by origin. */
export async function findByOrigin(db: Db, origins: string[]): Promise<Map<string, string>> {
  const rows = await db.importedRun.findMany({
    where: { originSha256: { in: origins } },
    select: { runId: true, originSha256: true },
  });
  return new Map(rows.map(({ originSha256, runId }) => [originSha256, runId]));
}

/** The document of an imported run, as it is stored; null of a run that agents measured. */
export async function findImportedDocument(db: Db, runId: string): Promise<unknown> {
  const row = await db.importedRun.findUnique({ where: { runId }, select: { document: true } });
  return row?.document ?? null;
}
