import type { Run } from '../../contract/run.ts';
import { failedShare } from '../verdict/failed-share.ts';
import { inFlightOf } from '../verdict/littles-law.ts';
import { evidenceOf, isObserved, type MeasuredStep, sidesOf } from '../verdict/measured-step.ts';
import { rateMet } from './findings-of-load.ts';

/** For an imported point with a source that says too little for any rule of validity to speak against it. */
export function isUnchecked(run: Run, step: MeasuredStep): boolean {
  if (run.imported === null) return false;
  const { connectionsEstablished, serverRequests } = step.point;
  const evidence = evidenceOf(step);
  const checked =
    inFlightOf(step) !== null ||
    failedShare(step) !== null ||
    rateMet(step) !== null ||
    connectionsEstablished !== null ||
    serverRequests !== null ||
    evidence.requestsBySecond !== null ||
    sidesOf(evidence).some((side) => isObserved(side) || side.counters !== null);
  return !checked;
}
