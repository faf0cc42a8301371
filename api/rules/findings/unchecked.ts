import type { SideEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { Validity } from '../../contract/verdict.ts';
import { failedShare } from '../verdict/failed-share.ts';
import { type InFlight, inFlightOf } from '../verdict/littles-law.ts';
import { evidenceOf, type MeasuredStep, sidesOf } from '../verdict/measured-step.ts';
import { listed } from '../words/text.ts';
import { rateMet } from './findings-of-load.ts';

/** For an imported point with a source that says nothing that could contradict its throughput. */
export const isUnchecked = (run: Run, step: MeasuredStep): boolean =>
  run.imported !== null && !checksOn(step).some(([, could, ofFigure]) => could && ofFigure);

/** What of an imported figure was looked at, where nothing of it speaks against the figure. */
export function checkedText({ imported }: Pick<Run, 'imported'>, step: MeasuredStep, validity: Validity): string {
  if (imported === null) return '';
  const checks = checksOn(step).flatMap(([name, could]) => (could ? [name] : []));
  if (validity === 'valid') return `No check failed; checked: ${listed(checks)}.`;
  if (validity !== 'unchecked') return '';
  const looked = checks.length === 0 ? '' : `; looked at: ${listed(checks)}`;
  return `Whether the figure is possible could not be checked${looked}.`;
}

/** Those of the figure itself could show that it is none; the others, that something disturbed it. */
function checksOn(step: MeasuredStep): [name: string, could: boolean, ofFigure: boolean][] {
  const { connectionsEstablished, serverRequests } = step.point;
  const evidence = evidenceOf(step);
  const inFlight = inFlightOf(step);
  return [
    [inFlight ? LITTLES_LAW[inFlight.by] : LITTLES_LAW.mean, inFlight !== null && boundsIt(inFlight), true],
    ['failed requests', failedShare(step) !== null, false],
    ['the offered rate', rateMet(step) !== null, true],
    ['connections opened', connectionsEstablished !== null, false],
    ['the server’s count', serverRequests !== null, true],
    ['steadiness', evidence.requestsBySecond !== null, false],
    ['counters or steal of a host', sidesOf(evidence).some(speaks), false],
  ];
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
