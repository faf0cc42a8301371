import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { Run } from '../../contract/run.ts';
import type { Finding, PointVerdict } from '../../contract/verdict.ts';
import { listed } from '../words/text.ts';
import { type CpuState, cpuStateIn, type Fullness } from './cpu-busy.ts';
import { clientsUnobserved } from './labels.ts';
import type { Limit } from './limit.ts';
import { limitsOf } from './limits.ts';
import { evidenceOf, isObserved, type MeasuredStep } from './measured-step.ts';
import { sharesCpus } from './shared-cpus.ts';
import { busyOfBothText, busyText } from './side-words.ts';

/** What the wall of one step is decided from. */
export interface Situation {
  run: Run;
  step: MeasuredStep;
  /** Steps of the run that are not invalid, this one among them. */
  steps: MeasuredStep[];
  /** Findings of this step and of the whole run. */
  findings: Finding[];
  evidence: StepEvidence;
  limits: Limit[];
  client: Fullness;
  server: Fullness;
  /** Every client was measured. */
  clientObserved: boolean;
  serverObserved: boolean;
}

/** What limited a step, said and explained. */
export type WallFound = Pick<
  PointVerdict,
  'wall' | 'walls' | 'confidence' | 'lowerBound' | 'sentence' | 'because' | 'next' | 'stopsOthers'
>;

export function situationOf(run: Run, step: MeasuredStep, steps: MeasuredStep[], findings: Finding[]): Situation {
  const evidence = evidenceOf(step);
  const states = evidence.clients.map((side) => cpuStateIn(evidence, side));
  const clientObserved = !clientsUnobserved(step);
  return {
    run,
    step,
    steps,
    findings,
    evidence,
    limits: limitsOf(step, run),
    client: clientFullness(states, clientObserved),
    server: evidence.server ? cpuStateIn(evidence, evidence.server).fullness : 'unknown',
    clientObserved,
    serverObserved: evidence.server !== null && isObserved(evidence.server),
  };
}

/** One full client is enough; that none is full takes all of them. */
function clientFullness(states: CpuState[], observed: boolean): Fullness {
  const has = (fullness: Fullness): boolean => states.some((state) => state.fullness === fullness);
  if (has('full')) return 'full';
  if (has('held')) return 'held';
  if (has('stolen')) return 'stolen';
  if (has('database')) return 'database';
  if (has('unnamed')) return 'unnamed';
  if (!observed || has('unknown')) return 'unknown';
  return has('maybe') ? 'maybe' : 'free';
}

/** The CPUs of one machine that both sides use are read once, where both read the same. */
function busyOfBoth(evidence: StepEvidence): string | null {
  const { server, clients } = evidence;
  const [client, ...more] = clients;
  if (!server || !client || more.length > 0 || !sharesCpus(evidence)) return null;
  return busyOfBothText(server, client);
}

/** How busy the sides were that are not among these: 'the client was 7 % busy and the server was not measured'. */
export function othersText({ evidence, clientObserved }: Situation, besides: SideEvidence[] = []): string {
  const { clients, server } = evidence;
  const both = besides.length === 0 ? busyOfBoth(evidence) : null;
  if (both) return both;
  if (clients.length === 0 && server === null) return 'the client was not measured, nor was the server';
  const beside = clients.filter((side) => !besides.includes(side)).map((side) => busyText(side, evidence));
  const unseen = clients.length === 0 ? 'the client was not measured' : 'not every client was measured';
  const told = beside.some((text) => text.endsWith('not measured'));
  return listed([
    ...beside,
    ...(clientObserved || told || (clients.length > 0 && beside.length === 0) ? [] : [unseen]),
    ...(server === null ? ['the server was not measured'] : []),
    ...(server && !besides.includes(server) ? [busyText(server, evidence)] : []),
  ]);
}
