import { z } from 'zod';
import { runAnnotation } from './annotation.ts';
import {
  argumentList,
  figure,
  MAX_DOCUMENT_STEPS,
  MAX_FACTS,
  MAX_HOSTS,
  MAX_KINDS,
  MAX_REMARKS,
  text,
  word,
} from './bounds.ts';
import { ENDED_STATES, HOST_ROLES } from './choices.ts';
import { hostFacts } from './host.ts';
import { serviceIdentity, targetIdentity } from './identity.ts';
import { describedHost, importedFrom, importedSpec } from './imported.ts';
import { askedStep } from './load.ts';
import { runPreflight } from './preflight.ts';
import { cpuList, failure, id, timeUs } from './primitives.ts';
import { keptSpec } from './spec.ts';
import { artifact, runStep } from './step.ts';
import { clientResolved, targetCertificate } from './target.ts';
import { runTuning } from './tuning.ts';
import { finding, runVerdict, verdictSummary } from './verdict.ts';

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
    ...ENDED_STATES,
  ])
  .meta({ id: 'RunState' });
export type RunState = z.infer<typeof runState>;

export const runTransition = z
  .object({ state: runState, stepIndex: z.int().nullable(), atUs: timeUs, note: text.nullable() })
  .meta({ id: 'RunTransition' });
export type RunTransition = z.infer<typeof runTransition>;

export const runTarget = z
  .object({
    /** Where clients reached it. */
    url: text,
    /** The argument list that it was started with; of a target that listened already, what its process says. Empty where no agent is. */
    command: argumentList,
    /** Empty where no agent is. */
    version: word,
    /** Processes or threads that really started, beside the requested number; null if the target does not report it. */
    workers: z.int().nullable(),
    /** GOMAXPROCS of each worker; null where the target does not tell. */
    goMaxProcsPerWorker: z.int().nullable(),
    /** CPUs that it was started on. Null: every CPU. */
    cpus: cpuList.nullable(),
    certificate: targetCertificate,
    /** What it was when it was up. Absent in runs from before that was read. */
    identity: targetIdentity.optional(),
    /** Its files as they were before it was stopped. Absent: they were not read again. */
    identityAtEnd: targetIdentity.optional(),
    /** What the services that it asks were, wherever they ran. Absent in runs from before that was read. */
    services: z.array(serviceIdentity).max(MAX_KINDS).optional(),
    /** Of a target without an agent: what each client resolved its host to. Absent otherwise. */
    resolved: z.array(clientResolved).max(MAX_HOSTS).optional(),
  })
  .meta({ id: 'RunTarget' });
export type RunTarget = z.infer<typeof runTarget>;

export const runHost = z
  .object({
    hostId: id,
    name: word,
    roles: z.array(z.enum(HOST_ROLES)).max(MAX_KINDS),
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
    requestsPerSecond: figure,
    /** 99th percentile in milliseconds; null where the tool does not tell. */
    latencyMsP99: figure.nullable(),
    /** The finest difference between latencies that the tool tells. */
    latencyResolutionUs: z.int(),
    /** CPU time of the target per request; null where it was not measured. */
    serverCpuUsPerRequest: figure.nullable(),
    /** CPU time of the tool per request; null where it was not measured. */
    clientCpuUsPerRequest: figure.nullable(),
    /** The bound of its run's search, as no step kept it: 'p99 at most 50 ms'. Absent: it did, or there is none. */
    aboveBound: word.optional(),
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
    spec: z.discriminatedUnion('specVersion', [keptSpec, importedSpec]),
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
    /** What was measured, as whoever asked for the run called it: a commit, a release. Absent: they did not say. */
    revisionLabel: word.optional(),
    /** Who asked for it; null in runs from before that was kept. */
    createdByName: word.nullable(),
    stepsMeasured: z.int(),
    /** Steps without figures because something went wrong. */
    stepsFailed: z.int(),
    /**
     * The measured point with the most requests per second, without profiled steps; an invalid one only if there is no
     * other.
     */
    best: bestPoint.nullable(),
  })
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummary>;

export const searchResult = z
  .object({
    /**
     * The highest load that kept the bound or met its rate. For throughput, the lowest load that no higher load
     * improves upon. Null while none is known.
     */
    kneeStepIndex: z.int().nullable(),
    /** The highest load below the ceiling; null while none is known. */
    low: figure.nullable(),
    /** The lowest load at or beyond the ceiling; null while nothing above it was tried. */
    high: figure.nullable(),
    /** No further step is planned. */
    done: z.boolean(),
    /** What was found, in words. */
    sentence: text,
  })
  .meta({ id: 'SearchResult', description: 'What a ceiling search has found so far.' });
export type SearchResult = z.infer<typeof searchResult>;

export const run = runSummary
  .extend({
    /** When its samples were removed, as old as the instance keeps them. Absent: they were not. */
    samplesRemovedAtUs: timeUs.optional(),
    hosts: z.array(runHost).max(MAX_HOSTS),
    /** How the target really ran; null before it was started. */
    target: runTarget.nullable(),
    /** What each route answered before the first step; null before that, and where the client's agent is too old to ask. */
    preflight: runPreflight.nullable(),
    steps: z.array(runStep).max(MAX_DOCUMENT_STEPS),
    /** The states it went through, in order. */
    transitions: z.array(runTransition).max(MAX_REMARKS),
    /** Its files: raw output of tools, logs, profiles. */
    artifacts: z.array(artifact).max(MAX_REMARKS),
    /** Host by host; empty in runs that ended before this. */
    tuning: z.array(runTuning).max(MAX_HOSTS),
    /** What to know before its figures are believed. */
    findings: z.array(finding).max(MAX_REMARKS),
    /** What its best point is worth and what limited it. Null while nothing was measured. */
    verdict: runVerdict.nullable(),
    /** Null where the load profile is no search. */
    search: searchResult.nullable(),
    /** What people wrote at moments of it, as they follow one another. Absent: nothing. */
    annotations: z.array(runAnnotation).max(MAX_REMARKS).optional(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof run>;
