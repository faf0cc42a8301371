import { z } from 'zod';
import type { Comparison } from '../contract/comparison.ts';
import { MAX_COMPARED_RUNS } from '../contract/limits.ts';
import { noiseOfRuns } from '../experiments/host-noise.ts';
import { AppError } from '../platform/app-error.ts';
import type { Lab } from '../platform/lab.ts';
import { compareRuns as compare } from '../rules/comparison/compare-runs.ts';
import type { AppliedState } from '../rules/tuning/snapshot-differences.ts';
import { viewRun } from './run-view.ts';
import { listSnapshots } from './store/run-tuning.ts';

/**
 * Compares two to eight runs; without a baseline the first is it. Throws invalid-input for other numbers and malformed
 * or repeated ids, and not-found for unknown runs.
 */
export async function compareRuns(lab: Lab, runIds: string[], baselineRunId: string | null): Promise<Comparison> {
  checkIds(runIds, baselineRunId);
  const nowUs = lab.nowUs();
  const found = await Promise.all(runIds.map((id) => viewRun(lab.database.db, id, nowUs)));
  const unknown = runIds.filter((_, index) => found[index] === null);
  if (unknown.length > 0) {
    const runs = unknown.length === 1 ? 'run' : 'runs';
    throw new AppError(
      'not-found',
      `There is no ${runs} ${unknown.join(', ')}; ${unknown.length === 1 ? 'it' : 'they'} may have been deleted. Take ${unknown.length === 1 ? 'it' : 'them'} out to compare the others.`,
      unknown.map((id) => ({ path: 'runs', message: id })),
    );
  }
  const runs = found.filter((run) => run !== null);
  const states = await Promise.all(runIds.map((id) => appliedStates(lab, id)));
  const noiseOf = await noiseOfRuns(lab.database.db, runs, nowUs);
  return compare(runs, baselineRunId ?? (runIds[0] as string), states.flat(), noiseOf);
}

/** What everything that can be tuned read on the hosts of a run, once they were tuned. */
export async function appliedStates(lab: Lab, runId: string): Promise<AppliedState[]> {
  const snapshots = await listSnapshots(lab.database.db, runId, ['applied']);
  return snapshots.map(({ hostId, values }) => ({ runId, hostId, values }));
}

function checkIds(runIds: string[], baselineRunId: string | null): void {
  const refuse = (path: string, message: string): never => {
    throw new AppError('invalid-input', message, [{ path, message }]);
  };
  const malformed = runIds.find((id) => !z.uuid().safeParse(id).success);
  if (malformed !== undefined)
    refuse('runs', `${malformed} is not the id of a run; ids stand in the address of its page.`);
  const twice = runIds.find((id, index) => runIds.indexOf(id) !== index);
  if (twice !== undefined) refuse('runs', `The run ${twice} is named twice; name each run once.`);
  if (runIds.length < 2 || runIds.length > MAX_COMPARED_RUNS) {
    refuse('runs', `A comparison takes 2 to ${MAX_COMPARED_RUNS} runs, not ${runIds.length}.`);
  }
  if (baselineRunId !== null && !runIds.includes(baselineRunId)) {
    refuse('baseline', `The baseline ${baselineRunId} is not among the runs; choose one of them.`);
  }
}
