import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { RunStep } from '../../contract/step.ts';
import type { EvidenceRow } from '../../contract/verdict.ts';
import { percent } from './amounts.ts';
import { servicesCpusOn } from './cpu-busy.ts';
import { sideOfRow } from './evidence-row.ts';
import { evidenceOf, sidesOf } from './measured-step.ts';
import { onOneMachine } from './shared-cpus.ts';
import { COMPETING_SHARE } from './thresholds.ts';

const NAMES = {
  target: 'target',
  tool: 'tool',
  services: 'services behind the target',
  others: 'other processes',
  unnamed: 'not named',
} as const;

/** Who used a part of a host's CPUs, in percent of all of them. */
export interface CpuPart {
  of: keyof typeof NAMES;
  name: string;
  percent: number;
}

/** Less is what two ways of counting differ by. */
const TOLD_LEAST_PERCENT = 1;

/**
 * Whose work the CPUs of a row did, where other processes did a good part of it: together never more than was busy. Empty where not all of it
 * was counted, or what was contradicts itself, and where the row is of a part of the host's CPUs: on which of them other processes ran is not
 * known.
 */
export function cpuParts(row: EvidenceRow, step: Pick<RunStep, 'evidence'>): CpuPart[] {
  const evidence = evidenceOf(step);
  const side = row.resource === 'cpu' ? sideOfRow(row, evidence) : undefined;
  if (!side || side.cpus === null || side.otherCpus === null || row.ceiling !== side.cpus) return [];
  if (side.otherCpus <= COMPETING_SHARE * side.cpus) return [];
  const own = ownParts(side, evidence);
  if (own === null) return [];
  const ownCpus = own.reduce((sum, [, cpus]) => sum + cpus, 0);
  if (ownCpus > side.cpus) return [];
  // Other processes are counted over a window of their own: together no more was used than was busy, nor than there is.
  const busyCpus = Math.min(side.cpus, Math.max(row.usedLow ?? 0, ownCpus));
  const others = Math.min(side.otherCpus, busyCpus - ownCpus);
  const told = [...own, ['others', others] as const];
  const unnamed = busyCpus - ownCpus - others;
  return [...told, ['unnamed', Math.max(0, unnamed)] as const].flatMap(([of, cpus]) => {
    const share = (cpus * 100) / (side.cpus ?? 1);
    return share < TOLD_LEAST_PERCENT ? [] : [{ of, name: NAMES[of], percent: share }];
  });
}

/** What both sides and the services used of this host; null where one of them was not counted. */
function ownParts(side: SideEvidence, evidence: StepEvidence): (readonly [CpuPart['of'], number])[] | null {
  const here = sidesOf(evidence).filter((one) => onOneMachine(evidence, side, one));
  if (side.hostId === null || here.some(({ processCpus }) => processCpus === null)) return null;
  const services = servicesCpusOn(side, evidence);
  return [
    ...here
      .map((one) => [one.side === 'client' ? 'tool' : 'target', one.processCpus ?? 0] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    ...(services > 0 ? [['services', services] as const] : []),
  ];
}

/** 'target 20 %, tool 10 %, other processes 67 %'. */
export const cpuPartsText = (parts: CpuPart[]): string =>
  parts.map((part) => `${part.name} ${percent(part.percent / 100)}`).join(', ');
