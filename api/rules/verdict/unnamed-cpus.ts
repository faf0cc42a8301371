import type { SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import { sidesOf } from './measured-step.ts';
import { onOneMachine, overlapOfSides } from './shared-cpus.ts';

/** Shares of a side's CPUs that cannot be given to a process. */
export interface Unnamed {
  /** Network packets, billed to no process: the work of one of the sides, never of others. */
  packets: number;
  /** The rest, if all that was counted and may have run here did. */
  least: number;
  /** The rest, if only what has no room elsewhere on the machine ran here. */
  most: number;
  /** What processes of neither side may have used: that rest, and what was counted of them. */
  others: number;
}

export const NONE_UNNAMED: Unnamed = { packets: 0, least: 0, most: 0, others: 0 };

/** CPUs that ran on a side's own, at least and at most. */
export interface Here {
  least: number;
  most: number;
}

/** What the rest of the load used of a side's CPUs; null where some of it was not counted. */
export function othersOfLoad(evidence: StepEvidence, side: SideEvidence): Here | null {
  const others = sidesOf(evidence).filter((other) => other !== side);
  return others.reduce<Here | null>(
    (sum, other) => {
      const overlap = overlapOfSides(evidence, side, other);
      if (sum === null || overlap.most === 0) return sum;
      const { processCpus: used } = other;
      if (used === null || onOneMachine(evidence, side, other) !== true) return null;
      const elsewhere = (other.cpusAllowed ?? Number.POSITIVE_INFINITY) - overlap.least;
      return { least: sum.least + Math.max(0, used - elsewhere), most: sum.most + Math.min(used, overlap.most) };
    },
    { least: 0, most: 0 },
  );
}

/** What is left of a side's busy time when all that was counted is taken away; none where a side was not counted. */
export function unnamedOf(side: SideEvidence, busyShare: number, load: Here | null, servicesCpus: number): Unnamed {
  const { cpus: all, cpusAllowed, processCpus, otherCpus } = side;
  const allowed = cpusAllowed ?? all;
  if (!allowed || processCpus === null || load === null) return NONE_UNNAMED;
  const without = (cpus: number): number => Math.max(0, busyShare - (processCpus + cpus) / allowed);
  const elsewhere = Math.max(0, (all ?? allowed) - allowed);
  const beside = servicesCpus + (otherCpus ?? 0);
  const most = without(load.least + Math.max(0, beside - elsewhere));
  const least = otherCpus === null ? 0 : without(load.most + Math.min(beside, allowed));
  const packets = Math.min(packetsOf(side), most);
  const others = without(load.least + Math.max(0, servicesCpus - elsewhere)) - packets;
  return { packets, least: Math.max(0, least - packets), most: most - packets, others };
}

/** Share of a side’s CPUs that the network’s packets took and no process was billed for. */
export const packetsOf = ({ cpu, softirqBilledToTasks }: SideEvidence): number =>
  softirqBilledToTasks ? 0 : (cpu?.softirq ?? 0) + (cpu?.irq ?? 0);
