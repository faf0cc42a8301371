import { indexOf } from '../samples/columns.ts';
import { read, rise, sum } from '../samples/counters.ts';
import type { Interval } from '../samples/rates.ts';

const CPU = (field: string): RegExp => new RegExp(`^cpu/\\d+/${field}Us$`);
const CPU_FIELDS = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'].map((field) => ({
  field,
  pattern: CPU(field),
}));
const NOT_BUSY = new Set(['idle', 'iowait', 'steal']);
const CPU_IDLE = CPU('idle');
const CPU_FREQUENCY = /^cpu\/\d+\/frequencyHz$/;
const IDLE_PERCENT = 5;

/** Share of all CPU time that was accounted in the interval: ticks are coarser than the clock, so never of the clock. */
function share(interval: Interval, wanted: (field: string) => boolean): number | null {
  let part = 0;
  let whole = 0;
  for (const { field, pattern } of CPU_FIELDS) {
    const rose = rise(sum(interval.from, pattern), sum(interval.to, pattern));
    if (rose === null) continue;
    whole += rose;
    if (wanted(field)) part += rose;
  }
  return whole === 0 ? null : (part * 100) / whole;
}

export function busyPercent(interval: Interval): number | null {
  return share(interval, (field) => !NOT_BUSY.has(field));
}

export function cpuPercent(wanted: string): (interval: Interval) => number | null {
  return (interval) => share(interval, (field) => field === wanted);
}

const busy = new WeakMap<Interval, { cpu: number; percent: number }[]>();

/** Asked for by several columns, and costly on a host with many CPUs. */
function busyByCpu(interval: Interval): { cpu: number; percent: number }[] {
  const known = busy.get(interval) ?? countBusy(interval);
  busy.set(interval, known);
  return known;
}

/** The CPUs of an interval with the share of it that each was busy; none when the set of columns changed. */
function countBusy({ from, to }: Interval): { cpu: number; percent: number }[] {
  if (from.columns !== to.columns && from.columns.join() !== to.columns.join()) return [];
  return indexOf(to.columns)
    .names(CPU_IDLE)
    .flatMap((idle) => {
      const cpu = idle.slice(0, idle.lastIndexOf('/'));
      let used = 0;
      let whole = 0;
      for (const { field } of CPU_FIELDS) {
        const rose = rise(read(from, `${cpu}/${field}Us`), read(to, `${cpu}/${field}Us`)) ?? 0;
        whole += rose;
        if (!NOT_BUSY.has(field)) used += rose;
      }
      return whole > 0 ? [{ cpu: Number(cpu.slice('cpu/'.length)), percent: (used * 100) / whole }] : [];
    });
}

const hottest = (interval: Interval) =>
  busyByCpu(interval).reduce<{ cpu: number; percent: number } | null>(
    (most, one) => (most === null || one.percent > most.percent ? one : most),
    null,
  );

export const hottestCpuPercent = (interval: Interval): number | null => hottest(interval)?.percent ?? null;

/** Which one that is; the lowest number of several. */
export const hottestCpu = (interval: Interval): number | null => hottest(interval)?.cpu ?? null;

/** How many CPUs had something to do, beyond what a system does by itself. */
export function activeCpus(interval: Interval): number | null {
  const all = busyByCpu(interval);
  return all.length === 0 ? null : all.filter(({ percent }) => percent > IDLE_PERCENT).length;
}

/** A gauge, of the CPUs whose clock the kernel tells. */
export function meanFrequency({ to }: Interval): number | null {
  const count = indexOf(to.columns).matching(CPU_FREQUENCY).length;
  const all = sum(to, CPU_FREQUENCY);
  return all === null ? null : all / count;
}
