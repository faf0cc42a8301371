import type { PlannedExperiment } from '../imports/plan-import.ts';
import type { Db } from '../platform/store/db.ts';
import { newId } from '../platform/store/ids.ts';
import { withIds } from '../rules/import/run-documents.ts';
import { addExperimentRun, experimentOf } from './store/experiment-runs.ts';
import { findExperiment, findImportedExperiment, insertImportedExperiment } from './store/experiments.ts';

/**
 * Stores an imported experiment over its runs, which were stored under `renamed` ids. If it was imported before,
 * returns the existing id. It keeps its own id unless that is taken.
 */
export async function keepExperiment(
  tx: Db,
  { document: read, originSha256 }: PlannedExperiment,
  renamed: ReadonlyMap<string, string>,
): Promise<string> {
  const known = await findImportedExperiment(tx, originSha256);
  if (known !== null) return known;
  const own = read.experiment.id;
  const id = (await findExperiment(tx, own)) ? newId() : own;
  const document = withIds(read, new Map([...renamed, [own, id]]));
  const { experiment } = document;
  await insertImportedExperiment(tx, { id, experiment, document, originSha256 });
  const stored = new Set(renamed.values());
  for (const { round, position, configuration, runId, failedRunIds } of experiment.slots) {
    // A run that is of another experiment here stays with that one.
    if (runId === null || !stored.has(runId) || (await experimentOf(tx, runId))) continue;
    const attempt = failedRunIds.length;
    await addExperimentRun(tx, { experimentId: id, runId, round, position, configuration, attempt });
  }
  return id;
}
