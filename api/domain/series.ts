import type { SeriesColumn } from '../contract/samples.ts';
import { indexOf } from './columns.ts';
import { read, rise, serverRequests, sum } from './counters.ts';
import type { SampleFrame } from './sample-frame.ts';

/** Two neighbouring frames and the microseconds between them. */
interface Interval {
  from: SampleFrame;
  to: SampleFrame;
  us: number;
}

/** Rows of one host: a time for each, and in every column a value for each time. */
export interface Series {
  timesUs: number[];
  columns: SeriesColumn[];
}

interface Rate {
  name: string;
  unit: string;
  of: (interval: Interval) => number | null;
}

/** An interval longer by this than frames are apart has a hole in it: shown as a gap, not as a mean. */
const GAP_SLACK_US = 1_500_000;

const CPU = (field: string): RegExp => new RegExp(`^cpu/\\d+/${field}Us$`);
const CPU_FIELDS = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'].map((field) => ({
  field,
  pattern: CPU(field),
}));
const NOT_BUSY = new Set(['idle', 'iowait', 'steal']);
const CPU_IDLE = CPU('idle');
const NIC_BYTES = /^nic\/[^/]+\/rxBytes$/;

const perSecond = (rose: number | null, us: number): number | null => (rose === null ? null : (rose * 1e6) / us);
const counter = (column: string) => (i: Interval) => perSecond(rise(read(i.from, column), read(i.to, column)), i.us);
const total = (pattern: RegExp) => (i: Interval) => perSecond(rise(sum(i.from, pattern), sum(i.to, pattern)), i.us);
const cpus = (role: string) => (i: Interval) => {
  const rose = rise(read(i.from, `process/${role}/cpuUs`), read(i.to, `process/${role}/cpuUs`));
  return rose === null ? null : rose / i.us;
};

const FIXED: Rate[] = [
  {
    name: 'requestsPerSecond',
    unit: 'req/s',
    of: (i) => perSecond(rise(serverRequests(i.from), serverRequests(i.to)), i.us),
  },
  { name: 'cpuBusyPercent', unit: '%', of: busyPercent },
  { name: 'cpuUserPercent', unit: '%', of: cpuPercent('user') },
  { name: 'cpuSystemPercent', unit: '%', of: cpuPercent('system') },
  { name: 'cpuSoftirqPercent', unit: '%', of: cpuPercent('softirq') },
  { name: 'cpuStealPercent', unit: '%', of: cpuPercent('steal') },
  { name: 'hottestCpuPercent', unit: '%', of: hottestCpuPercent },
  { name: 'targetCpus', unit: 'CPUs', of: cpus('target') },
  { name: 'toolCpus', unit: 'CPUs', of: cpus('tool') },
  { name: 'otherCpus', unit: 'CPUs', of: otherCpus },
  { name: 'agentCpus', unit: 'CPUs', of: cpus('agent') },
  { name: 'targetRssBytes', unit: 'bytes', of: (i) => read(i.to, 'process/target/rssBytes') },
  { name: 'toolRssBytes', unit: 'bytes', of: (i) => read(i.to, 'process/tool/rssBytes') },
  { name: 'contextSwitchesPerSecond', unit: '/s', of: counter('system/contextSwitches') },
  { name: 'softnetDroppedPerSecond', unit: '/s', of: total(/^softnet\/\d+\/dropped$/) },
  { name: 'softnetTimeSqueezedPerSecond', unit: '/s', of: total(/^softnet\/\d+\/timeSqueezed$/) },
  { name: 'retransmittedSegmentsPerSecond', unit: '/s', of: counter('tcp/retransmittedSegments') },
  { name: 'listenOverflowsPerSecond', unit: '/s', of: counter('tcp/listenOverflows') },
];

/**
 * Rates and shares of one host from its frames in order of time. Boundary frames are left out: they stand close to
 * others and would only make noise. Where an agent ended or samples are missing, one row of nulls marks the gap.
 */
export function deriveSeries(frames: SampleFrame[], samplesPerSecond: number): Series {
  const gapUs = 1e6 / samplesPerSecond + GAP_SLACK_US;
  const ticks = frames.filter((frame) => !frame.boundary);
  const rates = [...FIXED, ...nicRates(ticks)];
  const timesUs: number[] = [];
  const values: (number | null)[][] = rates.map(() => []);
  for (let k = 1; k < ticks.length; k++) {
    const [from, to] = [ticks[k - 1], ticks[k]];
    if (!from || !to || to.timeUs <= from.timeUs) continue;
    const us = to.monotonicUs - from.monotonicUs;
    const hole = us > gapUs || us <= 0 || from.incarnationId !== to.incarnationId;
    timesUs.push(to.timeUs);
    for (const [r, rate] of rates.entries()) values[r]?.push(hole ? null : rate.of({ from, to, us }));
  }
  const columns = rates.map(({ name, unit }, r) => ({ name, unit, values: values[r] ?? [] }));
  return { timesUs, columns: columns.filter((c) => c.values.some((v) => v !== null)) };
}

/** Read more slowly than the rest, every so many microseconds: each value is the mean since the reading before. */
const SLOW: Record<string, number> = { otherCpus: 5_000_000 };

/** Gives what is read slowly to the rows that its mean is of. Not across a gap: nothing is known of what was in it. */
export function spreadBack(series: Series): Series {
  const known = (row: number): boolean => series.columns.some(({ values }) => values[row] !== null);
  const columns = series.columns.map((column) => {
    const everyUs = SLOW[column.name];
    if (everyUs === undefined) return column;
    const values = [...column.values];
    let readAtUs = Number.POSITIVE_INFINITY;
    for (let row = values.length - 1; row >= 0; row--) {
      const timeUs = series.timesUs[row] ?? 0;
      if (values[row] !== null) readAtUs = timeUs;
      else if (readAtUs - timeUs < everyUs && known(row)) values[row] = values[row + 1] ?? null;
    }
    return { ...column, values };
  });
  return { ...series, columns };
}

function nicRates(frames: SampleFrame[]): Rate[] {
  const names = new Set(
    frames.flatMap((f) =>
      indexOf(f.columns)
        .names(NIC_BYTES)
        .map((c) => c.split('/')[1] ?? ''),
    ),
  );
  return [...names].sort().flatMap((nic) => {
    const rate = (column: string, name: string, unit: string, scale: number): Rate => ({
      name: `nic/${nic}/${name}`,
      unit,
      of: (i) => {
        const value = counter(`nic/${nic}/${column}`)(i);
        return value === null ? null : value * scale;
      },
    });
    return [
      rate('rxBytes', 'rxBitsPerSecond', 'bit/s', 8),
      rate('txBytes', 'txBitsPerSecond', 'bit/s', 8),
      rate('rxPackets', 'rxPacketsPerSecond', 'packets/s', 1),
      rate('txPackets', 'txPacketsPerSecond', 'packets/s', 1),
    ];
  });
}

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

function busyPercent(interval: Interval): number | null {
  return share(interval, (field) => !NOT_BUSY.has(field));
}

function cpuPercent(wanted: string): (interval: Interval) => number | null {
  return (interval) => share(interval, (field) => field === wanted);
}

function hottestCpuPercent({ from, to }: Interval): number | null {
  if (from.columns !== to.columns && from.columns.join() !== to.columns.join()) return null;
  let hottest: number | null = null;
  for (const idle of indexOf(to.columns).names(CPU_IDLE)) {
    const cpu = idle.slice(0, idle.lastIndexOf('/'));
    let busy = 0;
    let whole = 0;
    for (const { field } of CPU_FIELDS) {
      const rose = rise(read(from, `${cpu}/${field}Us`), read(to, `${cpu}/${field}Us`)) ?? 0;
      whole += rose;
      if (!NOT_BUSY.has(field)) busy += rose;
    }
    if (whole > 0) hottest = Math.max(hottest ?? 0, (busy * 100) / whole);
  }
  return hottest;
}

/** Refreshed more slowly than the rest, with the time of its reading beside it. */
function otherCpus({ from, to }: Interval): number | null {
  const us = rise(read(from, 'process/others/readMonotonicUs'), read(to, 'process/others/readMonotonicUs'));
  const rose = rise(read(from, 'process/others/cpuUs'), read(to, 'process/others/cpuUs'));
  return us === null || rose === null || us === 0 ? null : rose / us;
}

/** The rows after a time. */
export function newerThan(series: Series, afterUs: number): Series {
  const from = series.timesUs.findIndex((time) => time > afterUs);
  if (from === 0) return series;
  if (from < 0) return { timesUs: [], columns: [] };
  return {
    timesUs: series.timesUs.slice(from),
    columns: series.columns.map((c) => ({ ...c, values: c.values.slice(from) })),
  };
}

/** Parts that follow each other, as one. A column that a part lacks is null there. */
export function joinSeries(parts: Series[]): Series {
  const columns = new Map<string, SeriesColumn>();
  let rows = 0;
  for (const part of parts) {
    for (const { name, unit, values } of part.columns) {
      const column = columns.get(name) ?? { name, unit, values: [] };
      while (column.values.length < rows) column.values.push(null);
      column.values.push(...values);
      columns.set(name, column);
    }
    rows += part.timesUs.length;
  }
  for (const { values } of columns.values()) while (values.length < rows) values.push(null);
  return { timesUs: parts.flatMap((part) => part.timesUs), columns: [...columns.values()] };
}
