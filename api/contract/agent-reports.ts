import { z } from 'zod';
import { backendNeeds, startedBackends } from './backends.ts';
import { argumentList, MAX_FACTS, MAX_KINDS, MAX_KNOBS, MAX_SECONDS, text, word } from './bounds.ts';
import { competitors } from './evidence.ts';
import { serviceIdentity, targetIdentity } from './identity.ts';
import { latencyOverTime } from './latency-over-time.ts';
import { latencyHistogram } from './load.ts';
import { clockReading, toolFigures } from './point.ts';
import { preflightAnswers } from './preflight.ts';
import { cpuList, failure, id, sha256, timeUs } from './primitives.ts';
import { frame, sampleLayout } from './samples.ts';
import { artifactKind, profileFigures } from './step.ts';
import { resolvedAddresses, targetCertificate } from './target.ts';
import { appliedTuning, drift, placement, restoreResult, snapshot } from './tuning.ts';

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
