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

function mergeHost(before: HostSeries, more: HostSeries): HostSeries {
  const last = before.timesUs.at(-1) ?? -1;
  const inOrder = more.timesUs.every((timeUs) => timeUs > last);
  return inOrder ? appendHost(before, more) : weaveHost(before, more);
}

function appendHost(before: HostSeries, more: HostSeries): HostSeries {
  return joinHosts(before, more, (earlier, later) => [...earlier, ...later]);
}

/**
 * Frames that were spooled while the API was away arrive late: rows by time, the newer word on a row wins. What comes late
 * among rows of several readings is left out: the page reads all anew when the run is over.
 */
function weaveHost(before: HostSeries, more: HostSeries): HostSeries {
  const meansToUs = before.timesUs[before.readings?.findLastIndex((readings) => readings > 1) ?? -1] ?? -1;
  const places = new Map(before.timesUs.map((timeUs, index) => [timeUs, index]));
  for (const [index, timeUs] of more.timesUs.entries())
    if (timeUs > meansToUs) places.set(timeUs, before.timesUs.length + index);
  const inTime = [...places].sort(([a], [b]) => a - b).map(([, place]) => place);
  return joinHosts(before, more, (earlier, later) => {
    const all = [...earlier, ...later];
    return inTime.map((place) => all[place] as (typeof all)[number]);
  });
}

/** Of two arrays with a value for each row of either series the one with a value for each row of both. */
type Join = <T>(earlier: T[], later: T[]) => T[];

function joinHosts(before: HostSeries, more: HostSeries, join: Join): HostSeries {
  const counted = before.readings !== undefined || more.readings !== undefined;
  return {
    hostId: before.hostId,
    timesUs: join(before.timesUs, more.timesUs),
    ...(counted && { readings: join(readingsOf(before), readingsOf(more)) }),
    columns: namesOf(before, more).map(({ name, unit }) => {
      const [a, b] = [column(before, name), column(more, name)];
      const of = (key: 'values' | 'lows' | 'highs') =>
        join(a?.[key] ?? a?.values ?? gap(before), b?.[key] ?? b?.values ?? gap(more));
      return {
        ...{ name, unit, values: of('values') },
        ...((a?.lows || b?.lows) && { lows: of('lows') }),
        ...((a?.highs || b?.highs) && { highs: of('highs') }),
        ...((a?.readings || b?.readings) && {
          readings: join(a?.readings ?? readingsOf(before), b?.readings ?? readingsOf(more)),
        }),
      };
    }),
  };
}

const gap = ({ timesUs }: HostSeries): (number | null)[] => timesUs.map(() => null);
const readingsOf = ({ timesUs, readings }: HostSeries): number[] => readings ?? timesUs.map(() => 1);

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

const NEWEST_ROWS = 3;

/** The last value of the newest rows; of those alone, where `sinceUs` is given, whose whole interval is after that. */
export function latestValue(host: HostSeries, name: string, sinceUs: number | null = null): number | null {
  const values = column(host, name)?.values ?? [];
  for (let i = values.length - 1; i >= Math.max(0, values.length - NEWEST_ROWS); i--) {
    if (sinceUs !== null && (host.timesUs[i - 1] ?? 0) < sinceUs) return null;
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
