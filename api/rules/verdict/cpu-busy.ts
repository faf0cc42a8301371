import type { CpuUse, SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { RunStep } from '../../contract/step.ts';
import { evidenceOf, sidesOf } from './measured-step.ts';
import { sharesCpus } from './shared-cpus.ts';
import {
  CONTRADICTION,
  CORE_FULL,
  CPU_FULL,
  DATABASE_PART_LEAST,
  NEARLY,
  SHARED_PART_LEAST,
  SOFTIRQ_MAINLY,
  STEAL_SHARE,
  UNNAMED_USUAL,
} from './thresholds.ts';
import { type Here, NONE_UNNAMED, othersOfLoad, packetsOf, type Unnamed, unnamedOf } from './unnamed-cpus.ts';

/** Shares of the CPUs allowed, as an interval: what is named for certain, and what idle leaves. */
export interface Busy {
  low: number;
  /** Null where it is not known how idle the CPUs were. */
  high: number | null;
  /** Idle leaves less than what is named: low is the one, high the other. */
  contradictory: boolean;
  /** Time in which there was work, and the hypervisor gave the CPU to others. 0 where that is not known. */
  stolen: number;
}

/**
 * `maybe`: only the high end is saturated. `held`: saturated, but clearly below saturation without other processes.
 * `database`: saturated, and the database used at least half. `unnamed`: saturated, and whether this side did it depends
 * on whose the time was that no process accounts for. `stolen`: not saturated, but with what the hypervisor took there was no more
 * to use. `unknown`: not measured, or only partly.
 */
export type Fullness = 'full' | 'held' | 'stolen' | 'database' | 'unnamed' | 'maybe' | 'free' | 'unknown';

/** Whose time it may have been: of a side that used too little of the CPUs without it, or of others who held them with it. */
export interface InDoubt {
  side: boolean;
  others: boolean;
  /** More than is usual: no answer is the likelier one. */
  much: boolean;
}

export interface CpuState {
  fullness: Fullness;
  busy: Busy | null;
  /** CPUs that the process tree used, and how many it may use. */
  process: { cpus: number; allowed: number; share: number } | null;
  /** Share of the CPUs allowed that processes of neither side used. */
  heldShare: number;
  /** Others held them wherever they ran, and whoever used what is not named. */
  heldSurely: boolean;
  /**
   * How busy full CPUs would be without processes of neither side, where that is too near to full to name the limit.
   * Else null.
   */
  fullButFor: number | null;
  /** CPUs of the machine that the services behind the target used. */
  servicesCpus: number;
  /** Of CPUs that both sides may use: time that no process of the load accounts for. */
  unnamed: Unnamed;
  /** Saturated CPUs whose limit is another, depending on whose the unnamed time was. */
  inDoubt: InDoubt | null;
}

/** Null where nothing is named. Where what is named and what idle leaves contradict each other, the interval holds both. */
export function busyOf(cpu: CpuUse | null): Busy | null {
  if (!cpu) return null;
  const parts = [cpu.user, cpu.system, cpu.softirq, cpu.irq];
  const known = parts.filter((share) => share !== null);
  const named = Math.max(
    known.reduce((sum, share) => sum + share, 0),
    cpu.busy ?? 0,
  );
  const whole = cpu.busy !== null || known.length === parts.length;
  if (cpu.idle === null)
    return known.length === 0 && cpu.busy === null
      ? null
      : { low: named, high: whole ? named : null, contradictory: false, stolen: 0 };
  const stolen = cpu.steal ?? 0;
  const left = 1 - cpu.idle - (cpu.iowait ?? 0) - stolen;
  const contradictory = named > left + CONTRADICTION;
  return contradictory
    ? { low: left, high: named, contradictory, stolen }
    : { low: named, high: Math.max(named, left), contradictory, stolen };
}

/** 1 - 0.15 is a little less than 0.85 in binary. */
export const atLeast = (share: number, threshold: number): boolean => share >= threshold - 1e-9;

/** What the other side has to do with the CPUs that a side may use. */
interface Beside {
  /** Both may use these CPUs: how busy they are is of both, and a side that used next to nothing of them did not fill them. */
  shared: boolean;
  /** CPUs that the rest of the load used of these; null where that was not counted. */
  load: Here | null;
  /** CPUs of the same machine that the services behind the target used, and whether these are a database alone. */
  servicesCpus: number;
  areDatabase: boolean;
}

const ALONE: Beside = { shared: false, load: { least: 0, most: 0 }, servicesCpus: 0, areDatabase: false };

/** The state of a side's CPUs, with what the step says of the other side. */
export const cpuStateIn = (evidence: StepEvidence, side: SideEvidence): CpuState =>
  cpuState(side, {
    shared: sharesCpus(evidence, side),
    load: othersOfLoad(evidence, side),
    servicesCpus: servicesCpusOn(side, evidence),
    areDatabase: isDatabaseAlone(evidence),
  });

/** CPUs of a side's machine that the services behind the target used. */
export function servicesCpusOn({ hostId }: SideEvidence, { backend }: StepEvidence): number {
  const cpu = backend?.cpu;
  return cpu && cpu.hostId === hostId ? cpu.cpuUs / 1e6 / cpu.seconds : 0;
}

/** The target says that it asks a database and nothing else, so that the CPU time of its services is the database's. */
export const isDatabaseAlone = ({ backend }: StepEvidence): boolean =>
  backend?.pool != null && (backend.cache ?? backend.downstream) === null;

export function cpuState(side: SideEvidence, { shared, load, servicesCpus, areDatabase }: Beside = ALONE): CpuState {
  const busy = busyOf(side.cpu);
  const allowed = side.cpusAllowed ?? side.cpus;
  const process = side.processCpus === null || !allowed ? null : usedOf(side.processCpus, allowed);
  const unnamed = shared && busy ? unnamedOf(side, busy.low, load, servicesCpus) : NONE_UNNAMED;
  const own = fullnessOf(busy, process);
  // What the processes of one side used says nothing of what the other side's used beside them.
  const half = shared && own === 'free' && (busy === null || busy.high === null);
  const filledBy = (cpus: number | null, besides: number): number =>
    busy === null || !cpus
      ? 0
      : certainShare(side, { busy, process, cpus, besides: plus(load?.most ?? null, besides) });
  const heldShare = filledBy(side.otherCpus, servicesCpus);
  const ofServices = filledBy(servicesCpus, side.otherCpus ?? 0);
  const stolen = own === 'stolen' ? (busy?.stolen ?? 0) : 0;
  const left = Math.max(busy === null ? 1 : busy.low - heldShare, process?.share ?? 0) + stolen;
  const isHeld = (rest: number): boolean => (own === 'full' || own === 'stolen') && !atLeast(rest, NEARLY * CPU_FULL);
  const held = isHeld(left);
  const noRoom = noRoomElsewhere(side, side.otherCpus ?? 0);
  const ofDatabase =
    own === 'full' && areDatabase && busy !== null && atLeast(ofServices, DATABASE_PART_LEAST * busy.low);
  const butForOthers = shared && busy ? Math.max(busy.low - noRoom, process?.share ?? 0) : left;
  const edge = own === 'full' && !atLeast(butForOthers, CPU_FULL) ? butForOthers : null;
  const inDoubt = own === 'full' && shared && !held && !ofDatabase ? doubtOf(busy, process, unnamed) : null;
  const bystander = shared && process !== null && !atLeast(process.share, SHARED_PART_LEAST);
  const ofSides = inDoubt?.much ? 'unnamed' : bystander ? 'free' : half ? 'maybe' : own;
  const fullness = held ? 'held' : ofDatabase ? 'database' : ofSides;
  const fullButFor = fullness === 'full' ? edge : null;
  return {
    fullness,
    busy,
    process,
    heldShare,
    fullButFor,
    servicesCpus,
    unnamed,
    inDoubt,
    heldSurely: isHeld(butForOthers),
  };
}

/** A limit holds if it is the same whoever of the sides, or of others, used what is not named. */
function doubtOf(
  busy: Busy | null,
  process: CpuState['process'],
  { packets, most, others: ofOthers }: Unnamed,
): InDoubt | null {
  if (busy === null || process === null) return null;
  const withIt = process.share + packets + most;
  const side = !atLeast(process.share, SHARED_PART_LEAST) && atLeast(withIt, SHARED_PART_LEAST);
  const others = !atLeast(Math.max(process.share, busy.low - ofOthers), NEARLY * CPU_FULL);
  if (!side && !others) return null;
  return { side, others, much: most + (side ? packets : 0) > UNNAMED_USUAL };
}

/** CPU time of the whole window stands beside the time of the load, which is a little shorter: no more than all was used. */
function usedOf(cpus: number, allowed: number): NonNullable<CpuState['process']> {
  const share = cpus / allowed;
  return share > 1 && share <= 1 + CONTRADICTION ? { cpus: allowed, allowed, share: 1 } : { cpus, allowed, share };
}

const plus = (a: number | null, b: number): number | null => (a === null ? null : a + b);

/** Who else than the side used its CPUs. */
interface Filling {
  busy: Busy;
  process: CpuState['process'];
  /** CPUs of the machine that they used. */
  cpus: number;
  /** CPUs of the machine that all others but the side used, null where that was not measured. */
  besides: number | null;
}

/**
 * The share of a side's CPUs that others used for certain. That is what does not fit into the rest of the machine, or
 * what neither the side, its packets nor anybody else can have used.
 */
function certainShare(side: SideEvidence, { busy, process, cpus, besides }: Filling): number {
  const allowed = side.cpusAllowed ?? side.cpus;
  if (!allowed) return 0;
  const least = noRoomElsewhere(side, cpus);
  if (process === null || besides === null) return least;
  const left = busy.low - process.share - packetsOf(side) - besides / allowed;
  return Math.max(least, Math.min(cpus / allowed, left));
}

/** The share of a side's CPUs that others used who do not fit into the rest of the machine. */
function noRoomElsewhere({ cpus: all, cpusAllowed }: SideEvidence, cpus: number): number {
  const allowed = cpusAllowed ?? all;
  return allowed ? Math.max(0, cpus - Math.max(0, (all ?? allowed) - allowed)) / allowed : 0;
}

/** The busiest CPU of a side would not be full without what others than the side may have used of it. */
export function mayHoldCore(
  { otherCpus }: SideEvidence,
  { busy, softirq }: { busy: number; softirq: number | null },
  servicesCpus = 0,
): boolean {
  const others = (otherCpus ?? 0) + servicesCpus;
  return others > 0 && !atLeast(busy - Math.min(others, busy - (softirq ?? 0)), CPU_FULL);
}

function fullnessOf(busy: Busy | null, process: CpuState['process']): Fullness {
  if (busy && atLeast(busy.low, CPU_FULL)) return 'full';
  if (process && atLeast(process.share, CPU_FULL)) return contradicts(busy, process) ? 'maybe' : 'full';
  if (busy && busy.high !== null) {
    if (atLeast(busy.high, CPU_FULL)) return 'maybe';
    return busy.stolen > STEAL_SHARE && atLeast(busy.high + busy.stolen, CPU_FULL) ? 'stolen' : 'free';
  }
  return process ? 'free' : 'unknown';
}

/** Processes cannot have used more than was busy in all. */
export const contradicts = (busy: Busy | null, process: CpuState['process']): boolean =>
  process !== null && busy !== null && busy.high !== null && process.share > busy.high + CONTRADICTION;

/** The network takes most of the busiest CPU of the side, and no thread of its own fills one. */
export const mainlySoftirq = ({ hottestCpu, hottestThread }: SideEvidence): boolean =>
  hottestCpu !== null &&
  (hottestThread === null || !atLeast(hottestThread.busy, CORE_FULL)) &&
  (hottestCpu.softirq ?? 0) >= SOFTIRQ_MAINLY * hottestCpu.busy;

/** The same of a step's hosts of that side: of any of them. */
export const isMainlySoftirq = (step: Pick<RunStep, 'evidence'>, side: SideEvidence['side']): boolean =>
  sidesOf(evidenceOf(step)).some((one) => one.side === side && mainlySoftirq(one));
