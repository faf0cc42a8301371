import { z } from 'zod';
import { figure, MAX_SECONDS } from './bounds.ts';

/**
 * Raw counts of one host that verdicts rest on: how much the counters of its samples rose. They are stored and never sent;
 * what is shown of them is a StepEvidence.
 */

/** As many numbers as there are CPUs: by column, as a host may have hundreds of them. */
const byCpu = z.array(z.int());

const cpuTimes = z.object({
  cpus: z.array(z.int()),
  userUs: byCpu,
  niceUs: byCpu,
  systemUs: byCpu,
  softirqUs: byCpu,
  irqUs: byCpu,
  stealUs: byCpu,
  iowaitUs: byCpu,
  idleUs: byCpu,
});
export type CpuTimes = z.infer<typeof cpuTimes>;

const nicTraffic = z.object({
  nic: z.string(),
  /** As the kernel counts: frames with their Ethernet header, without preamble, checksum and gap. */
  rxBytes: z.int(),
  txBytes: z.int(),
  rxPackets: z.int(),
  txPackets: z.int(),
});
export type NicTraffic = z.infer<typeof nicTraffic>;

/** In each second under load, as in `requestsBySecond`. Null: not read at both ends of that second, or not counted. */
const inEachSecond = z.array(figure.nullable()).max(MAX_SECONDS);

export const secondsUnderLoad = z.object({
  /** Of the time of all CPUs. */
  busyShare: inEachSecond,
  stealShare: inEachSecond,
  targetCpus: inEachSecond,
  toolCpus: inEachSecond,
  segmentsRetransmitted: inEachSecond,
});
export type SecondsUnderLoad = z.infer<typeof secondsUnderLoad>;

/** Null where the kernel, or an older agent, does not count it. */
const waiting = z.object({
  /** Threads that could have run and waited for a CPU, on average. */
  targetThreads: figure.nullable(),
  toolThreads: figure.nullable(),
  /** Shares of the time in which some task of the machine waited for it. */
  cpuPressure: figure.nullable(),
  memoryPressure: figure.nullable(),
  ioPressure: figure.nullable(),
});
export type Waiting = z.infer<typeof waiting>;

export const diskCounts = z.object({
  /** Such as `nvme0n1`: a whole disk, with all that the host asked of it. */
  device: z.string().max(100),
  seconds: figure,
  /** Requests that ended, and for how long the kernel had them, summed. */
  reads: z.int(),
  readUs: z.int(),
  writes: z.int(),
  writeUs: z.int(),
  /** Of the device's volatile cache. Null: the kernel does not count them. */
  flushes: z.int().nullable(),
  flushUs: z.int().nullable(),
  /** Time of the ticks of the kernel's clock in which a request began or ended. */
  busyUs: z.int(),
});
export type DiskCounts = z.infer<typeof diskCounts>;

export const cacheServerCounts = z.object({
  /** Between its own readings. */
  seconds: figure,
  commands: z.int(),
  hits: z.int(),
  misses: z.int(),
  evictions: z.int(),
  /** CPU time of the thread that runs commands. Null: a version that does not tell it. */
  mainThreadUs: z.int().nullable(),
});
export type CacheServerCounts = z.infer<typeof cacheServerCounts>;

export const underLoad = z.object({
  /** Time between the first and the last frame, by the clock of the host. */
  seconds: figure,
  /** False: the step was too short to tell, so that the start and the end of the tool are in it. */
  certain: z.boolean(),
  cpuTimes,
  nics: z.array(nicTraffic),
  /**
   * A thread that was found within the time counts as if it had gone on alike for all of it. Threads and workers are
   * numbered as in the samples: in the order in which they began.
   */
  toolThreads: z.array(z.object({ thread: z.int(), cpuUs: z.int() })),
  /** Threads are read less often than the rest: the time between their readings. Null where the agent does not say when. */
  toolThreadsUs: z.int().nullable(),
  targetWorkers: z.array(z.object({ worker: z.int(), cpuUs: z.int() })),
  /** Absent in data that was stored before this was counted. */
  waiting: waiting.optional(),
  /**
   * The disk of a database that was started here, and the cache's own counters. Absent if there is none, or if they
   * were not counted.
   */
  disk: diskCounts.optional(),
  cacheServer: cacheServerCounts.optional(),
});
/** Counts of the time in which load was driven for certain. */
export type UnderLoad = z.infer<typeof underLoad>;

/** Over the whole step, from boundary frame to boundary frame. Null where the host has no such counter. */
const rise = z.int().nullable();

export const stepCounters = z.object({
  /** Without retransmissions. TCP's counters are those of the agent's network namespace. */
  segmentsSent: rise,
  segmentsRetransmitted: rise,
  listenOverflows: rise,
  /** Contains the overflows. */
  listenDrops: rise,
  /** Packets of the whole machine. */
  softnetDropped: rise,
  softnetTimeSqueezed: rise,
  cgroupThrottledUs: rise,
  /** Absent in evidence from before they were kept. */
  cgroupPeriods: rise.optional(),
  cgroupThrottledPeriods: rise.optional(),
  /** Packets that a cloud's limits delayed or dropped. */
  allowances: z.array(z.object({ nic: z.string(), name: z.string(), count: z.int() })),
  qdiscOverlimits: z.array(z.object({ nic: z.string(), count: z.int() })),
});
export type StepCounters = z.infer<typeof stepCounters>;
