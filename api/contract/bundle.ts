import { z } from 'zod';
import { MAX_SETTINGS, recordOf } from './bounds.ts';
import { latencyKind } from './load.ts';
import { cpuList } from './primitives.ts';
import { tag } from './run-list.ts';
import { runName } from './spec.ts';

/**
 * A results bundle: benchmarks that were made elsewhere, as a person or a script writes them down. What is not known is a
 * key that is not there: nothing is filled in for it. docs/importing.md tells it to people.
 */
export const BUNDLE_VERSION = 1;

export const MAX_BUNDLE_RUNS = 100;
export const MAX_BUNDLE_POINTS = 200;
const MAX_CLIENTS = 32;
const MAX_NOTES = 30;

const text = z.string().trim().min(1).max(200);
const note = z.string().trim().min(1).max(1000);
const notes = z.array(note).max(MAX_NOTES);
/** More than any machine counts, and small enough that no product of two is infinite. */
const amount = z.number().min(0).max(1e15);
const count = z.int().min(0);
const percent = z.number().min(0).max(100);

const nic = z
  .strictObject({
    name: text.optional(),
    /** What it can carry: its link, or what the provider publishes for the instance. */
    bandwidthGigabitsPerSecond: z.number().positive().max(100_000).optional(),
    queues: z.int().min(1).max(100_000).optional(),
  })
  .describe('The NIC that carried the load.');

const machine = z
  .strictObject({
    name: text.optional(),
    instanceType: text.optional(),
    cpuModel: text.optional(),
    cpus: z.int().min(1).max(100_000).describe('Logical CPUs.').optional(),
    memoryGibibytes: z.number().positive().max(1e9).optional(),
    kernel: text.optional(),
    nic: nic.optional(),
  })
  .describe('Machines that are described alike within one bundle, on the same side, are taken for the same machine.');

const hardware = z.strictObject({
  server: machine.optional(),
  clients: z.array(machine).min(1).max(MAX_CLIENTS).optional(),
  oneMachine: z
    .boolean()
    .describe('Target and tool ran on one machine. Not there: they did not if both sides are described, else unknown.')
    .optional(),
});

const target = z.strictObject({
  framework: text.optional(),
  prefork: z.boolean().optional(),
  workers: z.int().min(1).max(100_000).optional(),
  path: z.string().trim().startsWith('/').max(2000).describe('The path requested, such as /simple.').optional(),
  responseBytes: z.int().min(0).optional(),
});

const tuning = z
  .strictObject({
    targetCpus: cpuList.describe('CPUs that the target was kept to, such as 0-15. Not there: none named.').optional(),
    settings: recordOf(
      text,
      text,
      MAX_SETTINGS,
      'Everything else, by name: {"irqbalance": "stopped", "irqCpus": "16-31"}.',
    ).optional(),
  })
  .describe('Not there: the source says nothing of tuning. Empty: it says that there was none.');

const stepLoad = {
  pipelining: z.int().min(1).max(100_000).describe('Requests on a connection before an answer; 1 is none.').optional(),
  toolWorkers: z.int().min(1).max(100_000).describe('Threads or processes of the tool, on each client.').optional(),
  durationSeconds: z.number().positive().max(1e7).optional(),
};

const load = z.strictObject({
  tool: text.describe('Such as autocannon, wrk or vegeta.').optional(),
  ...stepLoad,
  decompress: z.boolean().describe('The tool asked for gzip and decompressed what came.').optional(),
  latency: latencyKind
    .describe(
      'What the latencies mean. Not there: open of a step with a rate, synthetic of wrk, closed of everything else.',
    )
    .optional(),
  latencyResolutionMs: z
    .number()
    .positive()
    .max(10_000)
    .describe('A latency m means m up to m + this. Not there: 1 of autocannon, else as many digits as are written.')
    .optional(),
});

const latencyMs = z
  .union([
    z.number().min(0).max(1e9),
    z
      .string()
      .max(30)
      .regex(/^<\d+(\.\d+)?$/, 'must be a number, or a bound such as "<1"'),
  ])
  .optional();

const latencies = z.strictObject({
  mean: latencyMs,
  stddev: latencyMs,
  p50: latencyMs,
  p90: latencyMs,
  p95: latencyMs,
  p97_5: latencyMs,
  p99: latencyMs,
  p99_9: latencyMs,
  p99_99: latencyMs,
  max: latencyMs,
});

const cpu = z
  .strictObject({
    userPercent: percent.describe('With nice.').optional(),
    systemPercent: percent.optional(),
    softirqPercent: percent.optional(),
    irqPercent: percent.optional(),
    stealPercent: percent.optional(),
    iowaitPercent: percent.optional(),
    idlePercent: percent.optional(),
    busyPercent: percent.describe('Where the source says no more than how busy the CPUs were.').optional(),
  })
  .describe('Of the time of all CPUs of the machine together. Parts that were not recorded are not there.');

const traffic = z.strictObject({
  name: text.optional(),
  receivedMegabytesPerSecond: amount.describe('1 MB is 1,000,000 bytes.').optional(),
  sentMegabytesPerSecond: amount.optional(),
  receivedMebibytesPerSecond: amount.describe('1 MiB is 1,048,576 bytes.').optional(),
  sentMebibytesPerSecond: amount.optional(),
  receivedBitsPerSecond: amount.optional(),
  sentBitsPerSecond: amount.optional(),
  receivedPacketsPerSecond: amount.optional(),
  sentPacketsPerSecond: amount.optional(),
});

const sideMetrics = z
  .strictObject({
    cpu: cpu.optional(),
    processCpuPercent: amount
      .describe('CPU of the processes of the target or of the tool, summed over CPUs: 2823 is 28.23 CPUs.')
      .optional(),
    nic: traffic.optional(),
    softnetDropped: count.describe('Packets that the kernel dropped during the step.').optional(),
  })
  .describe('What was measured of one machine while the step ran.');

const errors = z.strictObject({
  connection: count.optional(),
  timeout: count.optional(),
  reset: count.optional(),
  non2xx: count.optional(),
  mismatch: count.optional(),
});

const point = z
  .strictObject({
    connections: z.int().min(1).max(1_000_000_000).describe('All clients together.').optional(),
    requestsPerSecondAsked: amount
      .describe('The rate of an open loop. Not there: a closed loop, which sends when it is answered.')
      .optional(),
    arrivals: z.enum(['constant', 'poisson']).optional(),
    ...stepLoad,
    requestsPerSecond: amount.describe('The mean over the step, of all clients together.'),
    requestsPerSecondMax: amount.optional(),
    requestsPerSecondStddev: amount.optional(),
    rounded: z.boolean().describe('The source rounded the throughput.').optional(),
    requests: count.optional(),
    measuredSeconds: z
      .number()
      .positive()
      .max(1e7)
      .describe('What was measured, where durationSeconds was asked.')
      .optional(),
    bytesRead: amount.optional(),
    readMegabytesPerSecond: amount.describe('1 MB is 1,000,000 bytes.').optional(),
    readMebibytesPerSecond: amount.describe('1 MiB is 1,048,576 bytes.').optional(),
    latencyMs: latencies.optional(),
    errors: errors.describe('Failed requests by kind; a kind that is not there is 0 where any is there.').optional(),
    successPercent: percent.describe('Where the source says no more of errors.').optional(),
    connectionsEstablished: count.describe("Established on the target's port during the step.").optional(),
    server: sideMetrics.optional(),
    clients: z.array(sideMetrics).min(1).max(MAX_CLIENTS).describe('In the order of hardware.clients.').optional(),
    notes: notes.describe('What the reader should know of this point.').optional(),
  })
  .describe('One step: what was asked, and what came of it.');

const bundleRun = z.strictObject({
  name: runName,
  hardware: hardware.optional(),
  target: target.optional(),
  tuning: tuning.optional(),
  load: load.optional(),
  points: z.array(point).min(1).max(MAX_BUNDLE_POINTS),
  notes: notes.describe('Flaws of the record, such as what was not measured; each becomes a finding.').optional(),
  remarks: z
    .string()
    .trim()
    .min(1)
    .max(5000)
    .describe("What people said of it, such as the source's own conclusion; it becomes the notes of the run.")
    .optional(),
  tags: z.array(tag).max(20).optional(),
});

export const bundle = z
  .strictObject({
    bundleVersion: z.literal(BUNDLE_VERSION),
    source: z.strictObject({
      title: z.string().trim().min(1).max(300),
      url: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional(),
      date: z.iso.date().describe('When it was measured, such as 2026-06-07.').optional(),
    }),
    runs: z.array(bundleRun).min(1).max(MAX_BUNDLE_RUNS),
    comparison: z
      .strictObject({ baseline: runName, others: z.array(runName).min(1).max(7) })
      .describe('Runs that were made to be compared, by name.')
      .optional(),
  })
  .describe('Benchmark results that were made elsewhere. What is not known is a key that is not there.');
export type Bundle = z.infer<typeof bundle>;
export type BundleRun = Bundle['runs'][number];
export type BundlePoint = BundleRun['points'][number];
export type BundleMachine = z.infer<typeof machine>;
export type BundleMetrics = z.infer<typeof sideMetrics>;
