import type { UnderLoad } from '../../contract/host-counts.ts';
import type { HostEvidence } from '../../contract/tuning.ts';
import { evidence, placed } from '../sample-tuning.ts';

/** What one host did in a step. */
export interface HostUse {
  hostId: string;
  cpus: number;
  /** Of 1, over all of its CPUs, by the target or the tool. */
  busy: number;
  seconds: number;
  requests: number;
  responseBytes: number;
  /** Processes of the target; null on a host that drives load. */
  workers: number | null;
}

const REQUEST_BYTES = 120;
/** Of the time that a side uses its CPUs. */
const USER = 0.52;
const SYSTEM = 0.34;
const SOFTIRQ = 0.14;

/** How much more of its CPUs the first one does than the last: it takes the interrupts. */
const SKEW = 0.02;

export function hostCounts(use: HostUse): HostEvidence {
  const { hostId, cpus, seconds, requests, workers } = use;
  const all = Array.from({ length: cpus }, (_, cpu) => cpu);
  const packets = all.map((cpu) => ({ cpu, count: Math.round(requests / cpus) + cpu }));
  const cpuUs = use.busy * cpus * seconds * 1e6;
  const perWorker = workers === null ? [] : Array.from({ length: workers }, (_, worker) => worker);
  return evidence({
    hostId,
    seconds,
    interrupts: all.slice(0, 8).map((cpu) => ({ irq: 40 + cpu, perCpu: [{ cpu, count: Math.round(requests / 8) }] })),
    packetsProcessed: packets,
    packetsReceived: [{ nic: 'eth0', packets: requests }],
    otherCpus: 0.02,
    requestsPerWorker: perWorker.map((worker) => ({ worker, requests: Math.round(requests / perWorker.length) })),
    placement:
      perWorker.length === 0
        ? null
        : placed(...perWorker.map((worker): [string, string] => [`0-${cpus - 1}`, String(worker % cpus)])),
    underLoad: underLoad(use, all, cpuUs),
    counters: {
      ...{ segmentsSent: requests, segmentsRetransmitted: 2, listenOverflows: 0, listenDrops: 0 },
      ...{ softnetDropped: 0, softnetTimeSqueezed: 3, cgroupThrottledUs: 0, allowances: [], qdiscOverlimits: [] },
    },
    requestsBySecond: perWorker.length === 0 ? null : bySecond(requests, seconds),
  });
}

/** As even as a quiet machine is. */
const bySecond = (requests: number, seconds: number): number[] =>
  Array.from({ length: seconds }, (_, second) => Math.round((requests / seconds) * (1 + ((second % 3) - 1) / 200)));

function underLoad({ busy, seconds, requests, responseBytes, workers }: HostUse, cpus: number[], cpuUs: number) {
  const share = (part: number): number[] =>
    cpus.map((cpu) => Math.round(part * busyOf(busy, cpu, cpus.length) * seconds * 1e6));
  const [incoming, outgoing] = workers === null ? [responseBytes, REQUEST_BYTES] : [REQUEST_BYTES, responseBytes];
  return {
    seconds,
    certain: true,
    cpuTimes: {
      ...{ cpus, userUs: share(USER), systemUs: share(SYSTEM), softirqUs: share(SOFTIRQ) },
      ...{ niceUs: share(0), irqUs: share(0), stealUs: share(0), iowaitUs: share(0) },
      idleUs: cpus.map((cpu) => Math.round((1 - busyOf(busy, cpu, cpus.length)) * seconds * 1e6)),
    },
    nics: [
      {
        ...{ nic: 'eth0', rxBytes: Math.round(requests * incoming), txBytes: Math.round(requests * outgoing) },
        ...{ rxPackets: requests, txPackets: requests },
      },
    ],
    toolThreads: workers === null ? cpus.map((thread) => ({ thread, cpuUs: Math.round(cpuUs / cpus.length) })) : [],
    toolThreadsUs: seconds * 1e6,
    targetWorkers:
      workers === null
        ? []
        : Array.from({ length: workers }, (_, worker) => ({ worker, cpuUs: Math.round(cpuUs / workers) })),
  } satisfies UnderLoad;
}

const busyOf = (busy: number, cpu: number, cpus: number): number =>
  Math.min(0.998, busy * (1 + SKEW * (0.5 - cpu / Math.max(1, cpus - 1))));
