import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import { overlapOf, parseCpuList, shortestCpuList } from '../cpus/cpu-list.ts';
import { sidesOf } from './measured-step.ts';

/** Which CPUs two sides of a step share: one rule for limits, rows and words. */

/** How many CPUs both sides may use, at least and at most. */
export interface Overlap {
  least: number;
  most: number;
}

const APART: Overlap = { least: 0, most: 0 };
const UNKNOWN: Overlap = { least: 0, most: Number.POSITIVE_INFINITY };

/** Null: one of several clients is on the machine of the server, and older documents do not say which. */
export function onOneMachine(evidence: StepEvidence, a: SideEvidence, b: SideEvidence): boolean | null {
  if (a === b) return true;
  if (a.hostId === null || b.hostId === null) return evidence.sharedMachine === true;
  if (a.hostId === b.hostId) return true;
  const { server, clients, sharedMachine } = evidence;
  if (sidesOf(evidence).some(({ machineId }) => machineId !== undefined))
    return a.machineId !== undefined && a.machineId === b.machineId;
  if (sharedMachine !== true || clients.some(({ hostId }) => hostId === server?.hostId)) return false;
  return clients.length === 1 || null;
}

/** By their lists, else as far as the numbers tell. */
export function overlapOfSides(evidence: StepEvidence, a: SideEvidence, b: SideEvidence): Overlap {
  const together = onOneMachine(evidence, a, b);
  if (together !== true) return together === null ? UNKNOWN : APART;
  if (a.cpuList !== undefined && b.cpuList !== undefined) {
    const both = overlapOf(parseCpuList(a.cpuList), parseCpuList(b.cpuList)).length;
    return { least: both, most: both };
  }
  const all = a.cpus ?? b.cpus;
  const [ofA, ofB] = [a.cpusAllowed, b.cpusAllowed];
  if (all === null || ofA == null || ofB == null) return UNKNOWN;
  return { least: Math.max(0, ofA + ofB - all), most: Math.min(ofA, ofB) };
}

/** The hosts of the other side that may use CPUs of this one. Where the numbers leave room for both apart, they do not. */
export function sharersOf(evidence: StepEvidence, side: SideEvidence): SideEvidence[] {
  if (evidence.sharedMachine !== true || side.side === 'backend') return [];
  const others = sidesOf(evidence).filter((other) => other.side !== side.side);
  return others.filter((other) => {
    const { least, most } = overlapOfSides(evidence, side, other);
    return least > 0 || most === UNKNOWN.most;
  });
}

/** The other side may use CPUs of this one: how busy those are is then of both. */
export const sharesCpus = (evidence: StepEvidence, side: SideEvidence | null = evidence.server): boolean =>
  side !== null && sharersOf(evidence, side).length > 0;

/** Those of them that may use this CPU; of a CPU without a number, any of them may. */
export const sharersOfCpu = (evidence: StepEvidence, side: SideEvidence, cpu: number | null): SideEvidence[] =>
  sharersOf(evidence, side).filter(
    ({ cpuList }) => cpu === null || cpuList === undefined || parseCpuList(cpuList).includes(cpu),
  );

/** The hosts of the other side that may use the very CPUs of this one. */
export const twinsOf = (evidence: StepEvidence, side: SideEvidence): SideEvidence[] =>
  sharersOf(evidence, side).filter((other) => onOneMachine(evidence, side, other) === true && sameCpus(side, other));

/** By their lists, else where both may use all of the machine. */
function sameCpus(a: SideEvidence, b: SideEvidence): boolean {
  if (a.cpuList !== undefined && b.cpuList !== undefined)
    return shortestCpuList(a.cpuList) === shortestCpuList(b.cpuList);
  return a.cpus !== null && a.cpus === b.cpus && [a, b].every(({ cpusAllowed }) => cpusAllowed === a.cpus);
}
