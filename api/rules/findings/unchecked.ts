import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import { failedShare } from '../verdict/failed-share.ts';
import { type InFlight, inFlightOf } from '../verdict/littles-law.ts';
import { evidenceOf, type MeasuredStep, sidesOf } from '../verdict/measured-step.ts';
import { rateMet } from './findings-of-load.ts';

/** For an imported point with a source that says too little for any rule of validity to speak against it. */
export const isUnchecked = (run: Run, step: MeasuredStep): boolean =>
  run.imported !== null && checksOf(step).length === 0;

/** What the rules of validity could look at. */
export function checksOf(step: MeasuredStep): string[] {
  const { connectionsEstablished, serverRequests } = step.point;
  const evidence = evidenceOf(step);
  const inFlight = inFlightOf(step);
  const checks: [string, boolean][] = [
    [inFlight ? LITTLES_LAW[inFlight.by] : LITTLES_LAW.mean, inFlight !== null && boundsIt(inFlight)],
    ['failed requests', failedShare(step) !== null],
    ['the offered rate', rateMet(step) !== null],
    ['connections opened', connectionsEstablished !== null],
    ['the server’s count', serverRequests !== null],
    ['steadiness', evidence.requestsBySecond !== null],
    ['counters or steal of a host', sidesOf(evidence).some(speaks)],
  ];
  return checks.flatMap(([name, could]) => (could ? [name] : []));
}

const LITTLES_LAW: Record<InFlight['by'], string> = {
  mean: 'Little’s law',
  median: 'Little’s law by half the median',
  percentiles: 'Little’s law by the percentiles',
};

/** A latency below the tool's resolution proves nothing of how many were in flight. */
const boundsIt = ({ low, high }: InFlight): boolean => low > 0 || high !== null;

/** How busy a CPU was makes no figure doubtful: what held it up, or who else used it, does. */
const speaks = ({ counters, otherCpus, cpu }: SideEvidence): boolean =>
  counters !== null || otherCpus !== null || (cpu !== null && cpu.steal !== null);
