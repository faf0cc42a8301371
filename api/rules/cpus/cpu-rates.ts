import { indexOf } from '../samples/columns.ts';
import { rise, sum } from '../samples/counters.ts';
import type { Interval } from '../samples/rates.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';

export const CPU_FIELDS = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'] as const;
type Field = (typeof CPU_FIELDS)[number];

const CPU = (field: string): RegExp => new RegExp(`^cpu/\\d+/${field}Us$`);
const PATTERNS = CPU_FIELDS.map(CPU);
const NOT_BUSY: ReadonlySet<Field> = new Set<Field>(['idle', 'iowait', 'steal']);
/** Whether each of them is work that the CPU did. */
export const IS_BUSY = CPU_FIELDS.map((field) => !NOT_BUSY.has(field));
const CPU_IDLE = CPU('idle');
const CPU_FREQUENCY = /^cpu\/\d+\/frequencyHz$/;
const IDLE_PERCENT = 5;

/** Several columns ask for it, and a host has up to hundreds of CPUs. */
const sums = new WeakMap<SampleFrame, (number | null)[]>();

/** Of each field what all CPUs counted together; null where the layout lacks it. */
function sumsOf(frame: SampleFrame): (number | null)[] {
  const known = sums.get(frame) ?? PATTERNS.map((pattern) => sum(frame, pattern));
  sums.set(frame, known);
  return known;
}

/** Share of all CPU time that was accounted in the interval: ticks are coarser than the clock, so never of the clock. */
function share({ from, to }: Interval, wanted: (field: Field) => boolean): number | null {
  const [before, after] = [sumsOf(from), sumsOf(to)];
  let part = 0;
  let whole = 0;
  for (const [at, field] of CPU_FIELDS.entries()) {
    const rose = rise(before[at] ?? null, after[at] ?? null);
    if (rose === null) continue;
    whole += rose;
    if (wanted(field)) part += rose;
  }
  return whole === 0 ? null : (part * 100) / whole;
}

export function busyPercent(interval: Interval): number | null {
  return share(interval, (field) => !NOT_BUSY.has(field));
}

export function cpuPercent(wanted: Field): (interval: Interval) => number | null {
  return (interval) => share(interval, (field) => field === wanted);
}

/** A CPU, and in which column of a layout each of its fields stands; -1 where it is not counted. */
interface CpuPlace {
  cpu: number;
  places: number[];
}

const cpusOfLayout = new WeakMap<string[], CpuPlace[]>();

function cpusOf(columns: string[]): CpuPlace[] {
  const index = indexOf(columns);
  const known =
    cpusOfLayout.get(columns) ??
    index.names(CPU_IDLE).map((idle) => {
      const path = idle.slice(0, idle.lastIndexOf('/'));
      return {
        cpu: Number(path.slice('cpu/'.length)),
        places: CPU_FIELDS.map((field) => index.at(`${path}/${field}Us`) ?? -1),
      };
    });
  cpusOfLayout.set(columns, known);
  return known;
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
  const [before, after] = [from.values, to.values];
  const found: { cpu: number; percent: number }[] = [];
  for (const { cpu, places } of cpusOf(to.columns)) {
    let used = 0;
    let whole = 0;
    for (let field = 0; field < places.length; field++) {
      const place = places[field] as number;
      if (place < 0) continue;
      const rose = (after[place] ?? 0) - (before[place] ?? 0);
      // A counter that fell was restarted.
      if (rose <= 0) continue;
      whole += rose;
      if (IS_BUSY[field]) used += rose;
    }
    if (whole > 0) found.push({ cpu, percent: (used * 100) / whole });
  }
  return found;
}

const hottest = (interval: Interval) =>
  busyByCpu(interval).reduce<{ cpu: number; percent: number } | null>(
    (most, one) => (most === null || one.percent > most.percent ? one : most),
    null,
  );

export const hottestCpuPercent = (interval: Interval): number | null => hottest(interval)?.percent ?? null;

/** Its number; the lowest if there are several. */
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
