import type { SeriesColumn } from '../../contract/samples.ts';
import {
  activeCpus,
  busyPercent,
  cpuPercent,
  hottestCpu,
  hottestCpuPercent,
  meanFrequency,
} from '../cpus/cpu-rates.ts';
import { BACKEND_RATES } from './backend-rates.ts';
import { CPU_NUMBER } from './columns.ts';
import { read, rise, serverRequests } from './counters.ts';
import { nicRates } from './nic-rates.ts';
import {
  counter,
  counterOf,
  cpus,
  everyFiveSeconds,
  everySecond,
  gapAfterUs,
  type Interval,
  perSecond,
  pressurePercent,
  type Rate,
  total,
  waitingThreads,
} from './rates.ts';
import type { SampleFrame } from './sample-frame.ts';
import { SERVICE_RATES } from './service-rates.ts';

/** Rows of one host: a time for each, and in every column a value for each time. */
export interface Series {
  timesUs: number[];
  columns: SeriesColumn[];
}

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
  { name: 'hottestCpu', unit: CPU_NUMBER, of: hottestCpu },
  { name: 'activeCpus', unit: 'CPUs', of: activeCpus },
  { name: 'cpuFrequencyMeanHz', unit: 'Hz', of: meanFrequency },
  { name: 'throttledPercent', unit: '%', of: throttledPercent },
  { name: 'cpuPressurePercent', unit: '%', of: pressurePercent('cpu') },
  { name: 'memoryPressurePercent', unit: '%', of: pressurePercent('memory') },
  { name: 'ioPressurePercent', unit: '%', of: pressurePercent('io') },
  { name: 'targetWaitingThreads', unit: 'threads', of: waitingThreads('target') },
  { name: 'toolWaitingThreads', unit: 'threads', of: waitingThreads('tool') },
  { name: 'targetCpus', unit: 'CPUs', of: cpus('target') },
  { name: 'toolCpus', unit: 'CPUs', of: cpus('tool') },
  { name: 'otherCpus', unit: 'CPUs', of: everyFiveSeconds(counterOf('process/others/cpuUs'), 1e-6) },
  { name: 'agentCpus', unit: 'CPUs', of: cpus('agent') },
  { name: 'targetRssBytes', unit: 'bytes', of: (i) => read(i.to, 'process/target/rssBytes') },
  { name: 'toolRssBytes', unit: 'bytes', of: (i) => read(i.to, 'process/tool/rssBytes') },
  { name: 'contextSwitchesPerSecond', unit: '/s', of: counter('system/contextSwitches') },
  { name: 'softnetDroppedPerSecond', unit: '/s', of: total(/^softnet\/\d+\/dropped$/) },
  { name: 'softnetTimeSqueezedPerSecond', unit: '/s', of: total(/^softnet\/\d+\/timeSqueezed$/) },
  { name: 'retransmittedSegmentsPerSecond', unit: '/s', of: everySecond(counterOf('tcp/retransmittedSegments')) },
  { name: 'listenOverflowsPerSecond', unit: '/s', of: everySecond(counterOf('tcp/listenOverflows')) },
  ...BACKEND_RATES,
  ...SERVICE_RATES,
];

/**
 * Rates and shares of one host from its frames in order of time. Boundary frames are left out: they stand close to
 * others and would only make noise. Where an agent ended or samples are missing, one row of nulls marks the gap.
 */
export function deriveSeries(frames: SampleFrame[], samplesPerSecond: number): Series {
  const gapUs = gapAfterUs(samplesPerSecond);
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
    const interval = { from, to, us };
    for (const [r, rate] of rates.entries()) values[r]?.push(hole ? null : rate.of(interval));
  }
  const columns = rates.map(({ name, unit }, r) => ({ name, unit, values: values[r] ?? [] }));
  return { timesUs, columns: columns.filter((c) => c.values.some((v) => v !== null)) };
}

/**
 * Read more slowly than the rest, however often samples are taken: each value is the mean since the reading before.
 * Names that are not here are read with every sample.
 */
function readEveryUs(name: string): number {
  if (name === 'otherCpus' || name.includes('/qdisc')) return 5e6;
  return /\/allowance|\/queue\/|Pressure|WaitingThreads|^(throttledPercent|retransmitted|listenOverflows|sessions|cacheMain|cacheCommands|cacheMisses|cacheEvictions|walFsync|databaseCommits|databaseRollbacks)/.test(
    name,
  )
    ? 1e6
    : 0;
}

/** Assigns slowly read values to the rows that they average. Not across a gap, where nothing is known. */
export function spreadBack(series: Series): Series {
  const known = series.timesUs.map((_, row) => series.columns.some(({ values }) => values[row] !== null));
  const columns = series.columns.map((column) => {
    const everyUs = readEveryUs(column.name);
    return everyUs === 0 ? column : { ...column, values: spread(column.values, series.timesUs, known, everyUs) };
  });
  return { ...series, columns };
}

function spread(values: (number | null)[], timesUs: number[], known: boolean[], everyUs: number): (number | null)[] {
  const filled = [...values];
  let next: number | null = null;
  for (let row = values.length - 1; row >= 0; row--) {
    if (!known[row]) next = null;
    else if (values[row] !== null) next = row;
    else if (next !== null && (timesUs[next] ?? 0) - (timesUs[row] ?? 0) < everyUs) filled[row] = values[next] ?? null;
  }
  return filled;
}

/** Percent of the periods of a CPU quota in which it ran out; null without a quota. */
function throttledPercent({ from, to }: Interval): number | null {
  const periods = rise(read(from, 'cgroup/periods'), read(to, 'cgroup/periods'));
  const throttled = rise(read(from, 'cgroup/throttledPeriods'), read(to, 'cgroup/throttledPeriods'));
  return periods && throttled !== null ? (throttled * 100) / periods : null;
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

/** The rows up to a time. */
export function upTo(series: Series, toUs: number): Series {
  if ((series.timesUs.at(-1) ?? 0) <= toUs) return series;
  const end = series.timesUs.findIndex((time) => time > toUs);
  return {
    timesUs: series.timesUs.slice(0, end),
    columns: series.columns.map((c) => ({ ...c, values: c.values.slice(0, end) })),
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
      for (const value of values) column.values.push(value);
      columns.set(name, column);
    }
    rows += part.timesUs.length;
  }
  for (const { values } of columns.values()) while (values.length < rows) values.push(null);
  return { timesUs: parts.flatMap((part) => part.timesUs), columns: [...columns.values()] };
}
