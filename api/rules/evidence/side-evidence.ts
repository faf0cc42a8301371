import type { NetworkCounters, NicUse, SideEvidence } from '../../contract/evidence.ts';
import type { StepCounters, UnderLoad, Waiting } from '../../contract/host-counts.ts';
import type { MeasuredHost } from '../../contract/run.ts';
import type { HostEvidence } from '../../contract/tuning.ts';
import { formatCpuList } from '../cpus/cpu-list.ts';
import { cpuUse, hottestCpu } from './cpu-use.ts';
import { nicUses } from './nic-use.ts';

/** What is known of one host on one side of a step before its counts are looked at. */
export interface SideSeen {
  side: SideEvidence['side'];
  host: MeasuredHost;
  /** Of hosts that are agents of one machine. */
  machineId: string | undefined;
  cpusAllowed: readonly number[];
  processCpus: number | null;
  /**
   * What other agents' part of the load used on this machine, which this one takes for something else; 0 without any. Null
   * where it is not known, as of a target that is not its own.
   */
  neighboursCpus: number | null;
  /** Target and tool ran on this machine. */
  shared: boolean;
  /** Null where nothing was counted. */
  evidence: HostEvidence | null;
  hottestThread: (load: UnderLoad) => SideEvidence['hottestThread'];
}

/** The form that verdicts are made from; what was not counted is null. */
export function sideEvidence(seen: SideSeen): SideEvidence {
  const { host, side, cpusAllowed, evidence, shared } = seen;
  const load = evidence?.underLoad ?? null;
  const nics = load ? nicUses(load, host.facts) : [];
  return {
    hostId: host.hostId,
    name: host.name,
    side,
    ...(seen.machineId !== undefined && { machineId: seen.machineId }),
    cpus: host.facts.cpus,
    cpusAllowed: cpusAllowed.length,
    ...(cpusAllowed.length > 0 && { cpuList: formatCpuList(cpusAllowed) }),
    cpu: load && cpuUse(load.cpuTimes, cpusAllowed),
    processCpus: seen.processCpus,
    otherCpus: without(evidence?.otherCpus ?? null, seen.neighboursCpus),
    // By their names neighbours are not known from others.
    competitors: seen.neighboursCpus === 0 ? (evidence?.competitors ?? null) : null,
    hottestCpu: load && hottestCpu(load.cpuTimes, cpusAllowed, !shared),
    hottestThread: load && seen.hottestThread(load),
    threads: side === 'client' && load && load.toolThreads.length > 0 ? load.toolThreads.length : null,
    ...(side === 'server' ? targetParts(evidence) : {}),
    ...(load?.waiting && waited(load.waiting, side)),
    nics,
    counters: evidence?.counters ? networkCounters(evidence.counters, nics) : null,
    softirqBilledToTasks: { yes: false, no: true, unknown: null }[host.facts.softirqAccountedApart],
    loadTime: evidence?.loadTime ?? null,
  };
}

const without = (cpus: number | null, neighbours: number | null): number | null =>
  cpus === null || neighbours === null ? null : Math.max(0, cpus - neighbours);

function waited(counted: Waiting, side: SideEvidence['side']): Pick<SideEvidence, 'waitingThreads' | 'pressure'> {
  const { targetThreads, toolThreads, cpuPressure, memoryPressure, ioPressure } = counted;
  return {
    ...(side !== 'backend' && { waitingThreads: side === 'server' ? targetThreads : toolThreads }),
    pressure: { cpu: cpuPressure, memory: memoryPressure, io: ioPressure },
  };
}

/** How many processes and threads the target had in the middle of the step. */
function targetParts(evidence: HostEvidence | null): Pick<SideEvidence, 'threads' | 'processes'> {
  const workers = evidence?.placement?.workers ?? [];
  if (workers.length === 0) return { threads: null };
  return { threads: workers.reduce((sum, { threads }) => sum + threads, 0), processes: workers.length };
}

/** Counters of queues are those of the interfaces that carried the load; a cloud's limits are the instance's. */
function networkCounters(counters: StepCounters, carried: NicUse[]): NetworkCounters {
  const { allowances, qdiscOverlimits } = counters;
  const queues = qdiscOverlimits.filter(({ nic }) => carried.some(({ name }) => name === nic));
  const limits = new Map<string, number>();
  for (const { name, count } of allowances) {
    const known = ALLOWANCE_NAMES[name] ?? name;
    limits.set(known, (limits.get(known) ?? 0) + count);
  }
  return {
    segmentsSent: counters.segmentsSent,
    segmentsRetransmitted: counters.segmentsRetransmitted,
    listenOverflows: counters.listenOverflows,
    listenDrops: counters.listenDrops,
    softnetDropped: counters.softnetDropped,
    softnetTimeSqueezed: counters.softnetTimeSqueezed,
    allowanceExceeded: [...limits].map(([name, count]) => ({ name, count })),
    qdiscOverlimits: queues.length === 0 ? null : queues.reduce((sum, { count }) => sum + count, 0),
    cgroupThrottledUs: counters.cgroupThrottledUs,
    cgroupPeriods: counters.cgroupPeriods ?? null,
    cgroupThrottledPeriods: counters.cgroupThrottledPeriods ?? null,
  };
}

/** By the names that `ethtool -S` gives them. */
const ALLOWANCE_NAMES: Record<string, string> = {
  bwInExceeded: 'bw_in_allowance_exceeded',
  bwOutExceeded: 'bw_out_allowance_exceeded',
  ppsExceeded: 'pps_allowance_exceeded',
  conntrackExceeded: 'conntrack_allowance_exceeded',
  linklocalExceeded: 'linklocal_allowance_exceeded',
};
