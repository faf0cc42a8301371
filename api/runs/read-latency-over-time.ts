import type { RunLatencyOverTime } from '../contract/latency-over-time.ts';
import { findImportedDocument } from '../imports/store/imported-runs.ts';
import type { Lab } from '../platform/lab.ts';
import { fittedTo } from '../rules/load/latency-over-time.ts';
import { upgradeDocument } from '../rules/share/share-upgrade.ts';
import { noSuchRun } from './get-run.ts';
import { isRun } from './store/runs.ts';
import { listStepLatencies } from './store/step-latency.ts';

/** What a picture has room for. */
const MOST_INTERVALS = 600;

/** Latency over time of the steps that have it, or of one step. */
export async function readLatencyOverTime(lab: Lab, runId: string, stepIndex?: number): Promise<RunLatencyOverTime> {
  const { db } = lab.database;
  if (!(await isRun(db, runId))) throw await noSuchRun(lab, runId);
  const imported = await findImportedDocument(db, runId);
  const steps = imported === null ? await listStepLatencies(db, runId, stepIndex) : importedSteps(imported, stepIndex);
  return { steps: fittedTo(MOST_INTERVALS, steps) };
}

/** What its document has of it: none where it was no run of agents. */
function importedSteps(stored: unknown, wanted: number | undefined): RunLatencyOverTime['steps'] {
  const document = upgradeDocument(stored);
  const steps = document.type === 'run' ? (document.latencyOverTime?.steps ?? []) : [];
  return wanted === undefined ? steps : steps.filter(({ stepIndex }) => stepIndex === wanted);
}
