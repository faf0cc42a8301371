import type { CpuUse, SideEvidence } from '../../contract/evidence.ts';
import type { CpuTimes } from '../../contract/host-counts.ts';

/** A CPU that gave half of its time or more to packets works for the load, wherever the target or the tool may run. */
const PACKETS_SHARE = 0.5;

type Kind = Exclude<keyof CpuTimes, 'cpus'>;
const KINDS = ['userUs', 'niceUs', 'systemUs', 'softirqUs', 'irqUs', 'stealUs', 'iowaitUs', 'idleUs'] as const;

/** Microseconds of some kinds on the CPUs at these places; ticks are coarser than the clock, so shares are of what was accounted. */
const timeUs = (times: CpuTimes, places: number[], kinds: readonly Kind[]): number =>
  kinds.reduce((all, kind) => places.reduce((sum, at) => sum + (times[kind][at] ?? 0), all), 0);

/** Use of all CPUs that the side may use together; null where none of them was counted. */
export function cpuUse(times: CpuTimes, allowed: readonly number[]): CpuUse | null {
  const own = new Set(allowed);
  const places = times.cpus.flatMap((cpu, at) => (own.has(cpu) ? [at] : []));
  const wholeUs = timeUs(times, places, KINDS);
  if (wholeUs === 0) return null;
  const share = (...kinds: Kind[]): number => timeUs(times, places, kinds) / wholeUs;
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
 * The busiest CPU of the side. On a machine with only this side, CPUs that are busy with packets count too, because
 * interrupts may go to any CPU.
 */
export function hottestCpu(times: CpuTimes, allowed: readonly number[], alone: boolean): SideEvidence['hottestCpu'] {
  const own = new Set(allowed);
  let hottest: NonNullable<SideEvidence['hottestCpu']> | null = null;
  for (const [at, cpu] of times.cpus.entries()) {
    const us = (...kinds: Kind[]): number => timeUs(times, [at], kinds);
    const allUs = us(...KINDS);
    const forPackets = alone && us('softirqUs', 'irqUs') >= PACKETS_SHARE * allUs;
    if (allUs === 0 || !(own.has(cpu) || forPackets)) continue;
    const busy = (allUs - us('idleUs', 'iowaitUs', 'stealUs')) / allUs;
    if (!hottest || busy > hottest.busy) hottest = { cpu, busy, softirq: us('softirqUs') / allUs };
  }
  return hottest;
}
