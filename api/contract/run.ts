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
  .object({ code: word, sentence: text })
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
    /** What the percentiles mean. */
    loop: latencyKind,
    resolutionUs: z.int(),
  })
  .meta({ id: 'LatencyMs' });
export type LatencyMs = z.infer<typeof latencyMs>;

export const requestErrors = z
  .object({ connection: z.int(), timeout: z.int(), reset: z.int(), non2xx: z.int(), mismatch: z.int() })
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
  durationUs: z.int(),
  requestsPerSecond: z.number(),
  requestsPerSecondStddev: z.number().nullable(),
  requestsPerSecondMax: z.number().nullable(),
  bytesPerSecond: z.number(),
  latencyMs,
  errors: requestErrors,
  /** Threads that the tool really ran; null in runs from before that was kept. */
  toolWorkers: z.int().nullable(),
  /** Requests per second that the tool tried to send; null in a closed loop. */
  offeredPerSecond: z.number().nullable(),
  /** Requests that were due and never sent; null in a closed loop, or where the tool does not say. */
  unsent: z.int().nullable(),
};

/** Of what every measured point has, an imported one may lack these. */
const mayBeUnsaid = {
  startedAtUs: timeUs.nullable(),
  endedAtUs: timeUs.nullable(),
  requests: z.int().nullable(),
  durationUs: z.int().nullable(),
  bytesPerSecond: z.number().nullable(),
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
    /** Null: as many as the tool needed. */
    connectionsAsked: z.int().nullable(),
    connectionsEstablished: z.int().nullable(),
    /** The server's own count over the step, independent of the tool. */
    serverRequests: z.int().nullable(),
    /** CPU time of the process trees per request served, from samples inside the window; of a target that counts none, by the tool's count. */
    serverCpuUsPerRequest: z.number().nullable(),
    clientCpuUsPerRequest: z.number().nullable(),
    /** CPUs used on average while load was driven: target tree, tool tree, and everything else on the server's host. */
    serverCpus: z.number().nullable(),
    clientCpus: z.number().nullable(),
    otherCpus: z.number().nullable(),
    /** Seconds of the window without samples, longest single hole on any of the hosts. */
    sampleGapSeconds: z.number().nullable(),
    /** The time in which every client drove load, over which throughput is summed; null with one client. */
    commonWindowUs: z.int().nullable(),
    /** In the place of percentiles that several clients do not have in common; null otherwise. */
    latencyRangeMs: latencyRangeMs.nullable(),
    /** Null where the tool emits no histogram. */
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
    mediaType: word,
    stepIndex: z.int().nullable(),
    phase: z.enum(['warmup', 'measure']).nullable(),
    /** Of which it came; null where that was not kept. */
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
    command: argumentList,
    /** Why this client has no figures. */
    failure: failure.nullable(),
    figures: z
      .object({
        ...toolFigures,
        connectionsEstablished: z.int().nullable(),
        /** Null where the host had not heard from the API for long. */
        clock: clockReading.nullable(),
        cpus: z.number().nullable(),
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
  /** Why there is none. */
  failure: text.nullable(),
  /** Processes whose profiles were merged. */
  processes: z.int(),
  durationSeconds: z.number(),
  /** What is counted, such as cpu, delay or inuse_space, and in what: nanoseconds, count or bytes. */
  sampleType: word,
  unit: word,
  total: z.number(),
  /** The dearest first; of functions that are as dear, the inner one. */
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
    index: z.int(),
    status: stepStatus,
    spec: askedStep,
    failure: failure.nullable(),
    /** Exact argument lists, as executed. */
    warmupCommand: argumentList,
    command: argumentList,
    point: point.nullable(),
    clients: z.array(stepClient).max(MAX_HOSTS),
    profiles: z.array(stepProfile).max(MAX_FACTS),
    /** Null where nothing was measured. */
    evidence: stepEvidence.nullable(),
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
    url: text,
    /** As it was started; of a target that listened already, what its process says that it was started with. */
    command: argumentList,
    version: word,
    /** What was really started, against what was asked; null where the target does not say. */
    workers: z.int().nullable(),
    goMaxProcsPerWorker: z.int().nullable(),
    /** CPUs that it was started on; null: every CPU. */
    cpus: cpuList.nullable(),
  })
  .meta({ id: 'RunTarget' });
export type RunTarget = z.infer<typeof runTarget>;

export const runHost = z
  .object({
    hostId: id,
    name: word,
    roles: z.array(z.enum(['server', 'client'])).max(MAX_KINDS),
    /** Null of an imported run. */
    agentVersion: word.nullable(),
    facts: hostFacts.nullable(),
    /** Of an imported run, where its source says something; null otherwise. */
    described: describedHost.nullable(),
  })
  .meta({ id: 'RunHost', description: 'A host as it was when the run was made.' });

export type RunHost = z.infer<typeof runHost>;
/** Of a run that agents measured. */
export type MeasuredHost = RunHost & { facts: z.infer<typeof hostFacts>; agentVersion: string };

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

export const bestPoint = z
  .object({
    stepIndex: z.int(),
    spec: askedStep,
    requestsPerSecond: z.number(),
    latencyMsP99: z.number().nullable(),
    latencyResolutionUs: z.int(),
    serverCpuUsPerRequest: z.number().nullable(),
    clientCpuUsPerRequest: z.number().nullable(),
  })
  .meta({ id: 'BestPoint' });
export type BestPoint = z.infer<typeof bestPoint>;

export const runSummary = z
  .object({
    id,
    name: text,
    state: runState,
    failure: failure.nullable(),
    createdAtUs: timeUs,
    startedAtUs: timeUs.nullable(),
    endedAtUs: timeUs.nullable(),
    progress: runProgress,
    /** Of an imported run as far as its source says it. */
    spec: z.discriminatedUnion('specVersion', [runSpec, importedSpec]),
    /** Null: measured by agents of this instance. */
    imported: importedFrom.nullable(),
    /** The experiment whose round this run is. */
    experimentId: id.nullable(),
    /** Null while nothing was measured. */
    verdict: verdictSummary.nullable(),
    hostNames: z.array(word).max(MAX_HOSTS),
    /** Labels of people; they may change after the run is over. */
    tags: z.array(word).max(MAX_FACTS),
    notes: text,
    /** The run that this one was made from, by duplicating and editing. */
    basedOnRunId: id.nullable(),
    /** Who asked for it; null in runs from before that was kept. */
    createdByName: word.nullable(),
    stepsMeasured: z.int(),
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
    /** The ceiling lies between the two; high is null while nothing above it was tried. */
    low: z.number().nullable(),
    high: z.number().nullable(),
    /** No further step is planned. */
    done: z.boolean(),
    sentence: text,
  })
  .meta({ id: 'SearchResult', description: 'What a ceiling search has found so far.' });
export type SearchResult = z.infer<typeof searchResult>;

export const run = runSummary
  .extend({
    hosts: z.array(runHost).max(MAX_HOSTS),
    target: runTarget.nullable(),
    steps: z.array(runStep).max(MAX_DOCUMENT_STEPS),
    transitions: z.array(runTransition).max(MAX_REMARKS),
    artifacts: z.array(artifact).max(MAX_REMARKS),
    /** Host by host; empty in runs that never came to it. */
    tuning: z.array(runTuning).max(MAX_HOSTS),
    findings: z.array(finding).max(MAX_REMARKS),
    /** Null while nothing was measured. */
    verdict: runVerdict.nullable(),
    /** Null where the load profile is no search. */
    search: searchResult.nullable(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof run>;
