import { z } from 'zod';
import { backendCounts } from './backend-evidence.ts';
import {
  cpuListText,
  figure,
  MAX_KINDS,
  MAX_KNOBS,
  MAX_REMARKS,
  MAX_WORKERS,
  recordOf,
  text,
  within,
  word,
} from './bounds.ts';
import { CPU_GOVERNORS, HUGE_PAGES, SPREADS, STOPPABLE_SERVICES } from './choices.ts';
import { competitors, loadTime } from './evidence.ts';
import { secondsUnderLoad, stepCounters, underLoad } from './host-counts.ts';
import { CPU_WORDS, MAX_SYSCTLS, NIC_NAME, TUNING_LIMITS } from './limits.ts';
import { cpuList, timeUs } from './primitives.ts';
import { sysctlFault, sysctlNames } from './sysctls.ts';

/**
 * Tuning: what a run asks of a host, what its agent plans, what it did, and what became of it.
 *
 * Every field of `hostTuning` is one setting, named by its field; null leaves the host as it is. A setting is made of
 * *knobs*: single values of the kernel that can be read and written, each with a key that is the same in plans, journals,
 * snapshots and results, such as `nic/eth0/rx-3/rps_cpus`, `nic/eth0/irq/eth0-Tx-Rx-3/affinity` or
 * `sysctl/net.core.somaxconn`.
 */

/**
 * A CPU list such as `0-15,32`, or words that the agent resolves on its host: `all`, `nic-local`, `first 4`, `last 16`, `not
 * target`.
 */
export const cpuChoice = cpuListText
  .refine(
    (text) => CPU_WORDS.test(text) || cpuList.safeParse(text).success,
    'must be a CPU list such as 0-15,32, or all, nic-local, last 16, first 16 or not target',
  )
  .meta({ id: 'CpuChoice' });

/** `one-to-one`: the first queue to the first CPU, and so on, starting over. `all`: every queue to all of them. */
export const spread = z.enum(SPREADS).meta({ id: 'Spread' });
export type Spread = z.infer<typeof spread>;

export const stoppableService = z.enum(STOPPABLE_SERVICES).meta({
  id: 'StoppableService',
});
export type StoppableService = z.infer<typeof stoppableService>;

export const sysctl = z
  .strictObject({
    name: z.enum(sysctlNames),
    /** As it is written to the parameter's file. */
    value: z.string().max(100),
  })
  .superRefine(({ name, value }, context) => {
    const fault = sysctlFault(name, value);
    if (fault) context.addIssue({ code: 'custom', path: ['value'], message: fault });
  })
  .meta({ id: 'Sysctl' });
export type Sysctl = z.infer<typeof sysctl>;

export const hostTuning = z
  .strictObject({
    /** The interface for the NIC settings. Null: the one that carries the load. */
    nic: z.string().max(15).regex(NIC_NAME, 'must be the name of an interface such as eth0').nullable(),
    /** Services to stop for the time of the run. */
    stopServices: z.array(stoppableService).max(10).nullable(),
    /** Queue pairs (`ethtool -L combined`, or rx and tx where the driver has no pairs). */
    nicQueues: within(TUNING_LIMITS.nicQueues).nullable(),
    /** Which CPUs take the interrupts of the NIC's queues. */
    interruptAffinity: z
      .strictObject({
        /** CPUs that take the interrupts. */
        cpus: cpuChoice,
        spread,
      })
      .meta({ id: 'InterruptAffinity' })
      .nullable(),
    /** Receive packet steering (RPS): the CPUs that packets of every receive queue are spread over; `none` turns it off. */
    packetSteering: z
      .strictObject({
        /** `none` turns it off. */
        cpus: z.union([z.literal('none'), cpuChoice]),
      })
      .meta({ id: 'PacketSteering' })
      .nullable(),
    /** Receive flow steering (RFS): entries of the global table, shared evenly by the receive queues; 0 turns it off. */
    flowSteering: z
      .strictObject({
        /** Entries of the global table; 0 turns it off. */
        entries: within(TUNING_LIMITS['flowSteering.entries']),
      })
      .meta({ id: 'FlowSteering' })
      .nullable(),
    /** Transmit packet steering (XPS): the CPUs that use each of the NIC's transmit queues. */
    transmitSteering: z
      .strictObject({
        /** CPUs that send by these queues. */
        cpus: cpuChoice,
        spread,
      })
      .meta({ id: 'TransmitSteering' })
      .nullable(),
    /** Largest packet of the NIC. */
    mtuBytes: within(TUNING_LIMITS.mtuBytes).nullable(),
    /** Packet merging and splitting by the NIC or the kernel (`ethtool -K`). */
    offloads: z
      .strictObject({
        /** Generic receive offload: merges received packets. Null leaves an offload as it is. */
        gro: z.boolean().nullable(),
        /** Generic segmentation offload: the kernel splits late what is sent. */
        gso: z.boolean().nullable(),
        /** TCP segmentation offload: the NIC splits what is sent. */
        tso: z.boolean().nullable(),
        /** Large receive offload: the NIC merges received packets. */
        lro: z.boolean().nullable(),
      })
      .meta({ id: 'Offloads' })
      .nullable(),
    /** How long the NIC gathers packets before it interrupts (`ethtool -C`). */
    interruptCoalescing: z
      .strictObject({
        /** The driver chooses by traffic, for received packets. Null leaves it as it is. */
        adaptiveRx: z.boolean().nullable(),
        /** The same for sent packets. */
        adaptiveTx: z.boolean().nullable(),
        /** Microseconds from a received packet to the interrupt. */
        rxUs: within(TUNING_LIMITS['interruptCoalescing.rxUs']).nullable(),
        /** Microseconds from a sent packet to the interrupt. */
        txUs: within(TUNING_LIMITS['interruptCoalescing.txUs']).nullable(),
        /** Received packets that interrupt before that time is over. */
        rxFrames: within(TUNING_LIMITS['interruptCoalescing.rxFrames']).nullable(),
        /** Sent packets that interrupt before that time is over. */
        txFrames: within(TUNING_LIMITS['interruptCoalescing.txFrames']).nullable(),
      })
      .meta({ id: 'InterruptCoalescing' })
      .nullable(),
    /** `net.core.busy_poll` and `net.core.busy_read`. */
    busyPolling: z
      .strictObject({
        /** `net.core.busy_poll`: microseconds that poll and select wait busily. Null leaves it. */
        pollUs: within(TUNING_LIMITS['busyPolling.pollUs']).nullable(),
        /** `net.core.busy_read`: microseconds that a read of a socket waits busily. Null leaves it. */
        readUs: within(TUNING_LIMITS['busyPolling.readUs']).nullable(),
      })
      .meta({ id: 'BusyPolling' })
      .nullable(),
    /** Kernel parameters, each at most once. */
    sysctls: z.array(sysctl).max(MAX_SYSCTLS).nullable(),
    /** Frequency governor of every CPU. */
    cpuGovernor: z.enum(CPU_GOVERNORS).meta({ id: 'CpuGovernor' }).nullable(),
    /** Whether CPUs may exceed their nominal frequency. */
    cpuTurbo: z.boolean().nullable(),
    /** Limit of open files (nofile) of the processes that the agent starts. */
    openFilesLimit: within(TUNING_LIMITS.openFilesLimit).nullable(),
    /** When the kernel backs memory with huge pages. */
    transparentHugePages: z.enum(HUGE_PAGES).meta({ id: 'TransparentHugePages' }).nullable(),
  })
  .meta({ id: 'HostTuning', description: 'Each field is a setting; null leaves the host as it is.' });
export type HostTuning = z.infer<typeof hostTuning>;

const hostSettings = Object.keys(hostTuning.shape).filter(
  (name): name is Exclude<keyof HostTuning, 'nic'> => name !== 'nic',
);

/** The settings, by the names of their fields. `targetCpus` belongs to the run and is resolved with the others. */
export const settingName = z.enum([...hostSettings, 'targetCpus']).meta({ id: 'SettingName' });
export type SettingName = z.infer<typeof settingName>;

/* What the agent means to do, and did */

const knob = {
  /** The setting that asks for it. */
  setting: settingName,
  /** The same in plans, snapshots and results, such as `nic/eth0/rx-3/rps_cpus`. */
  key: word,
  /** Where it is: a file, or the command that a person would use, such as `ethtool -L eth0 combined`. */
  path: text,
  /** Value now, before anything is written; null where it could not be read. */
  before: text.nullable(),
  /** The value to write. Null: not asked for, but reset by something that is (queues), and so put back with it. */
  asked: text.nullable(),
  /** How the value came about, in words. */
  why: text,
};

export const plannedChange = z
  .object({
    ...knob,
    /** `not-changeable`: it will be left alone, and `reason` says why (a managed IRQ, no such device, no permission). */
    status: z.enum(['change', 'unchanged', 'not-changeable']),
    /** Why it will be left alone; null otherwise. */
    reason: text.nullable(),
  })
  .meta({ id: 'PlannedChange' });
export type PlannedChange = z.infer<typeof plannedChange>;

export const tuningPlan = z
  .object({
    takenAtUs: timeUs,
    /** The NIC that is meant; null where none of its settings are asked. */
    nic: word.nullable(),
    /** CPUs of the target in numbers; null: every CPU. */
    targetCpus: cpuList.nullable(),
    /** Every knob, in the order of writing. */
    changes: z.array(plannedChange).max(MAX_KNOBS),
    /** What to know before, each as a sentence. */
    warnings: z.array(text).max(MAX_REMARKS),
  })
  .meta({ id: 'TuningPlan', description: 'What would be written on this very host, in order. Nothing was touched.' });
export type TuningPlan = z.infer<typeof tuningPlan>;

export const appliedChange = z
  .object({
    ...knob,
    /** What it read after the write; null where it was not written or could not be read. */
    readBack: text.nullable(),
    /** `differs`: it was written and reads back as something else. `failed`: the kernel refused it. */
    status: z.enum(['applied', 'unchanged', 'differs', 'not-changeable', 'failed']),
    /** Why it is not as asked; null otherwise. */
    reason: text.nullable(),
  })
  .meta({ id: 'AppliedChange' });
export type AppliedChange = z.infer<typeof appliedChange>;

export const appliedTuning = z
  .object({
    nic: word.nullable(),
    targetCpus: cpuList.nullable(),
    changes: z.array(appliedChange).max(MAX_KNOBS),
    warnings: z.array(text).max(MAX_REMARKS),
  })
  .meta({ id: 'AppliedTuning' });
export type AppliedTuning = z.infer<typeof appliedTuning>;

export const restoredKnob = z
  .object({
    setting: settingName,
    key: word,
    before: text,
    readBack: text.nullable(),
    matches: z.boolean(),
  })
  .meta({ id: 'RestoredKnob' });

export const restoreResult = z
  .object({
    /** Whether every knob reads as it did before. */
    matches: z.boolean(),
    /** A sentence for each knob that does not read back as it was. */
    mismatches: z.array(text).max(MAX_KNOBS),
    knobs: z.array(restoredKnob).max(MAX_KNOBS),
    /** The run whose tuning this put back; null where the journal held nothing. */
    runId: z.uuid().nullable(),
  })
  .meta({ id: 'RestoreResult', description: 'Whether every changed knob reads back as it was before the run.' });
export type RestoreResult = z.infer<typeof restoreResult>;

export const drift = z
  .object({ setting: settingName, key: word, expected: text, found: text.nullable() })
  .meta({ id: 'Drift', description: 'A knob that something else moved after it was applied.' });
export type Drift = z.infer<typeof drift>;

/* Snapshots: the whole state, read only */

export const snapshotMoment = z.enum(['before', 'applied', 'after-steps', 'restored']).meta({ id: 'SnapshotMoment' });
export type SnapshotMoment = z.infer<typeof snapshotMoment>;

/**
 * Groups of keys: `kernel/`, `cpu/`, `nic/<name>/`, `irq/`, `sysctl/`, `service/`, `memory/`, `limits/`, and `top/`, the
 * busiest other processes, which is an observation and no setting.
 */
export const snapshot = z
  .object({
    moment: snapshotMoment,
    takenAtUs: timeUs,
    /** Values by key, as the kernel writes them. */
    values: recordOf(word, text, MAX_KNOBS),
  })
  .meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof snapshot>;

export const runSnapshots = z
  .object({
    hosts: z.array(
      z.object({ hostId: z.uuid(), name: z.string(), snapshots: z.array(snapshot) }).meta({ id: 'HostSnapshots' }),
    ),
  })
  .meta({ id: 'RunSnapshots' });
export type RunSnapshots = z.infer<typeof runSnapshots>;

/* What really happened during a step */

export const workerPlacement = z
  .object({
    worker: z.int(),
    pid: z.int(),
    threads: z.int(),
    cpusAllowed: cpuList,
    /** CPUs on which threads that had run were last seen. */
    cpusSeen: cpuListText,
    /** Established connections; null if they could not be counted separately. */
    connections: z.int().nullable(),
  })
  .meta({ id: 'WorkerPlacement' });

export const placement = z
  .object({
    atUs: timeUs,
    workers: z.array(workerPlacement).max(MAX_WORKERS),
    connectionsEstablished: z.int().nullable(),
  })
  .meta({ id: 'Placement', description: 'The processes of the target in the middle of a step.' });
export type Placement = z.infer<typeof placement>;

/** Counts of each CPU over a window; CPUs that counted nothing are left out. */
const perCpu = z.array(z.object({ cpu: z.int(), count: z.int() }).meta({ id: 'CpuCount' }));

export const hostEvidence = z
  .object({
    hostId: z.uuid(),
    seconds: figure,
    /** Interrupts of the NICs, queue by queue. */
    interrupts: z.array(z.object({ irq: z.int(), perCpu }).meta({ id: 'InterruptEvidence' })),
    /** Packets of the whole machine, of all namespaces; so are those steered. */
    packetsProcessed: perCpu,
    /** How often receive packet steering woke a CPU to take packets from another: one wake-up may bring many. */
    packetsSteered: perCpu,
    /** Packets by interface, of those that the agent sees: only its own network namespace, unlike the counts above. */
    packetsReceived: z.array(z.object({ nic: z.string(), packets: z.int() }).meta({ id: 'NicPackets' })),
    /** CPUs that all processes but the target's and the tool's used, summed process by process; null where not known. */
    otherCpus: figure.nullable(),
    /** Which of them used the most; null for a step from before agents said so. */
    competitors: competitors.nullable(),
    requestsPerWorker: z.array(z.object({ worker: z.int(), requests: z.int() }).meta({ id: 'WorkerRequests' })),
    placement: placement.nullable(),
    drift: z.array(drift),
    /** Null for a step from before it was kept, as are `counters` and `requestsBySecond`. */
    underLoad: underLoad.nullable(),
    counters: stepCounters.nullable(),
    /** Requests in each whole second under load, by the target's own counters; null where they were not read in each. */
    requestsBySecond: z.array(figure).nullable(),
    /** Absent for a step from before it was kept, and where less than a second was read. */
    bySecond: secondsUnderLoad.optional(),
    /** Null for a step from before it was kept. */
    loadTime: loadTime.nullable(),
    /** Of the time under load, as `underLoad`. Absent where there is nothing of it, and for a step from before it was kept. */
    backend: backendCounts.optional(),
  })
  .meta({ id: 'HostEvidence', description: 'Raw counts of one host between the edges of one measured step.' });
export type HostEvidence = z.infer<typeof hostEvidence>;

/* What a run shows of it */

export const settingEffect = z
  .object({
    setting: settingName,
    stepIndex: z.int(),
    /** Whether the setting did anything, by counters of the step. */
    verdict: z.enum(['effective', 'without-effect', 'cannot-tell']),
    /** Why, with the arithmetic: `98 % of 12,402 interrupts of eth0 on CPUs 0-3`. */
    sentence: text,
  })
  .meta({ id: 'SettingEffect' });
export type SettingEffect = z.infer<typeof settingEffect>;

export const runKnob = appliedChange
  .extend({
    /** What it read after the restore; null when it was not put back (yet). */
    restored: text.nullable(),
    /** Whether that is what it was before; null when it was not put back (yet). */
    restoredMatches: z.boolean().nullable(),
  })
  .meta({ id: 'RunKnob' });
export type RunKnob = z.infer<typeof runKnob>;

export const runTuning = z
  .object({
    hostId: z.uuid(),
    /** The NIC that was tuned; null where none of its settings were asked. */
    nic: word.nullable(),
    /** CPUs of the target in numbers. Null: every CPU. */
    targetCpus: cpuList.nullable(),
    knobs: z.array(runKnob).max(MAX_KNOBS),
    /** What the counters of each step say of a setting. */
    effects: z.array(settingEffect).max(MAX_REMARKS),
    warnings: z.array(text).max(MAX_REMARKS),
    /** Whether every knob reads as it did before. Null until the host was put back. */
    restoreMatches: z.boolean().nullable(),
    snapshots: z.array(snapshotMoment).max(MAX_KINDS),
  })
  .meta({ id: 'RunTuning', description: 'One host: asked, read back, effective, restored.' });
export type RunTuning = z.infer<typeof runTuning>;
