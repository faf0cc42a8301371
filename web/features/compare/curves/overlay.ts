import type { Comparison } from '@contract/comparison';
import type { Run } from '@contract/run';
import type { HostSeries, RunSeries } from '@contract/samples';
import { loadTimeOf } from '@rules/evidence/load-time';
import { together } from '@/charts/hosts-together';
import { type Span, spansOf } from '@/charts/phases';
import { busiestNic, column, type DrawnColumn, drawnColumn } from '@/charts/series';
import { NOT_DRAWN, titleOf } from '@/charts/series-groups';

export type HostRole = Run['hosts'][number]['roles'][number];

export interface HostMetric {
  id: string;
  title: string;
  unit: string;
}

interface Known {
  id: string;
  title: string;
  /** The column of that host. */
  column: (host: HostSeries) => string;
}

const fixed = (id: string, title: string, name: string): Known => ({ id, title, column: () => name });
const ofNic = (id: string, title: string, name: string): Known => ({
  id,
  title,
  // Interfaces have different names on different hosts; the one that carried most is meant.
  column: (host) => `nic/${busiestNic(host) ?? ''}/${name}`,
});

const KNOWN: Known[] = [
  fixed('cpu-busy', 'CPU busy, all CPUs', 'cpuBusyPercent'),
  fixed('hottest-cpu', 'Hottest CPU', 'hottestCpuPercent'),
  fixed('active-cpus', 'CPUs active', 'activeCpus'),
  fixed('throttled', 'CPU quota ran out', 'throttledPercent'),
  fixed('frequency', 'CPU frequency, mean', 'cpuFrequencyMeanHz'),
  fixed('target-cpus', 'CPUs used by the target', 'targetCpus'),
  fixed('tool-cpus', 'CPUs used by the load generator', 'toolCpus'),
  fixed('other-cpus', 'CPUs used by everything else', 'otherCpus'),
  fixed('target-waiting', 'Threads of the target waiting for a CPU', 'targetWaitingThreads'),
  fixed('tool-waiting', 'Threads of the load generator waiting for a CPU', 'toolWaitingThreads'),
  fixed('cpu-pressure', 'Time some task waited for a CPU', 'cpuPressurePercent'),
  fixed('memory-pressure', 'Time some task waited for memory', 'memoryPressurePercent'),
  fixed('io-pressure', 'Time some task waited for I/O', 'ioPressurePercent'),
  fixed('agent-cpus', 'CPUs used by the agent', 'agentCpus'),
  fixed('requests', 'Requests served', 'requestsPerSecond'),
  fixed('cpu-user', 'CPU in user code', 'cpuUserPercent'),
  fixed('cpu-system', 'CPU in the kernel', 'cpuSystemPercent'),
  fixed('softirq', 'CPU in softirq', 'cpuSoftirqPercent'),
  fixed('steal', 'CPU stolen', 'cpuStealPercent'),
  ofNic('nic-received', 'NIC received, bits', 'rxBitsPerSecond'),
  ofNic('nic-sent', 'NIC sent, bits', 'txBitsPerSecond'),
  ofNic('nic-packets-received', 'NIC received, packets', 'rxPacketsPerSecond'),
  ofNic('nic-packets-sent', 'NIC sent, packets', 'txPacketsPerSecond'),
  ofNic('allowance', 'NIC over the instance’s allowance', 'allowanceExceededPerSecond'),
  ofNic('qdisc-drops', 'Queueing discipline, dropped', 'qdiscDropsPerSecond'),
  ofNic('qdisc-overlimits', 'Queueing discipline, over its limit', 'qdiscOverlimitsPerSecond'),
  fixed('retransmits', 'TCP segments sent again', 'retransmittedSegmentsPerSecond'),
  fixed('softnet-drops', 'Packet backlog, dropped', 'softnetDroppedPerSecond'),
  fixed('time-squeezed', 'Packet backlog, time squeezed', 'softnetTimeSqueezedPerSecond'),
  fixed('listen-overflows', 'Listen queue overflows', 'listenOverflowsPerSecond'),
  fixed('context-switches', 'Context switches', 'contextSwitchesPerSecond'),
  fixed('target-memory', 'Memory of the target', 'targetRssBytes'),
  fixed('tool-memory', 'Memory of the load generator', 'toolRssBytes'),
  fixed('backend-memory', 'Memory of the backends', 'backendRssBytes'),
  fixed('backend-cpus', 'CPUs used by the backends', 'backendCpus'),
  fixed('database-pool-in-use', 'Database pool, connections in use', 'databasePoolInUse'),
  fixed('database-pool-waiting', 'Database pool, requests waiting', 'databasePoolWaiting'),
  fixed('sessions-running', 'Database sessions running', 'sessionsRunning'),
  fixed('sessions-locks', 'Database sessions waiting for locks', 'sessionsWaitingForLocks'),
  fixed('sessions-wal', 'Database sessions waiting for the WAL', 'sessionsWaitingForWal'),
  fixed('sessions-io', 'Database sessions waiting for other I/O', 'sessionsWaitingForIo'),
  fixed('wal-fsyncs', 'WAL fsyncs', 'walFsyncsPerSecond'),
  fixed('wal-fsync-time', 'Time of one WAL fsync', 'walFsyncMs'),
  fixed('disk-busy', 'Disk of the database, busy', 'diskBusyPercent'),
  fixed('disk-writes', 'Disk of the database, writes', 'diskWritesPerSecond'),
  fixed('disk-flushes', 'Disk of the database, flushes', 'diskFlushesPerSecond'),
  fixed('disk-flush-time', 'Disk of the database, time of one flush', 'diskFlushMs'),
  fixed('written-rows', 'Rows written by the target', 'writtenRowsPerSecond'),
  fixed('write-commits', 'Commits of those rows', 'writeCommitsPerSecond'),
  fixed('database-commits', 'Database transactions committed', 'databaseCommitsPerSecond'),
  fixed('cache-pool-in-use', 'Cache pool, connections in use', 'cachePoolInUse'),
  fixed('cache-pool-waiting', 'Cache pool, requests waiting', 'cachePoolWaiting'),
  fixed('cache-thread', 'Main thread of the cache', 'cacheMainThreadPercent'),
  fixed('cache-commands', 'Commands of the cache', 'cacheCommandsPerSecond'),
  fixed('downstream-calls', 'Calls of the downstream server', 'downstreamCallsPerSecond'),
  fixed('downstream-attempts', 'Attempts at the downstream server', 'downstreamAttemptsPerSecond'),
  fixed('downstream-failures', 'Failed attempts at the downstream server', 'downstreamFailuresPerSecond'),
  fixed('downstream-in-flight', 'Downstream calls in flight', 'downstreamInFlight'),
];

export const DEFAULT_METRIC = 'cpu-busy';

/** The series of the run's hosts of that role: one server, or all clients that have samples. */
export function hostSeriesOf(run: Run, series: RunSeries | undefined, role: HostRole): HostSeries[] {
  return run.hosts
    .filter(({ roles }) => roles.includes(role))
    .flatMap(({ hostId }) => series?.hosts.find((one) => one.hostId === hostId && one.timesUs.length > 0) ?? []);
}

/** What some of the hosts measured, in reading order; unknown columns come last under their own names. */
export function metricsOf(hosts: HostSeries[]): HostMetric[] {
  const known = KNOWN.flatMap((metric) => {
    const found = hosts.flatMap((host) => column(host, metric.column(host)) ?? [])[0];
    return found ? [{ id: metric.id, title: metric.title, unit: found.unit }] : [];
  });
  const shown = new Set([...NOT_DRAWN, ...KNOWN.flatMap((metric) => hosts.map((host) => metric.column(host)))]);
  const others = new Map(
    hosts
      .flatMap((host) => host.columns.filter(({ name }) => !shown.has(name) && !name.startsWith('nic/')))
      .map((c) => [c.name, c]),
  );
  return [...known, ...[...others.values()].map(({ name, unit }) => ({ id: name, title: titleOf(name), unit }))];
}

/** `drawn`: the rows of that host that are drawn, which may be of a part of it. */
export function metricColumn(host: HostSeries, metricId: string, drawn = host): DrawnColumn | null {
  const name = KNOWN.find(({ id }) => id === metricId)?.column(host) ?? metricId;
  return column(drawn, name) ? drawnColumn(drawn, name) : null;
}

/**
 * The stretch of a run that stands at 0 on the shared axis. That is the compared step, by the clock of the host that
 * was sampled, else as the tool measured it; or all of the load when no step is chosen. Null where the run has not come
 * to it.
 */
export function stretchOf(
  comparison: Comparison,
  runIndex: number,
  row: number | null,
  hostId: string | null = null,
): Span | null {
  const run = comparison.runs[runIndex];
  if (!run) return null;
  const lastUs = run.endedAtUs ?? run.transitions.at(-1)?.atUs ?? 0;
  const { warmups, steps } = spansOf(run.transitions, lastUs);
  if (row === null) {
    const first = [...warmups, ...steps].sort((a, b) => a.fromUs - b.fromUs)[0];
    const last = steps.at(-1) ?? warmups.at(-1);
    return first && last ? { label: 'load', fromUs: first.fromUs, toUs: last.toUs } : null;
  }
  const index = comparison.steps[row]?.cells[runIndex]?.stepIndex ?? null;
  const own = index === null || hostId === null ? null : loadTimeOf(run, hostId, index);
  if (own) return { label: `step ${(index ?? 0) + 1}`, ...own };
  const point = index === null ? null : run.steps[index]?.point;
  if (point && point.startedAtUs !== null && point.endedAtUs !== null)
    return { label: `step ${(index ?? 0) + 1}`, fromUs: point.startedAtUs, toUs: point.endedAtUs };
  return steps.find(({ stepIndex }) => stepIndex === index) ?? null;
}

/** Warm-ups and measured steps of a run on that clock: of the baseline's, to see where a step begins. */
export function stretchSpans(run: Run, stretch: Span): ReturnType<typeof spansOf> {
  const { warmups, steps } = spansOf(run.transitions, stretch.toUs);
  const moved = <S extends Span>(span: S): S => ({
    ...span,
    fromUs: span.fromUs - stretch.fromUs,
    toUs: span.toUs - stretch.fromUs,
  });
  return { warmups: warmups.map(moved), steps: steps.map(moved) };
}

export interface OverlaidSeries extends DrawnColumn {
  runIndex: number;
  /** Hosts that the line is of, summed or, where that says nothing, as their mean. */
  hosts: number;
  /** Microseconds since the stretch began. */
  timesUs: number[];
  lengthUs: number;
}

/** A second of the warm-up before, and one of what came after, to see the edges. */
const MARGIN_US = 1_500_000;

/** One metric of one run's hosts, moved so that its stretch begins at 0, and cut to it. */
export function overlaid(
  hosts: HostSeries[],
  metric: Pick<HostMetric, 'id' | 'unit'>,
  stretch: Span,
  runIndex: number,
  drawnOf = (host: HostSeries): HostSeries => host,
): OverlaidSeries | null {
  const lines = hosts.flatMap((one) => metricColumn(one, metric.id, drawnOf(one)) ?? []);
  const [host] = lines;
  if (!host) return null;
  const values = together(lines, metric.unit);
  const lengthUs = stretch.toUs - stretch.fromUs;
  const within = host.timesUs.flatMap((timeUs, row) => {
    const atUs = timeUs - stretch.fromUs;
    return atUs >= -MARGIN_US && atUs <= lengthUs + MARGIN_US ? [row] : [];
  });
  const cut = <T>(column: T[]): T[] => within.map((row) => column[row] as T);
  if (cut(values).every((value) => value === null)) return null;
  // What several hosts reached apart, they did not reach together.
  const { lows, highs } = lines.length === 1 ? host : {};
  return {
    runIndex,
    hosts: lines.length,
    timesUs: cut(host.timesUs).map((timeUs) => timeUs - stretch.fromUs),
    values: cut(values),
    lows: lows && cut(lows),
    highs: highs && cut(highs),
    readings: host.readings && cut(host.readings),
    lengthUs,
  };
}
