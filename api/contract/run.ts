import { z } from 'zod';
import {
  argumentList,
  MAX_DOCUMENT_STEPS,
  MAX_FACTS,
  MAX_HISTOGRAM_BUCKETS,
  MAX_HOSTS,
  MAX_KINDS,
  MAX_REMARKS,
  text,
  word,
} from './bounds.ts';
import { stepEvidence } from './evidence.ts';
import { hostFacts } from './host.ts';
import { describedHost, importedFrom, importedSpec } from './imported.ts';
import { askedStep, latencyHistogram, latencyKind, loadShare, profileKind } from './load.ts';
import { cpuList, id, sha256, timeUs } from './primitives.ts';
import { runSpec } from './spec.ts';
import { runTuning } from './tuning.ts';
import { finding, pointVerdict, runVerdict, verdictSummary } from './verdict.ts';

/** A run is over when it is `finished`, `failed` or `canceled`. */
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
  .object({
    /** For programs. */
    code: word,
    /** For people: what happened, and what to do. */
    sentence: text,
  })
  .meta({ id: 'Failure', description: 'Why something ended early, for programs (code) and people (sentence).' });
export type Failure = z.infer<typeof failure>;

/** Milliseconds. Tools of whole milliseconds cut off: m means [m, m + 1). What a tool does not tell is null, never 0. */
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
    /** What the percentiles mean. */
    loop: latencyKind,
    /** The finest difference that the tool tells, in microseconds. */
    resolutionUs: z.int(),
  })
  .meta({ id: 'LatencyMs' });
export type LatencyMs = z.infer<typeof latencyMs>;

export const requestErrors = z
  .object({
    /** Connections that could not be made, and what the tool does not tell apart. */
    connection: z.int(),
    /** Requests that were not answered in time. */
    timeout: z.int(),
    /** Requests whose connection ended under them. */
    reset: z.int(),
    /** Answers with a status other than 2xx. */
    non2xx: z.int(),
    /** Answers of the wrong length, content or form. */
    mismatch: z.int(),
  })
  .meta({ id: 'RequestErrors', description: 'Failed requests by kind. A failed request is data.' });
export type RequestErrors = z.infer<typeof requestErrors>;

const range = z.object({ low: z.number(), high: z.number() }).meta({ id: 'LatencyRange' }).nullable();

export const latencyRangeMs = z
  .object({ p50: range, p90: range, p95: range, p97_5: range, p99: range, p99_9: range, p99_99: range })
  .meta({
    id: 'LatencyRangeMs',
    description: 'The lowest and the highest of several clients: without histograms they have no common percentile.',
  });
export type LatencyRangeMs = z.infer<typeof latencyRangeMs>;

export const distribution = z
  .array(z.object({ percentile: z.number(), latencyMs: z.number() }).meta({ id: 'DistributionPoint' }))
  .max(MAX_HISTOGRAM_BUCKETS)
  .meta({
    id: 'Distribution',
    description: 'A latency histogram as a curve of some dozen points, denser in the tail.',
  });

export type DistributionPoint = z.infer<typeof distribution>[number];

export const clockReading = z
  .object({
    /** The clock of the API less that of the host. */
    offsetUs: z.int(),
    /** Half of the round trip in which it was read. */
    uncertaintyUs: z.int(),
  })
  .meta({ id: 'ClockReading' });
export type ClockReading = z.infer<typeof clockReading>;

export const runHistograms = z
  .object({
    steps: z.array(z.object({ stepIndex: z.int(), histogram: latencyHistogram }).meta({ id: 'StepHistogram' })),
  })
  .meta({ id: 'RunHistograms' });
export type RunHistograms = z.infer<typeof runHistograms>;
export type StepHistogram = RunHistograms['steps'][number];

/** What a load generator says of one invocation, in our units. */
export const toolFigures = {
  startedAtUs: timeUs,
  endedAtUs: timeUs,
  requests: z.int(),
  /** How long was measured, by the tool; of several clients from the first start to the last end. */
  durationUs: z.int(),
  /** Mean over the measured time. */
  requestsPerSecond: z.number(),
  /** Between the seconds of the step; null where the tool does not tell, and of several clients. */
  requestsPerSecondStddev: z.number().nullable(),
  /** In the best second; null where the tool does not say, and for several clients. */
  requestsPerSecondMax: z.number().nullable(),
  /** Received by the tool. */
  bytesPerSecond: z.number(),
  latencyMs,
  /** Failed requests. */
  errors: requestErrors,
  /** Threads or processes of the tool that made the requests; null where that was not kept. */
  toolWorkers: z.int().nullable(),
  /** Requests per second that the tool tried to send; null in a closed loop. */
  offeredPerSecond: z.number().nullable(),
  /** Requests that were due and never sent; null in a closed loop, or where the tool does not tell. */
  unsent: z.int().nullable(),
};

/** Every measured point has these; an imported one may lack them. */
const mayBeUnsaid = {
  startedAtUs: timeUs.nullable(),
  endedAtUs: timeUs.nullable(),
  requests: z.int().nullable(),
  /** How long was measured, by the tool; of several clients from the first start to the last end. */
  durationUs: z.int().nullable(),
  /** Received by the tool. */
  bytesPerSecond: z.number().nullable(),
  /** Failed requests. */
  errors: requestErrors.nullable(),
};

export const point = z
  .object({
    ...toolFigures,
    ...mayBeUnsaid,
    /** The source rounded the throughput. */
    rounded: z.boolean(),
    /** Connections x pipelining: the most requests that can be in flight; null where there was no limit. */
    inFlightMax: z.int().nullable(),
    /** Connections of all clients together. Null: as many as the tool needed. */
    connectionsAsked: z.int().nullable(),
    /** Connections to the target that were really open; null where they were not counted. */
    connectionsEstablished: z.int().nullable(),
    /** The server's own count over the step, independent of the tool; null where it counts none. */
    serverRequests: z.int().nullable(),
    /**
     * CPU time of the target per request that it served, from samples of the step; of a target that counts none, per request
     * of the tool. Null where it was not measured.
     */
    serverCpuUsPerRequest: z.number().nullable(),
    /** CPU time of the tool per request. Null where it was not measured. */
    clientCpuUsPerRequest: z.number().nullable(),
    /** CPUs that the target used on average while load was driven. */
    serverCpus: z.number().nullable(),
    /** CPUs that the tool used on average while load was driven, on all clients together. */
    clientCpus: z.number().nullable(),
    /** CPUs that everything else on the target's host used meanwhile. */
    otherCpus: z.number().nullable(),
    /** The longest hole in the samples of the step, on any of the hosts; null where there are no samples. */
    sampleGapSeconds: z.number().nullable(),
    /** The time in which every client drove load, over which throughput is summed; null with one client. */
    commonWindowUs: z.int().nullable(),
    /** For percentiles that several clients do not have in common; null otherwise. */
    latencyRangeMs: latencyRangeMs.nullable(),
    /** The latency histogram as a curve. Null where the tool emits none. */
    distribution: distribution.nullable(),
  })
  .meta({ id: 'Point', description: 'What one executed step measured.' });
export type Point = z.infer<typeof point>;

/** What agents measured says all that an imported point may leave unsaid. */
export type MeasuredPoint = Omit<Point, 'rounded' | 'sampleGapSeconds' | keyof typeof mayBeUnsaid> & {
  [Field in keyof typeof mayBeUnsaid]: NonNullable<Point[Field]>;
} & { sampleGapSeconds: number };

export const stepStatus = z.enum(['planned', 'running', 'measured', 'failed', 'skipped']).meta({ id: 'StepStatus' });

export const artifactKind = z
  .enum(['tool-input', 'tool-output', 'tool-log', 'target-log', 'profile'])
  .meta({ id: 'ArtifactKind' });
export type ArtifactKind = z.infer<typeof artifactKind>;

export const artifact = z
  .object({
    id,
    kind: artifactKind,
    name: word,
    sha256,
    sizeBytes: z.int(),
    /** Such as `text/plain`. */
    mediaType: word,
    /** Null: of the run as a whole. */
    stepIndex: z.int().nullable(),
    /** The phase of the step that it belongs to; null for the run as a whole. */
    phase: z.enum(['warmup', 'measure']).nullable(),
    /** The host that it came from; null where that was not kept. */
    hostId: id.nullable(),
  })
  .meta({ id: 'Artifact' });
export type Artifact = z.infer<typeof artifact>;

export const stepClient = z
  .object({
    hostId: id,
    name: word,
    /** Its part of what the step asked. */
    share: loadShare,
    /** The argument list, as executed. */
    command: argumentList,
    /** Why this client has no figures. */
    failure: failure.nullable(),
    figures: z
      .object({
        ...toolFigures,
        /** Connections that were really open; null where they were not counted. */
        connectionsEstablished: z.int().nullable(),
        /** Null where the host had not heard from the API for long. */
        clock: clockReading.nullable(),
        /** CPUs that the tool used on average while it drove load. */
        cpus: z.number().nullable(),
        /** CPU time of the tool per request. */
        cpuUsPerRequest: z.number().nullable(),
      })
      .meta({ id: 'ClientFigures', description: "Times are by the client's own clock." })
      .nullable(),
  })
  .meta({ id: 'StepClient', description: "One client's part in a step." });
export type StepClient = z.infer<typeof stepClient>;
export type ClientFigures = NonNullable<StepClient['figures']>;

/** What an agent says of one profile that it took. */
export const profileFigures = {
  kind: profileKind,
  /** Why there is no profile; null where there is one. */
  failure: text.nullable(),
  /** Processes whose profiles were merged. */
  processes: z.int(),
  durationSeconds: z.number(),
  /** What is counted, such as cpu, delay or inuse_space. */
  sampleType: word,
  /** Unit of the counts: nanoseconds, count or bytes. */
  unit: word,
  /** Over all functions, in that unit. */
  total: z.number(),
  /** The costliest first; of equal ones, the inner one. */
  functions: z
    .array(
      z
        .object({ name: text, file: text, flat: z.number(), cumulative: z.number() })
        .meta({ id: 'ProfileFunction', description: 'Flat: in the function itself; cumulative: with what it called.' }),
    )
    .max(100),
};

export const stepProfile = z
  .object({ ...profileFigures, artifactId: id.nullable() })
  .meta({ id: 'StepProfile', description: 'A profile of the target that was taken during a step.' });
export type StepProfile = z.infer<typeof stepProfile>;

export const runStep = z
  .object({
    /** From 0. */
    index: z.int(),
    status: stepStatus,
    /** The load that it asked for. */
    spec: askedStep,
    /** Why the step failed; null otherwise. */
    failure: failure.nullable(),
    /** The argument list of the warm-up, as executed; empty without one. */
    warmupCommand: argumentList,
    /** The argument list of the tool, as executed. */
    command: argumentList,
    /** What was measured; null where nothing was. */
    point: point.nullable(),
    /** Each client's part. */
    clients: z.array(stepClient).max(MAX_HOSTS),
    /** Profiles of the target that were taken meanwhile. */
    profiles: z.array(stepProfile).max(MAX_FACTS),
    /** What was used of each resource. Null where nothing was measured. */
    evidence: stepEvidence.nullable(),
    /** What the point is worth and what limited it; null where nothing was measured. */
    verdict: pointVerdict.nullable(),
  })
  .meta({ id: 'RunStep' });
export type RunStep = z.infer<typeof runStep>;

export const runTransition = z
  .object({ state: runState, stepIndex: z.int().nullable(), atUs: timeUs, note: text.nullable() })
  .meta({ id: 'RunTransition' });
export type RunTransition = z.infer<typeof runTransition>;

export const runTarget = z
  .object({
    /** Where clients reached it. */
    url: text,
    /** The argument list that it was started with; of a target that listened already, what its process says. */
    command: argumentList,
    version: word,
    /** Processes or threads that really started, against what was asked; null where the target does not tell. */
    workers: z.int().nullable(),
    /** GOMAXPROCS of each worker; null where the target does not tell. */
    goMaxProcsPerWorker: z.int().nullable(),
    /** CPUs that it was started on. Null: every CPU. */
    cpus: cpuList.nullable(),
  })
  .meta({ id: 'RunTarget' });
export type RunTarget = z.infer<typeof runTarget>;

export const runHost = z
  .object({
    hostId: id,
    name: word,
    roles: z.array(z.enum(['server', 'client'])).max(MAX_KINDS),
    /** Null for an imported run. */
    agentVersion: word.nullable(),
    /** What its agent found there. Null for an imported run. */
    facts: hostFacts.nullable(),
    /** What the source of an imported run says of it; null otherwise. */
    described: describedHost.nullable(),
  })
  .meta({ id: 'RunHost', description: 'A host as it was when the run was made.' });

export type RunHost = z.infer<typeof runHost>;
/** A host of a run that agents measured. */
export type MeasuredHost = RunHost & { facts: z.infer<typeof hostFacts>; agentVersion: string };

export const runProgress = z
  .object({
    /** The step under way, or the next one; null outside of the steps. */
    stepIndex: z.int().nullable(),
    /** Steps planned so far. */
    stepCount: z.int(),
    /** Since the run started. */
    elapsedUs: z.int(),
    /** Planned warm-ups, steps and pauses still ahead; null when the run is over. */
    remainingUs: z.int().nullable(),
  })
  .meta({ id: 'RunProgress' });

export const bestPoint = z
  .object({
    stepIndex: z.int(),
    /** The load that it asked for. */
    spec: askedStep,
    requestsPerSecond: z.number(),
    /** 99th percentile in milliseconds; null where the tool does not tell. */
    latencyMsP99: z.number().nullable(),
    /** The finest difference between latencies that the tool tells. */
    latencyResolutionUs: z.int(),
    /** CPU time of the target per request; null where it was not measured. */
    serverCpuUsPerRequest: z.number().nullable(),
    /** CPU time of the tool per request; null where it was not measured. */
    clientCpuUsPerRequest: z.number().nullable(),
  })
  .meta({ id: 'BestPoint' });
export type BestPoint = z.infer<typeof bestPoint>;

export const runSummary = z
  .object({
    id,
    name: text,
    state: runState,
    /** Why it ended early; null otherwise. */
    failure: failure.nullable(),
    createdAtUs: timeUs,
    startedAtUs: timeUs.nullable(),
    endedAtUs: timeUs.nullable(),
    progress: runProgress,
    /** What was asked. Of an imported run as far as its source says it. */
    spec: z.discriminatedUnion('specVersion', [runSpec, importedSpec]),
    /** Where an imported run is from. Null: measured by agents of this instance. */
    imported: importedFrom.nullable(),
    /** The experiment that made this run. Null: none. */
    experimentId: id.nullable(),
    /** Null while nothing was measured. */
    verdict: verdictSummary.nullable(),
    hostNames: z.array(word).max(MAX_HOSTS),
    /** Labels that people gave it; they may change after the run is over. */
    tags: z.array(word).max(MAX_FACTS),
    /** What people wrote about it; empty when nothing. */
    notes: text,
    /** The run that this one was duplicated from. Null: none. */
    basedOnRunId: id.nullable(),
    /** Who asked for it; null in runs from before that was kept. */
    createdByName: word.nullable(),
    stepsMeasured: z.int(),
    /** Steps without figures because something went wrong. */
    stepsFailed: z.int(),
    /** The measured point with the most requests per second, of those without profiles; an invalid one where there is no other. */
    best: bestPoint.nullable(),
  })
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummary>;

export const searchResult = z
  .object({
    /**
     * The highest load that was still within a bound, or whose rate was met; of throughput the least load that gives what no
     * more load improves upon. Null while none is known.
     */
    kneeStepIndex: z.int().nullable(),
    /** The highest load below the ceiling; null while none is known. */
    low: z.number().nullable(),
    /** The lowest load at or beyond the ceiling; null while nothing above it was tried. */
    high: z.number().nullable(),
    /** No further step is planned. */
    done: z.boolean(),
    /** What was found, in words. */
    sentence: text,
  })
  .meta({ id: 'SearchResult', description: 'What a ceiling search has found so far.' });
export type SearchResult = z.infer<typeof searchResult>;

export const run = runSummary
  .extend({
    hosts: z.array(runHost).max(MAX_HOSTS),
    /** How the target really ran; null before it was started. */
    target: runTarget.nullable(),
    steps: z.array(runStep).max(MAX_DOCUMENT_STEPS),
    /** The states it went through, in order. */
    transitions: z.array(runTransition).max(MAX_REMARKS),
    /** Its files: raw output of tools, logs, profiles. */
    artifacts: z.array(artifact).max(MAX_REMARKS),
    /** Host by host; empty in runs that never came to it. */
    tuning: z.array(runTuning).max(MAX_HOSTS),
    /** What to know before its figures are believed. */
    findings: z.array(finding).max(MAX_REMARKS),
    /** What its best point is worth and what limited it. Null while nothing was measured. */
    verdict: runVerdict.nullable(),
    /** Null where the load profile is no search. */
    search: searchResult.nullable(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof run>;
