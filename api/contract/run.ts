import { z } from 'zod';
import { hostFacts } from './host.ts';
import { cpuList, id, sha256, timeUs } from './primitives.ts';
import { runSpec, stepSpec } from './spec.ts';
import { finding, runTuning } from './tuning.ts';

export const runState = z
  .enum([
    'queued',
    'provisioning',
    'preparing',
    'tuning',
    'target-up',
    'warming',
    'measuring',
    'cooling',
    'stopping',
    'restoring',
    'releasing',
    'analysing',
    'finished',
    'failed',
    'canceled',
  ])
  .meta({ id: 'RunState' });
export type RunState = z.infer<typeof runState>;

export const failure = z
  .object({ code: z.string(), sentence: z.string() })
  .meta({ id: 'Failure', description: 'Why something ended early, for programs (code) and people (sentence).' });
export type Failure = z.infer<typeof failure>;

/** Whole-millisecond tools truncate: m means [m, m + 1). Absent percentiles are null, never 0. */
export const latencyMs = z
  .object({
    mean: z.number().nullable(),
    stddev: z.number().nullable(),
    p50: z.number().nullable(),
    p90: z.number().nullable(),
    p95: z.number().nullable(),
    p97_5: z.number().nullable(),
    p99: z.number().nullable(),
    p99_9: z.number().nullable(),
    p99_99: z.number().nullable(),
    max: z.number().nullable(),
    /** What the percentiles mean: a closed loop stops asking while the server stalls. */
    loop: z.enum(['closed', 'synthetic', 'open']),
    resolutionUs: z.int(),
  })
  .meta({ id: 'LatencyMs' });
export type LatencyMs = z.infer<typeof latencyMs>;

export const requestErrors = z
  .object({ connection: z.int(), timeout: z.int(), reset: z.int(), non2xx: z.int(), mismatch: z.int() })
  .meta({ id: 'RequestErrors', description: 'Failed requests by kind. A failed request is data.' });

/** What a load generator says of one invocation, in our units. */
export const toolFigures = {
  startedAtUs: timeUs,
  endedAtUs: timeUs,
  requests: z.int(),
  durationUs: z.int(),
  requestsPerSecond: z.number(),
  requestsPerSecondStddev: z.number().nullable(),
  requestsPerSecondMax: z.number().nullable(),
  bytesPerSecond: z.number(),
  latencyMs,
  errors: requestErrors,
  /** Threads that the tool really ran; null in runs from before that was kept. */
  toolWorkers: z.int().nullable(),
};

export const point = z
  .object({
    ...toolFigures,
    /** Connections x pipelining: the most requests that can be in flight. */
    inFlightMax: z.int(),
    connectionsAsked: z.int(),
    connectionsEstablished: z.int().nullable(),
    /** The server's own count over the step, independent of the tool. */
    serverRequests: z.int().nullable(),
    /** CPU time of the process trees per request served, from samples inside the window. */
    serverCpuUsPerRequest: z.number().nullable(),
    clientCpuUsPerRequest: z.number().nullable(),
    /** CPUs used on average while load was driven: target tree, tool tree, and everything else on the server's host. */
    serverCpus: z.number().nullable(),
    clientCpus: z.number().nullable(),
    otherCpus: z.number().nullable(),
    /** Seconds of the window without samples, longest single hole on any of the hosts. */
    sampleGapSeconds: z.number(),
  })
  .meta({ id: 'Point', description: 'What one executed step measured.' });
export type Point = z.infer<typeof point>;

export const stepStatus = z.enum(['planned', 'running', 'measured', 'failed', 'skipped']).meta({ id: 'StepStatus' });

export const artifactKind = z.enum(['tool-output', 'tool-log', 'target-log']).meta({ id: 'ArtifactKind' });
export type ArtifactKind = z.infer<typeof artifactKind>;

export const artifact = z
  .object({
    id,
    kind: artifactKind,
    name: z.string(),
    sha256,
    sizeBytes: z.int(),
    mediaType: z.string(),
    stepIndex: z.int().nullable(),
    phase: z.enum(['warmup', 'measure']).nullable(),
  })
  .meta({ id: 'Artifact' });
export type Artifact = z.infer<typeof artifact>;

export const runStep = z
  .object({
    index: z.int(),
    status: stepStatus,
    spec: stepSpec,
    failure: failure.nullable(),
    /** Exact argument lists, as executed. */
    warmupCommand: z.array(z.string()),
    command: z.array(z.string()),
    point: point.nullable(),
  })
  .meta({ id: 'RunStep' });
export type RunStep = z.infer<typeof runStep>;

export const runTransition = z
  .object({ state: runState, stepIndex: z.int().nullable(), atUs: timeUs, note: z.string().nullable() })
  .meta({ id: 'RunTransition' });

export const runTarget = z
  .object({
    url: z.string(),
    command: z.array(z.string()),
    version: z.string(),
    /** What was really started, against what was asked. */
    workers: z.int(),
    goMaxProcsPerWorker: z.int(),
    /** CPUs that it was started on; null: every CPU. */
    cpus: cpuList.nullable(),
  })
  .meta({ id: 'RunTarget' });
export type RunTarget = z.infer<typeof runTarget>;

export const runHost = z
  .object({
    hostId: id,
    name: z.string(),
    roles: z.array(z.enum(['server', 'client'])),
    agentVersion: z.string(),
    facts: hostFacts,
  })
  .meta({ id: 'RunHost', description: 'A host as it was when the run was made.' });

export type RunHost = z.infer<typeof runHost>;

export const runProgress = z
  .object({
    /** The step under way, or the next one; null outside of the steps. */
    stepIndex: z.int().nullable(),
    stepCount: z.int(),
    elapsedUs: z.int(),
    /** Planned warm-ups, steps and pauses still ahead; null when the run is over. */
    remainingUs: z.int().nullable(),
  })
  .meta({ id: 'RunProgress' });

export const runSummary = z
  .object({
    id,
    name: z.string(),
    state: runState,
    failure: failure.nullable(),
    createdAtUs: timeUs,
    startedAtUs: timeUs.nullable(),
    endedAtUs: timeUs.nullable(),
    progress: runProgress,
    spec: runSpec,
    hostNames: z.array(z.string()),
    /** Labels of people; they may change after the run is over. */
    tags: z.array(z.string()),
    notes: z.string(),
    /** The run that this one was made from, by duplicating and editing. */
    basedOnRunId: id.nullable(),
    /** Who asked for it; null in runs from before that was kept. */
    createdByName: z.string().nullable(),
    stepsMeasured: z.int(),
    stepsFailed: z.int(),
    /** The measured point with the most requests per second. */
    best: z
      .object({
        stepIndex: z.int(),
        connections: z.int(),
        pipelining: z.int(),
        requestsPerSecond: z.number(),
        latencyMsP99: z.number().nullable(),
        latencyResolutionUs: z.int(),
        serverCpuUsPerRequest: z.number().nullable(),
        clientCpuUsPerRequest: z.number().nullable(),
      })
      .meta({ id: 'BestPoint' })
      .nullable(),
  })
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummary>;

export const run = runSummary
  .extend({
    hosts: z.array(runHost),
    target: runTarget.nullable(),
    steps: z.array(runStep),
    transitions: z.array(runTransition),
    artifacts: z.array(artifact),
    /** Host by host; empty in runs that never came to it. */
    tuning: z.array(runTuning),
    findings: z.array(finding),
    /** Said plainly: what this run's figures do not show. */
    caveats: z.array(z.string()),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof run>;
