import type { BundleMachine, BundleMetrics, BundlePoint, BundleRun } from '../../contract/bundle.ts';
import type { CpuUse, NicUse, SideEvidence, StepEvidence } from '../../contract/evidence.ts';
import type { RunHost } from '../../contract/run.ts';
import type { Side } from '../../contract/verdict.ts';
import { parseCpuList } from '../cpus/cpu-list.ts';

/** What the bundle says both sides used while a step ran; a side that it does not mention is absent. */
export function evidenceOf(run: BundleRun, point: BundlePoint, hosts: RunHost[]): StepEvidence {
  const servers = hosts.filter(({ roles }) => roles.includes('server'));
  const clients = hosts.filter(({ roles }) => roles.includes('client'));
  const { hardware = {} } = run;
  // Clients that were not measured beside others that were have no figures: they drove load, too.
  const measured = point.clients ?? [];
  const unmeasured = measured.length === 0 ? 0 : Math.max(0, clients.length - measured.length);
  const metrics: BundleMetrics[] = [...measured, ...Array.from({ length: unmeasured }, () => ({}))];
  const describedApart = hardware.server !== undefined && hardware.clients !== undefined;
  return {
    server: point.server ? sideOf('server', point.server, hardware.server, servers[0], run) : null,
    clients: metrics.map((one, i) => sideOf('client', one, hardware.clients?.[i], clients[i], run)),
    sharedMachine: hardware.oneMachine ?? (describedApart ? false : null),
    requestsBySecond: null,
    requestsBySecondSource: null,
    locks: null,
  };
}

function sideOf(
  side: Side,
  metrics: BundleMetrics,
  machine: BundleMachine | undefined,
  host: RunHost | undefined,
  run: BundleRun,
): SideEvidence {
  const cpus = machine?.cpus ?? null;
  const targetCpus = side === 'server' ? run.tuning?.targetCpus : undefined;
  // Where no CPUs are named, every one may be used.
  const cpusAllowed = targetCpus === undefined ? cpus : parseCpuList(targetCpus).length;
  return {
    hostId: host?.hostId ?? null,
    name: host?.name ?? side,
    side,
    cpus,
    cpusAllowed,
    cpu: metrics.cpu ? cpuOf(metrics.cpu, cpus, cpusAllowed) : null,
    processCpus: metrics.processCpuPercent === undefined ? null : metrics.processCpuPercent / 100,
    otherCpus: null,
    competitors: null,
    hottestCpu: null,
    hottestThread: null,
    threads: null,
    nics: metrics.nic ? [nicOf(metrics.nic, machine)] : [],
    counters: metrics.softnetDropped === undefined ? null : countersOf(metrics.softnetDropped),
    softirqBilledToTasks: null,
  };
}

const share = (percent: number | undefined): number | null => (percent === undefined ? null : percent / 100);

function cpuOf(said: NonNullable<BundleMetrics['cpu']>, cpus: number | null, allowed: number | null): CpuUse | null {
  const use: CpuUse = {
    user: share(said.userPercent),
    system: share(said.systemPercent),
    softirq: share(said.softirqPercent),
    irq: share(said.irqPercent),
    steal: share(said.stealPercent),
    iowait: share(said.iowaitPercent),
    idle: share(said.idlePercent),
    busy: share(said.busyPercent),
  };
  if (allowed === cpus) return use;
  return cpus === null || allowed === null ? null : withinAllowed(use, cpus, allowed);
}

/**
 * The figures are for the whole machine, but the side was kept to some of its CPUs. Its use lies between two extremes:
 * all other CPUs idle, or all other CPUs busy first. Given as `busy` and `idle`.
 */
function withinAllowed(use: CpuUse, cpus: number, allowed: number): CpuUse {
  const named = [use.user, use.system, use.softirq, use.irq].reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const low = use.busy ?? named;
  const high = use.idle === null ? (use.busy ?? 1) : 1 - use.idle - (use.iowait ?? 0) - (use.steal ?? 0);
  const least = Math.max(0, low * cpus - (cpus - allowed)) / allowed;
  const most = Math.min(1, (Math.max(low, high) * cpus) / allowed);
  const NOTHING = { user: null, system: null, softirq: null, irq: null, steal: null, iowait: null };
  return { ...NOTHING, busy: least, idle: 1 - most };
}

const MEGABYTE_BITS = 8e6;
const MEBIBYTE_BITS = 8 * 1024 * 1024;

function nicOf(said: NonNullable<BundleMetrics['nic']>, machine: BundleMachine | undefined): NicUse {
  const bandwidth = machine?.nic?.bandwidthGigabitsPerSecond;
  const { instanceType } = machine ?? {};
  return {
    name: said.name ?? machine?.nic?.name ?? 'NIC',
    rxBitsPerSecond: bits(said.receivedBitsPerSecond, said.receivedMegabytesPerSecond, said.receivedMebibytesPerSecond),
    txBitsPerSecond: bits(said.sentBitsPerSecond, said.sentMegabytesPerSecond, said.sentMebibytesPerSecond),
    rxPacketsPerSecond: said.receivedPacketsPerSecond ?? null,
    txPacketsPerSecond: said.sentPacketsPerSecond ?? null,
    ceilingBitsPerSecond: bandwidth === undefined ? null : bandwidth * 1e9,
    ceilingSource:
      bandwidth === undefined ? null : [...(instanceType ? [instanceType] : []), 'as the source says'].join(', '),
  };
}

function bits(inBits?: number, inMegabytes?: number, inMebibytes?: number): number | null {
  if (inBits !== undefined) return inBits;
  if (inMegabytes !== undefined) return inMegabytes * MEGABYTE_BITS;
  return inMebibytes === undefined ? null : inMebibytes * MEBIBYTE_BITS;
}

const countersOf = (softnetDropped: number): SideEvidence['counters'] => ({
  segmentsSent: null,
  segmentsRetransmitted: null,
  listenOverflows: null,
  softnetDropped,
  softnetTimeSqueezed: null,
  allowanceExceeded: [],
  qdiscOverlimits: null,
  cgroupThrottledUs: null,
});
