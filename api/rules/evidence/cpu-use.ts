import type { CpuUse, SideEvidence } from '../../contract/evidence.ts';
import type { CpuTimes } from '../../contract/host-counts.ts';

/** A CPU that gave half of its time or more to packets works for the load, wherever the target or the tool may run. */
const PACKETS_SHARE = 0.5;

type Kind = Exclude<keyof CpuTimes, 'cpus'>;
const KINDS = ['userUs', 'niceUs', 'systemUs', 'softirqUs', 'irqUs', 'stealUs', 'iowaitUs', 'idleUs'] as const;

/** What one CPU did, in microseconds; ticks are coarser than the clock, so shares are of what was accounted. */
type Time = Record<Kind, number> & { cpu: number; allUs: number };

function timesOf(times: CpuTimes): Time[] {
  return times.cpus.map((cpu, i) => {
    const each = Object.fromEntries(KINDS.map((kind) => [kind, times[kind][i] ?? 0])) as Record<Kind, number>;
    return { ...each, cpu, allUs: KINDS.reduce((sum, kind) => sum + each[kind], 0) };
  });
}

/** Use of all CPUs that the side may use together; null where none of them was counted. */
export function cpuUse(times: CpuTimes, allowed: readonly number[]): CpuUse | null {
  const own = timesOf(times).filter(({ cpu }) => allowed.includes(cpu));
  const whole = own.reduce((sum, { allUs }) => sum + allUs, 0);
  if (whole === 0) return null;
  const share = (...kinds: Kind[]): number =>
    own.reduce((sum, one) => sum + kinds.reduce((part, kind) => part + one[kind], 0), 0) / whole;
  return {
    user: share('userUs', 'niceUs'),
    system: share('systemUs'),
    softirq: share('softirqUs'),
    irq: share('irqUs'),
    steal: share('stealUs'),
    iowait: share('iowaitUs'),
    idle: share('idleUs'),
    busy: null,
  };
}

/**
 * The busiest of the CPUs that the side may use and, on a machine that is the side's alone, of those that were busy with
 * packets: interrupts may go elsewhere.
 */
export function hottestCpu(times: CpuTimes, allowed: readonly number[], alone: boolean): SideEvidence['hottestCpu'] {
  let hottest: NonNullable<SideEvidence['hottestCpu']> | null = null;
  for (const one of timesOf(times)) {
    const { cpu, allUs, softirqUs, irqUs } = one;
    const forPackets = alone && softirqUs + irqUs >= PACKETS_SHARE * allUs;
    if (allUs === 0 || !(allowed.includes(cpu) || forPackets)) continue;
    const busy = (allUs - one.idleUs - one.iowaitUs - one.stealUs) / allUs;
    if (!hottest || busy > hottest.busy) hottest = { cpu, busy, softirq: softirqUs / allUs };
  }
  return hottest;
}
