import { z } from 'zod';
import { backendNeeds, startedBackends } from './backends.ts';
import { argumentList, MAX_FACTS, MAX_KINDS, MAX_KNOBS, MAX_SECONDS, parameter, text, word } from './bounds.ts';
import { HOST_ROLES } from './choices.ts';
import { competitors } from './evidence.ts';
import { hostFacts } from './host.ts';
import { hostTask, hostTaskAnswer } from './host-task.ts';
import { serviceIdentity, targetIdentity } from './identity.ts';
import { latencyOverTime } from './latency-over-time.ts';
import { latencyHistogram, loadShare, loadTransport, profileKind } from './load.ts';
import { clockReading, toolFigures } from './point.ts';
import { preflightAnswers } from './preflight.ts';
import { cpuList, failure, id, ipAddress, sha256, timeUs } from './primitives.ts';
import { requestSpec, secretName } from './requests.ts';
import { frame, sampleLayout } from './samples.ts';
import { samplesPerSecond, variables } from './spec.ts';
import { artifactKind, profileFigures } from './step.ts';
import { resolvedAddresses, targetCertificate, targetSpec } from './target.ts';
import { appliedTuning, cpuChoice, drift, hostTuning, placement, restoreResult, snapshot } from './tuning.ts';

/* Joining and staying in touch */

export const joinRequest = z
  .strictObject({
    joinToken: parameter,
    /** The same life of an agent may ask again when it missed the answer. */
    incarnationId: id,
    name: z.string().trim().min(1).max(120),
    agentVersion: word,
    facts: hostFacts,
  })
  .meta({ id: 'JoinRequest' });

export const joinReply = z
  .object({ hostId: id, agentId: id, credential: z.string() })
  .meta({ id: 'JoinReply', description: 'The credential is shown once and is the host.' });

export const helloRequest = z
  .strictObject({
    incarnationId: id,
    startedAtUs: timeUs,
    agentVersion: word,
    facts: hostFacts,
    /** What the agent put back when it started, from the journal of the life before. */
    restore: restoreResult,
  })
  .meta({ id: 'HelloRequest', description: 'First call of every life of an agent.' });

export const leaseTerms = z
  .object({
    runId: id,
    /** The lease ends this long after the API last heard from the agent. */
    ttlMs: z.int(),
    /** The agent lets go this much earlier, by its own clock. */
    guardMs: z.int(),
  })
  .meta({ id: 'LeaseTerms' });

export const heartbeatRequest = z
  .strictObject({
    incarnationId: id,
    /** The run whose lease the agent holds; null when idle. */
    runId: id.nullable(),
  })
  .meta({ id: 'HeartbeatRequest' });

export const heartbeatReply = z
  .object({
    serverTimeUs: timeUs,
    heartbeatMs: z.int(),
    /** The API does not know this life of the agent, or whether the host was put back: say hello (again). */
    helloWanted: z.boolean(),
    /** Null: the API knows no lease for this host, so anything still running for a run is to be stopped. */
    lease: leaseTerms.nullable(),
  })
  .meta({ id: 'HeartbeatReply' });

/* Commands: typed, never shell text. Journalled by the agent before it acts. */

const commandHead = { commandId: id, runId: id };

/** Where the target listens: loopback, or another address of the server's host. An agent refuses any other. */
const listenAddress = ipAddress;
/** Null where no agent is on the target's host. */
const knownAddress = listenAddress.nullable();

export const prepareCommand = z
  .object({
    ...commandHead,
    type: z.literal('prepare'),
    lease: leaseTerms,
    roles: z.array(z.enum(HOST_ROLES)),
    target: targetSpec,
    listen: knownAddress,
    /** Where the services that the target asks listen: an address of the backend host. Null: the run has none. */
    backendAddress: ipAddress.nullable(),
    tool: z.string(),
    targetCpus: cpuChoice.nullable(),
    toolCpus: cpuChoice.nullable(),
    samplesPerSecond,
    /** Those that the requests take, by name: a client has to be able to read each of them. */
    secrets: z.array(secretName),
  })
  .meta({ id: 'PrepareCommand', description: 'Check what the run needs on this host and start sampling.' });

export const applyTuningCommand = z
  .object({
    ...commandHead,
    type: z.literal('apply-tuning'),
    /** Null: nothing is changed, only the snapshots are taken. */
    tuning: hostTuning.nullable(),
    targetCpus: cpuChoice.nullable(),
    /** Where the target listens: it tells the NIC that carries the load, on either side. */
    address: knownAddress,
  })
  .meta({
    id: 'ApplyTuningCommand',
    description: 'Snapshot, plan, apply, read back, snapshot. When a write fails everything is put back at once.',
  });

export const startBackendsCommand = z
  .object({
    ...commandHead,
    type: z.literal('start-backends'),
    target: targetSpec,
    address: ipAddress,
    needs: backendNeeds,
  })
  .meta({ id: 'StartBackendsCommand', description: 'Start and fill what the target on another host asks.' });

export const startTargetCommand = z
  .object({
    ...commandHead,
    type: z.literal('start-target'),
    target: targetSpec,
    cpus: cpuChoice.nullable(),
    listen: listenAddress,
    /** What the target asks on the backend host. Null: its own agent started it, or it asks nothing. */
    backends: startedBackends.nullable(),
  })
  .meta({ id: 'StartTargetCommand' });

const { protocol, tls, cookies } = loadTransport.shape;

/** What is sent, and where to; the same in the preflight as under load. */
const requestsAsked = {
  /** Base address; the requests carry the paths. */
  url: z.string(),
  requests: z.array(requestSpec),
  ...variables,
  decompress: z.boolean(),
  protocol,
  tls,
  cookies,
  /** In PEM: the only certificate that is trusted, of a target that made its own. Null: as `tls.verify` says. */
  trustedCertificate: text.nullable(),
};

export const preflightCommand = z
  .object({ ...commandHead, type: z.literal('preflight'), ...requestsAsked })
  .meta({ id: 'PreflightCommand', description: 'Send each request, and say what came.' });

export const loadPhase = z.enum(['warmup', 'measure']).meta({ id: 'LoadPhase' });
export type LoadPhase = z.infer<typeof loadPhase>;

export const driveLoadCommand = z
  .object({
    ...commandHead,
    type: z.literal('drive-load'),
    stepIndex: z.int(),
    phase: loadPhase,
    tool: z.string(),
    toolWorkers: z.int().nullable(),
    toolCpus: cpuChoice.nullable(),
    ...requestsAsked,
    /**
     * Its index among the clients of the run, from 0, and their number. They keep the counters and random values of
     * clients apart.
     */
    clientIndex: z.int().min(0),
    clientCount: z.int().min(1),
    ...loadTransport.shape,
    share: loadShare,
    durationSeconds: z.int(),
    /** When load begins, on every client alike, by the clock of the API. Null: at once. */
    startAtUs: timeUs.nullable(),
    /** To be taken of the target, where it is on this host. */
    profiles: z.array(profileKind),
  })
  .meta({ id: 'DriveLoadCommand' });

export const openWindowCommand = z
  .object({
    ...commandHead,
    type: z.literal('open-window'),
    /** How long the load will last: in its middle the target is looked at. */
    durationSeconds: z.int(),
    /** To be taken of the target meanwhile. */
    profiles: z.array(profileKind),
  })
  .meta({
    id: 'OpenWindowCommand',
    description: 'Take a boundary frame now: the load of a measured step is about to begin on another host.',
  });

export const closeWindowCommand = z
  .object({ ...commandHead, type: z.literal('close-window') })
  .meta({ id: 'CloseWindowCommand', description: 'Take a boundary frame now: the load on the other hosts has ended.' });

export const stopCommand = z.object({ ...commandHead, type: z.literal('stop') }).meta({
  id: 'StopCommand',
  description: 'End the tool at once, take the snapshot after the steps, and drain the target.',
});

export const restoreCommand = z
  .object({ ...commandHead, type: z.literal('restore') })
  .meta({ id: 'RestoreCommand', description: 'Put the host back, read everything back, stop sampling.' });

export const command = z
  .discriminatedUnion('type', [
    prepareCommand,
    applyTuningCommand,
    startBackendsCommand,
    startTargetCommand,
    preflightCommand,
    openWindowCommand,
    driveLoadCommand,
    closeWindowCommand,
    stopCommand,
    restoreCommand,
  ])
  .meta({ id: 'Command' });
export type Command = z.infer<typeof command>;
export type CommandType = Command['type'];

export const pollRequest = z
  .strictObject({
    incarnationId: id,
    /** Commands the agent has already taken; they are not sent again. */
    holding: z.array(id).max(1000),
    waitMs: z.int().min(0).max(25_000),
  })
  .meta({ id: 'PollRequest' });

export const pollReply = z
  .object({
    commands: z.array(command),
    /** Each is handed out once. */
    tasks: z.array(hostTask),
  })
  .meta({ id: 'PollReply' });

export const taskAnswerRequest = z
  .strictObject({ incarnationId: id, answer: hostTaskAnswer })
  .meta({ id: 'TaskAnswerRequest' });

/* Reports: one ordered stream per incarnation, sent again until acknowledged. */

export const artifactRef = z
  .object({
    kind: artifactKind,
    name: z.string().max(200),
    sha256,
    sizeBytes: z.int(),
    mediaType: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+$/)
      .max(100),
  })
  .meta({ id: 'ArtifactRef', description: 'Names a blob that was uploaded before.' });
export type ArtifactRef = z.infer<typeof artifactRef>;

export const preparedResult = z
  .object({
    type: z.literal('prepare'),
    /** Free on the address to listen on; null on a host that is no server. */
    port: z.int().nullable(),
    toolVersion: word.nullable(),
    /** Of the target's host, where its services are on another. */
    backendNeeds: backendNeeds.optional(),
    /** What a client resolved the host of an external target to. */
    resolved: resolvedAddresses.optional(),
  })
  .meta({ id: 'PreparedResult' });
export type PreparedResult = z.infer<typeof preparedResult>;

export const tunedResult = z
  .object({ type: z.literal('apply-tuning'), applied: appliedTuning })
  .meta({ id: 'TunedResult' });

export const backendsResult = z
  .object({
    type: z.literal('start-backends'),
    backends: startedBackends,
    /** What each of them was. Older agents do not send it. */
    services: z.array(serviceIdentity).max(MAX_KINDS).optional(),
  })
  .meta({ id: 'BackendsResult' });
export type BackendsResult = z.infer<typeof backendsResult>;

export const targetResult = z
  .object({
    type: z.literal('start-target'),
    url: text,
    command: argumentList,
    version: word,
    workers: z.int().nullable(),
    goMaxProcsPerWorker: z.int().nullable(),
    cpus: cpuList.nullable(),
    certificate: targetCertificate,
    /** Older agents do not send it. */
    identity: targetIdentity.optional(),
    /** What the services on its own host were. Older agents do not send it. */
    services: z.array(serviceIdentity).max(MAX_KINDS).optional(),
  })
  .meta({ id: 'TargetResult' });

/** What was taken of the target during a step; each artifact is among those of the outcome. */
const profiles = z
  .array(z.object({ ...profileFigures, artifactName: word.nullable() }).meta({ id: 'CapturedProfile' }))
  .max(MAX_KINDS);
export type CapturedProfiles = z.infer<typeof profiles>;

export const preflightResult = z
  .object({ type: z.literal('preflight'), answers: preflightAnswers })
  .meta({ id: 'PreflightResult' });

export const loadResult = z
  .object({
    type: z.literal('drive-load'),
    command: argumentList,
    ...toolFigures,
    /** Null where the tool emits none. */
    histogram: latencyHistogram.nullable(),
    /** Succeeded in each second since the start; null where the tool does not say. */
    succeededBySecond: z.array(z.int()).max(MAX_SECONDS).nullable(),
    /** Absent where the tool does not tell it, where no request succeeded, and from older agents. */
    latencyOverTime: latencyOverTime.optional(),
    /** Null where the host had not heard from the API for long. */
    clock: clockReading.nullable(),
    connectionsEstablished: z.int().nullable(),
    /** Where the target ran, if it is on this host and this was a measured step. */
    placement: placement.nullable(),
    /** Tuned knobs that no longer read as applied when the load had ended. */
    drift: z.array(drift).max(MAX_KNOBS),
    profiles,
    /** The busiest other processes of this host, between the two boundary frames. Older agents do not say. */
    competitors: competitors.optional(),
    /** What the host of an external target was resolved to, just before the load. */
    resolved: resolvedAddresses.optional(),
  })
  .meta({ id: 'LoadResult', description: 'What the tool itself said, in the units of the contract.' });
export type LoadResult = z.infer<typeof loadResult>;

/** When the boundary frame was taken, by the clock of its host. */
const windowEdge = { atUs: timeUs };

export const windowOpenedResult = z
  .object({ type: z.literal('open-window'), ...windowEdge })
  .meta({ id: 'WindowOpenedResult' });
export const windowClosedResult = z
  .object({
    type: z.literal('close-window'),
    ...windowEdge,
    placement: placement.nullable(),
    drift: z.array(drift).max(MAX_KNOBS),
    profiles,
    /** The busiest other processes, as in a LoadResult. */
    competitors: competitors.optional(),
  })
  .meta({ id: 'WindowClosedResult' });
export type WindowClosedResult = z.infer<typeof windowClosedResult>;
export type WindowEdge = z.infer<typeof windowOpenedResult> | WindowClosedResult;

export const stopResult = z
  .object({
    type: z.literal('stop'),
    /** The target's files, read again before it was stopped. Absent: there was none on this host, or the agent is older. */
    identity: targetIdentity.optional(),
  })
  .meta({ id: 'StopResult' });

export const restoredResult = z
  .object({ type: z.literal('restore'), restore: restoreResult })
  .meta({ id: 'RestoredResult' });

export const commandResult = z
  .discriminatedUnion('type', [
    preparedResult,
    tunedResult,
    backendsResult,
    targetResult,
    preflightResult,
    windowOpenedResult,
    loadResult,
    windowClosedResult,
    stopResult,
    restoredResult,
  ])
  .meta({ id: 'CommandResult' });
export type CommandResult = z.infer<typeof commandResult>;

export const outcome = z
  .object({
    commandId: id,
    status: z.enum(['succeeded', 'failed', 'interrupted']),
    /** Present when it succeeded. */
    result: commandResult.nullable(),
    /** Present when it failed or was interrupted. */
    failure: failure.nullable(),
    /** Kept whatever the status. */
    command: argumentList,
    artifacts: z.array(artifactRef).max(MAX_FACTS),
  })
  .meta({ id: 'Outcome' });
export type Outcome = z.infer<typeof outcome>;

export const layoutEntry = z
  .object({ sequence: z.int().min(1), type: z.literal('layout'), layout: sampleLayout })
  .meta({ id: 'LayoutEntry' });
export const frameEntry = z
  .object({ sequence: z.int().min(1), type: z.literal('frame'), runId: id, frame })
  .meta({ id: 'FrameEntry' });
export const outcomeEntry = z
  .object({ sequence: z.int().min(1), type: z.literal('outcome'), outcome })
  .meta({ id: 'OutcomeEntry' });
export const targetExitedEntry = z
  .object({
    sequence: z.int().min(1),
    type: z.literal('target-exited'),
    runId: id,
    sentence: text,
    artifacts: z.array(artifactRef).max(MAX_FACTS),
  })
  .meta({ id: 'TargetExitedEntry', description: 'The target ended by itself.' });

export const snapshotEntry = z
  .object({ sequence: z.int().min(1), type: z.literal('snapshot'), runId: id, snapshot })
  .meta({ id: 'SnapshotEntry' });
export const restoredEntry = z
  .object({ sequence: z.int().min(1), type: z.literal('restored'), runId: id, restore: restoreResult })
  .meta({
    id: 'RestoredEntry',
    description: 'The host was put back unasked: the lease had run out, or the agent ended.',
  });

export const reportEntry = z
  .discriminatedUnion('type', [layoutEntry, frameEntry, outcomeEntry, targetExitedEntry, snapshotEntry, restoredEntry])
  .meta({ id: 'ReportEntry' });
export type ReportEntry = z.infer<typeof reportEntry>;

export const reportRequest = z
  .strictObject({
    incarnationId: id,
    /** In ascending sequence. Entries at or below the acknowledged sequence are ignored. */
    entries: z.array(reportEntry).max(1000),
  })
  .meta({ id: 'ReportRequest' });

export const reportReply = z.object({ acknowledgedSequence: z.int() }).meta({ id: 'ReportReply' });
