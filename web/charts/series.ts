import type { HostSeries, RunSeries, SeriesColumn } from '@contract/samples';

/** Appends rows, host by host. Rows that are there already are not added twice; a column that comes later has a gap before. */
export function mergeSeries(before: RunSeries, more: RunSeries): RunSeries {
  const hosts = new Map(before.hosts.map((host) => [host.hostId, host]));
  for (const host of more.hosts) {
    const known = hosts.get(host.hostId);
    hosts.set(host.hostId, known ? mergeHost(known, host) : host);
  }
  return { hosts: [...hosts.values()] };
}

/** Rows that a host's charts are drawn from: no screen tells more apart. */
export const DRAWN_ROWS = 1800;

/** The newest rows of each host: a page that stays open holds no more than these. */
export function latestRows(series: RunSeries, most: number): RunSeries {
  if (series.hosts.every(({ timesUs }) => timesUs.length <= most)) return series;
  return {
    hosts: series.hosts.map((host) => ({
      ...host,
      timesUs: host.timesUs.slice(-most),
      columns: host.columns.map((one) => ({ ...one, values: one.values.slice(-most) })),
    })),
  };
}

function mergeHost(before: HostSeries, more: HostSeries): HostSeries {
  const last = before.timesUs.at(-1) ?? -1;
  const inOrder = more.timesUs.every((timeUs) => timeUs > last);
  return inOrder ? appendHost(before, more) : weaveHost(before, more);
}

function appendHost(before: HostSeries, more: HostSeries): HostSeries {
  const gapBefore = before.timesUs.map(() => null);
  const gapAfter = more.timesUs.map(() => null);
  return {
    hostId: before.hostId,
    timesUs: [...before.timesUs, ...more.timesUs],
    columns: namesOf(before, more).map(({ name, unit }) => ({
      name,
      unit,
      values: [...(column(before, name)?.values ?? gapBefore), ...(column(more, name)?.values ?? gapAfter)],
    })),
  };
}

/** Frames that were spooled while the API was away arrive late: rows by time, the newer word on a row wins. */
function weaveHost(before: HostSeries, more: HostSeries): HostSeries {
  const rows = new Map<number, [HostSeries, number]>();
  for (const side of [before, more])
    for (const [index, timeUs] of side.timesUs.entries()) rows.set(timeUs, [side, index]);
  const timesUs = [...rows.keys()].sort((a, b) => a - b);
  return {
    hostId: before.hostId,
    timesUs,
    columns: namesOf(before, more).map(({ name, unit }) => {
      const sides = new Map([before, more].map((side) => [side, column(side, name)?.values]));
      const values = timesUs.map((timeUs) => {
        const [side, index] = rows.get(timeUs) as [HostSeries, number];
        return sides.get(side)?.[index] ?? null;
      });
      return { name, unit, values };
    }),
  };
}

function namesOf(before: HostSeries, more: HostSeries): { name: string; unit: string }[] {
  const units = new Map<string, string>();
  for (const { name, unit } of [...before.columns, ...more.columns]) if (!units.has(name)) units.set(name, unit);
  return [...units].map(([name, unit]) => ({ name, unit }));
}

export function column(host: HostSeries, name: string): SeriesColumn | undefined {
  return host.columns.find((candidate) => candidate.name === name);
}

/** The newest moment that every host has reached: what to ask for again from. */
export function newestCommonUs(series: RunSeries): number | undefined {
  const lasts = series.hosts.map((host) => host.timesUs.at(-1) ?? 0);
  return lasts.length === 0 ? undefined : Math.min(...lasts);
}

/** A column with its times, as it is drawn. */
export interface DrawnColumn {
  timesUs: number[];
  values: (number | null)[];
  /** Of rows of several readings the lowest and the highest. */
  lows?: (number | null)[] | undefined;
  highs?: (number | null)[] | undefined;
  /** How many readings each row is of; without it one. */
  readings?: number[] | undefined;
}

export function drawnColumn(host: HostSeries, name: string): DrawnColumn {
  const { values = [], lows, highs, readings = host.readings } = column(host, name) ?? {};
  return { timesUs: host.timesUs, values, lows, highs, readings };
}

/** The last value, if it is not older than the last `rows` rows. */
export function latestValue(host: HostSeries, name: string, rows = 3): number | null {
  const values = column(host, name)?.values ?? [];
  for (let i = values.length - 1; i >= Math.max(0, values.length - rows); i--) {
    const value = values[i];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

/**
 * Mean of the readings of rows with their whole interval inside the window: each covers the time since the row before. Null
 * without any.
 */
export function meanWithin(
  { timesUs, values, readings }: Pick<DrawnColumn, 'timesUs' | 'values' | 'readings'>,
  fromUs: number,
  toUs: number,
): number | null {
  let sum = 0;
  let count = 0;
  for (let index = 1; index < timesUs.length; index++) {
    const [beganUs = 0, endedUs = 0, value] = [timesUs[index - 1], timesUs[index], values[index]];
    if (beganUs < fromUs || endedUs > toUs || value === null || value === undefined) continue;
    const weight = readings?.[index] ?? 1;
    sum += value * weight;
    count += weight;
  }
  return count === 0 ? null : sum / count;
}

/** The interface that carried most: on one machine that is the loopback. */
export function busiestNic(host: HostSeries): string | null {
  let best: { name: string; total: number } | null = null;
  for (const { name, values } of host.columns) {
    const match = /^nic\/(.+)\/(?:rx|tx)BitsPerSecond$/.exec(name);
    if (!match) continue;
    const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    if (!best || total > best.total) best = { name: match[1] as string, total };
  }
  return best?.name ?? null;
}
