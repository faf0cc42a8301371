import type { RunLatencyOverTime } from '../contract/latency-over-time.ts';
import type { Lab } from '../platform/lab.ts';
import { fittedTo } from '../rules/load/latency-over-time.ts';
import { noSuchRun } from './get-run.ts';
import { isRun } from './store/runs.ts';
import { listStepLatencies } from './store/step-latency.ts';

/** What a picture has room for. */
const MOST_INTERVALS = 600;

/** Latency over time of the steps that have it, or of one step. */
export async function readLatencyOverTime(lab: Lab, runId: string, stepIndex?: number): Promise<RunLatencyOverTime> {
  const { db } = lab.database;
  if (!(await isRun(db, runId))) throw await noSuchRun(lab, runId);
  return { steps: fittedTo(MOST_INTERVALS, await listStepLatencies(db, runId, stepIndex)) };
}
