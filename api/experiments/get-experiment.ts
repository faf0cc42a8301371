import type { Comparison, ShownResult } from '../contract/comparison.ts';
import type { Experiment, ShownExperiment } from '../contract/experiment.ts';
import type { Run } from '../contract/run.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { importedExperiment } from '../rules/experiment/imported-experiment.ts';
import { shownResult } from '../rules/experiment/shown-result.ts';
import { getRun } from '../runs/get-run.ts';
import { keptOf } from './experiment-result.ts';
import { type KnownExperiment, readExperiment } from './experiment-state.ts';
import { ownWords, toExperiment } from './experiment-view.ts';
import { findKeptResult, type KeptResult } from './store/experiment-results.ts';
import { findExperimentDocument, isImported } from './store/experiments.ts';

export const noSuchExperiment = (): AppError =>
  new AppError('not-found', 'There is no such experiment; it may have been deleted.');

const NOTHING_YET: KeptResult = { headline: null, result: null };

/**
 * With its result once it is over, and never before, to avoid early stopping. A result by older rules is recomputed
 * here if the API has not done so yet.
 */
export async function getExperiment(lab: Lab, id: string): Promise<ShownExperiment> {
  const known = await read(lab, id);
  const imported = await importedOf(lab, known);
  if (imported) return { ...imported, result: imported.result && shownResult(imported.result) };
  const kept = known.state.status === 'done' ? await keptToday(lab, known) : NOTHING_YET;
  return { ...(await toExperiment(lab, known)), ...kept };
}

/**
 * The same with all of its runs, for documents: of hundreds of them that takes its time. Made of what is kept, as a document
 * is to say what the page says.
 */
export async function getWholeExperiment(lab: Lab, id: string): Promise<Experiment> {
  const known = await read(lab, id);
  const imported = await importedOf(lab, known);
  if (imported) return imported;
  const { headline, result } = known.state.status === 'done' ? await keptToday(lab, known) : NOTHING_YET;
  return { ...(await toExperiment(lab, known)), headline, result: result && (await withWholeRuns(lab, result)) };
}

async function withWholeRuns(lab: Lab, result: ShownResult): Promise<Comparison> {
  const runs: Run[] = [];
  for (const { id } of result.runs) runs.push(await getRun(lab, id));
  return { ...result, runs };
}

async function read(lab: Lab, id: string): Promise<KnownExperiment> {
  const known = await readExperiment(lab.database.db, id);
  if (!known) throw noSuchExperiment();
  return known;
}

async function importedOf({ database }: Lab, { row }: KnownExperiment): Promise<Experiment | null> {
  return isImported(row) ? importedExperiment(await findExperimentDocument(database.db, row.id), ownWords(row)) : null;
}

const keptToday = async (lab: Lab, known: KnownExperiment): Promise<KeptResult> =>
  (await findKeptResult(lab.database.db, known.row.id)) ?? keptOf(lab, known, known.row.stoppedSentence);
