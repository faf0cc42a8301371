import type { Run } from '../../contract/run.ts';
import type { Lab } from '../../platform/lab.ts';
import { isTerminal } from '../../rules/run/run-machine.ts';
import { getRun } from '../get-run.ts';
import { advanceRun } from './settle.ts';

/** Asks a run to end. Doing so twice, or for a run that is over, changes nothing. */
export async function cancelRun(lab: Lab, runId: string): Promise<Run> {
  const run = await getRun(lab, runId);
  if (isTerminal(run.state)) return run;
  await advanceRun(lab, runId, { kind: 'cancel' });
  return getRun(lab, runId);
}
