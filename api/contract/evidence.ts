import { z } from 'zod';
import { backendEvidence } from './backend-evidence.ts';
import {
  cpuListText,
  figure,
  MAX_COLUMNS,
  MAX_HOSTS,
  MAX_NICS,
  MAX_SECONDS,
  MAX_STALLS,
  text,
  word,
} from './bounds.ts';
import { cacheServerCounts, diskCounts } from './host-counts.ts';
import { id, timeUs } from './primitives.ts';
import { side } from './verdict.ts';

/**
 * Evidence: how much of each resource was used while one step was measured, in the form that verdicts are made from. It
 * comes from the agents' samples, or from what the source of an imported run says. What was not measured is null and
 * never 0.
 */

/** 0 to 1. */
const share = figure;

export const cpuUse = z
  .object({
    user: share.nullable(),
    system: share.nullable(),
    softirq: share.nullable(),
    irq: share.nullable(),
    steal: share.nullable(),
    iowait: share.nullable(),
    idle: share.nullable(),
    /** If only the total use is known: at least this. If idle is known too, at most the rest. */
    busy: share.nullable(),
  })
  .meta({
    id: 'CpuUse',
    description: 'Of the time of the CPUs that the side may use, all together. User holds nice, and what guests used.',
  });
export type CpuUse = z.infer<typeof cpuUse>;

export const nicUse = z
  .object({
    name: word,
    /** On the wire; null where it was not counted. */
    rxBitsPerSecond: figure.nullable(),
    txBitsPerSecond: figure.nullable(),
    rxPacketsPerSecond: figure.nullable(),
    txPacketsPerSecond: figure.nullable(),
    /** The least of link speed, the published peak of the instance type, and what the host's configuration states. */
    ceilingBitsPerSecond: figure.nullable(),
    /** Such as `link speed` or `c8i.32xlarge, published peak`. */
    ceilingSource: text.nullable(),
  })
  .meta({ id: 'NicUse', description: 'One NIC that carried the load.' });
export type NicUse = z.infer<typeof nicUse>;

/** How much they rose during the step; null where they were not read. */
export const networkCounters = z
  .object({
    segmentsSent: z.int().nullable(),
    segmentsRetransmitted: z.int().nullable(),
    listenOverflows: z.int().nullable(),
    /** Connection requests that were dropped for any reason; the overflows are among them. Absent as cgroupPeriods is. */
    listenDrops: z.int().nullable().optional(),
    softnetDropped: z.int().nullable(),
    softnetTimeSqueezed: z.int().nullable(),
    /** Packets that a cloud's limits delayed or dropped, by the counter's name. */
    allowanceExceeded: z
      .array(z.object({ name: word, count: z.int() }).meta({ id: 'AllowanceCount' }))
      .max(MAX_COLUMNS),
    qdiscOverlimits: z.int().nullable(),
    /** Summed over CPUs and over the control groups above. */
    cgroupThrottledUs: z.int().nullable(),
    /** Of the control group's CPU limit, and those in which it ran out. Absent in documents from before they were kept, and of imported figures. */
    cgroupPeriods: z.int().nullable().optional(),
    cgroupThrottledPeriods: z.int().nullable().optional(),
  })
  .meta({ id: 'NetworkCounters' });
export type NetworkCounters = z.infer<typeof networkCounters>;

export const pressure = z.object({ cpu: share.nullable(), memory: share.nullable(), io: share.nullable() }).meta({
  id: 'Pressure',
  description: 'Of the time, in which some task of the machine waited for it. Null: the kernel does not count it.',
});
export type Pressure = z.infer<typeof pressure>;

export const competitor = z
  .object({
    name: z.string().max(100),
    cpus: figure,
    /** The one of them that used the most. Absent: the agent did not say. */
    pid: z.int().min(1).optional(),
    /** Its program's path, where a process of the target or the tool has the same name. */
    program: z.string().max(512).optional(),
    /** Parts of the instance that the agent belongs to: web, API, database. Absent: not known, as the agent was started apart from it. */
    ofInstance: z.boolean().optional(),
  })
  .meta({ id: 'Competitor', description: 'CPUs that processes of one name used, of neither side.' });
export type Competitor = z.infer<typeof competitor>;

/** The busiest first. */
export const competitors = z.array(competitor).max(10);

export const loadTime = z.object({ fromUs: timeUs, toUs: timeUs }).meta({
  id: 'LoadTime',
  description: 'When load was driven for certain, by the clock of the host, as its samples are.',
});

export const sideEvidence = z
  .object({
    hostId: id.nullable(),
    name: word,
    side,
    /** The same of hosts that are agents of one machine. Absent: no other of the run is on it, or a document from before it was kept. */
    machineId: id.optional(),
    /** CPUs of the machine, and those that the target or the tool may use. */
    cpus: z.int().nullable(),
    cpusAllowed: z.int().nullable(),
    /** Which of them the side may use, such as 0-3. Absent: only their number is known. */
    cpuList: cpuListText.optional(),
    cpu: cpuUse.nullable(),
    /** CPUs that the process tree of the target or the tool used on average. */
    processCpus: figure.nullable(),
    /** CPUs of the machine that processes of neither side used, summed. */
    otherCpus: figure.nullable(),
    /** Which of them used the most. Null: the agent did not say. */
    competitors: competitors.nullable(),
    /** The busiest of the CPUs that the side may use. */
    hottestCpu: z
      .object({ cpu: z.int().nullable(), busy: share, softirq: share.nullable() })
      .meta({ id: 'HottestCpu' })
      .nullable(),
    /** The busiest thread of the tool, or worker of the target. */
    hottestThread: z.object({ name: word, busy: share }).meta({ id: 'HottestThread' }).nullable(),
    /** Threads or processes of the tool that were seen; threads of the target, in the middle of the step. */
    threads: z.int().nullable(),
    /** Processes of the target, then. Absent: of the tool, and where they were not counted. */
    processes: z.int().optional(),
    /**
     * Threads of the target or the tool that could have run and waited for a CPU, on average: seconds waited in each second, summed
     * over the threads. Null where the kernel does not count it; absent in documents from before it was kept, and of imported figures.
     */
    waitingThreads: figure.nullable().optional(),
    /** Absent as waitingThreads is. */
    pressure: pressure.optional(),
    nics: z.array(nicUse).max(MAX_NICS),
    counters: networkCounters.nullable(),
    /** CONFIG_IRQ_TIME_ACCOUNTING is off: softirq time stands in the processes' figures. */
    softirqBilledToTasks: z.boolean().nullable(),
    /** Absent in documents from before it was kept, and of imported figures. */
    loadTime: loadTime.nullable().optional(),
  })
  .meta({ id: 'SideEvidence', description: 'One host on one side of one step.' });
export type SideEvidence = z.infer<typeof sideEvidence>;

export const lockEvidence = z
  .object({
    /** What the profile counts: time blocked on channels and locks, or waiting for mutexes. */
    profile: z.enum(['block', 'mutex']),
    /** Seconds that all goroutines together were blocked, over the time of the profile. */
    blockedSeconds: figure,
    profileSeconds: figure,
    /** The function under which most of it stands. */
    functionName: text,
    functionSeconds: figure,
  })
  .meta({ id: 'LockEvidence' });
export type LockEvidence = z.infer<typeof lockEvidence>;

const onHost = { hostId: id, name: word };

export const diskEvidence = diskCounts
  .extend(onHost)
  .meta({ id: 'DiskEvidence', description: 'The disk of the database, on the host that runs it.' });
export type DiskEvidence = z.infer<typeof diskEvidence>;

export const cacheServerEvidence = cacheServerCounts.extend(onHost).meta({
  id: 'CacheServerEvidence',
  description: 'What the Redis or Valkey says of itself, on the host that runs it.',
});
export type CacheServerEvidence = z.infer<typeof cacheServerEvidence>;

export const stall = z
  .object({
    /** Of the load: the first second is 0. */
    atSecond: z.int().min(0),
    seconds: z.int().min(1),
    /** What the hosts did then, as far as it was read. */
    hosts: z
      .array(
        z
          .object({
            hostId: id,
            name: word,
            cpus: z.int(),
            busyShare: share.nullable(),
            stealShare: share.nullable(),
            targetCpus: figure.nullable(),
            toolCpus: figure.nullable(),
            /**
             * Seconds between two samples, during it or across one of its ends, in which a target that usually works used no
             * CPU. Absent: none, or not read.
             */
            targetIdleSeconds: z.int().min(1).optional(),
            /** Counted once a second, so those of the second after are among them, and some of the one before. */
            segmentsRetransmitted: z.int().nullable(),
          })
          .meta({ id: 'StalledHost' }),
      )
      .max(MAX_HOSTS),
  })
  .meta({ id: 'Stall', description: 'Whole seconds of a step in which nothing was answered, after the first answer.' });
export type Stall = z.infer<typeof stall>;

export const stepEvidence = z
  .object({
    /** Null: the side was not observed. */
    server: sideEvidence.nullable(),
    clients: z.array(sideEvidence).max(MAX_HOSTS),
    /** The host of the services that the target asks, where they have one of their own; null where nothing was counted there. */
    backendHost: sideEvidence.nullish(),
    /** Target and tool ran on one machine. Null: not known. */
    sharedMachine: z.boolean().nullable(),
    /** Requests in each whole second of the step: by the server's own counters, else by the tool. Null where neither says. */
    requestsBySecond: z.array(figure).max(MAX_SECONDS).nullable(),
    requestsBySecondSource: z.enum(['server', 'tool']).nullable(),
    /** The longest first. Absent in documents from before it was kept, and of imported figures. */
    stalls: z.array(stall).max(MAX_STALLS).optional(),
    /** From a profile taken in this step. */
    locks: lockEvidence.nullable(),
    /** Absent where no database was started for the run, where it lies on no disk that the kernel counts for, and of imported figures. */
    disk: diskEvidence.optional(),
    /** Absent where no cache was started for the run, and of imported figures. */
    cacheServer: cacheServerEvidence.optional(),
    /** Absent where the target asks no services, of imported figures, and in documents from before it was kept. */
    backend: backendEvidence.optional(),
  })
  .meta({ id: 'StepEvidenceView' });
export type StepEvidence = z.infer<typeof stepEvidence>;
