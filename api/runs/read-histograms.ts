import type { RunHistograms } from '../contract/point.ts';
import type { Lab } from '../platform/lab.ts';
import { noSuchRun } from './get-run.ts';
import { listHistograms } from './store/points.ts';
import { isRun } from './store/runs.ts';

/** The whole histogram of each step that has one. */
export async function readHistograms(lab: Lab, runId: string): Promise<RunHistograms> {
  const { db } = lab.database;
  if (!(await isRun(db, runId))) throw await noSuchRun(lab, runId);
  return { steps: await listHistograms(db, runId) };
}
