import type { Db } from '../store/db.ts';
import { addExperimentRun, experimentOf } from '../store/experiment-runs.ts';
import { findExperiment, findImportedExperiment, insertImportedExperiment } from '../store/experiments.ts';
import { newId } from '../store/ids.ts';
import type { ExperimentDocument, PlannedExperiment } from './plan-documents.ts';

/**
 * Stores an experiment that was run elsewhere, once, with its runs as they are called here (`runIds`, in the order of its
 * result). They belong to it as runs of this instance do. Returns its id.
 */
export async function keepExperiment(db: Db, planned: PlannedExperiment, runIds: string[]): Promise<string> {
  const { originSha256 } = planned;
  const known = await findImportedExperiment(db, originSha256);
  if (known !== null) return known;
  const asked = planned.document.experiment.id;
  const id = (await findExperiment(db, asked)) === null ? asked : newId();
  const document = withIds(planned.document, id, runIds);
  const { experiment } = document;
  await insertImportedExperiment(db, { id, experiment, document, originSha256 });
  for (const { round, position, configuration, runId } of experiment.slots) {
    if (runId === null || !runIds.includes(runId) || (await experimentOf(db, runId)) !== null) continue;
    await addExperimentRun(db, { experimentId: id, runId, round, position, configuration, attempt: 0 });
  }
  return id;
}

/** A run whose id was taken has another one here, wherever the document names it. */
function withIds(document: ExperimentDocument, id: string, runIds: string[]): ExperimentDocument {
  const now = new Map(document.experiment.result?.runs.map((run, at) => [run.id, runIds[at] ?? run.id]));
  now.set(document.experiment.id, id);
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return now.get(value) ?? value;
    if (Array.isArray(value)) return value.map(renamed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each)]));
  };
  return renamed(document) as ExperimentDocument;
}
