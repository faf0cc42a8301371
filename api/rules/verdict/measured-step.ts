import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { Point } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import type { Finding } from '../../contract/verdict.ts';

/** A step with what it measured. */
export type MeasuredStep = RunStep & { point: Point };

export const measuredSteps = ({ steps }: Pick<Run, 'steps'>): MeasuredStep[] =>
  steps.filter((step): step is MeasuredStep => step.point !== null);

const UNOBSERVED: StepEvidence = {
  server: null,
  clients: [],
  sharedMachine: null,
  requestsBySecond: null,
  requestsBySecondSource: null,
  locks: null,
};

/** Of a step without measurements: null, which is not 0. */
export const evidenceOf = ({ evidence }: Pick<RunStep, 'evidence'>): StepEvidence => evidence ?? UNOBSERVED;

export const sidesOf = (evidence: StepEvidence): SideEvidence[] =>
  evidence.server ? [evidence.server, ...evidence.clients] : evidence.clients;

/** Every host that was measured: those of both sides, and the one of the services behind the target. */
export const hostsOf = (evidence: StepEvidence): SideEvidence[] =>
  evidence.backendHost ? [...sidesOf(evidence), evidence.backendHost] : sidesOf(evidence);

/** 'the server', 'the client', or of several the client's name. */
export function sideName({ side, name }: SideEvidence, { clients }: StepEvidence): string {
  if (side === 'server') return 'the server';
  return clients.length > 1 ? `client ${name}` : 'the client';
}

/** Some CPU figure of the side is there. */
export const isObserved = (side: SideEvidence): boolean =>
  side.processCpus !== null || (side.cpu !== null && Object.values(side.cpu).some((share) => share !== null));

/** What is said of one step. The sentence begins in the step's name, as it stands among those of others. */
export function ofStep(
  { index }: Pick<RunStep, 'index'>,
  finding: Pick<Finding, 'code' | 'severity' | 'sentence'> & { hostId?: string | null },
): Finding {
  return { hostId: null, ...finding, stepIndex: index, sentence: `Step ${index + 1}: ${finding.sentence}` };
}

/** What is said once of several steps: it belongs to a step where it is the only one. */
export function ofSteps(
  steps: Pick<RunStep, 'index'>[],
  { hostId = null, ...finding }: Pick<Finding, 'code' | 'severity' | 'sentence'> & { hostId?: string | null },
): Finding[] {
  const [first, ...others] = steps;
  return first ? [{ hostId, ...finding, stepIndex: others.length === 0 ? first.index : null }] : [];
}
