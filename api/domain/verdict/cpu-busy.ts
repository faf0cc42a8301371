import type { CpuUse, SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import { CPU_FULL } from './thresholds.ts';

/** Shares of the CPUs allowed, as an interval: what is named for certain, and what idle leaves. */
export interface Busy {
  low: number;
  /** Null where nobody says how idle the CPUs were. */
  high: number | null;
}

/** `maybe`: only the high end is full. `unknown`: not measured, or in part. */
export type Fullness = 'full' | 'maybe' | 'free' | 'unknown';

export interface CpuState {
  fullness: Fullness;
  busy: Busy | null;
  /** CPUs that the process tree used, and how many it may use. */
  process: { cpus: number; allowed: number; share: number } | null;
}

/** Null where nothing is named. */
export function busyOf(cpu: CpuUse | null): Busy | null {
  if (!cpu) return null;
  const named = [cpu.user, cpu.system, cpu.softirq, cpu.irq];
  const known = named.filter((share) => share !== null);
  const sum = known.reduce((total, share) => total + share, 0);
  if (cpu.busy !== null) return { low: Math.max(cpu.busy, sum), high: Math.max(cpu.busy, sum) };
  const left = cpu.idle === null ? null : 1 - cpu.idle - (cpu.iowait ?? 0) - (cpu.steal ?? 0);
  if (known.length === 0 && left === null) return null;
  if (known.length === named.length) return { low: sum, high: Math.max(sum, left ?? sum) };
  return { low: sum, high: left === null ? null : Math.max(sum, left) };
}

/** 1 - 0.15 is a little less than 0.85 in binary. */
export const atLeast = (share: number, threshold: number): boolean => share >= threshold - 1e-9;

export function cpuState(side: SideEvidence): CpuState {
  const busy = busyOf(side.cpu);
  const allowed = side.cpusAllowed ?? side.cpus;
  const process =
    side.processCpus === null || !allowed
      ? null
      : { cpus: side.processCpus, allowed, share: side.processCpus / allowed };
  return { fullness: fullnessOf(busy, process), busy, process };
}

function fullnessOf(busy: Busy | null, process: CpuState['process']): Fullness {
  if ((process && atLeast(process.share, CPU_FULL)) || (busy && atLeast(busy.low, CPU_FULL))) return 'full';
  if (busy && busy.high !== null) return atLeast(busy.high, CPU_FULL) ? 'maybe' : 'free';
  return process ? 'free' : 'unknown';
}

/** Both sides may use the same CPUs: how busy those are is then of both of them. */
export function sharesCpus({ sharedMachine, server, clients }: StepEvidence): boolean {
  if (sharedMachine !== true || !server) return false;
  const all = server.cpus;
  const allowed = [server, ...clients].map((side) => side.cpusAllowed);
  return all === null || allowed.includes(null) || allowed.reduce<number>((sum, own) => sum + (own ?? 0), 0) > all;
}
