import { z } from 'zod';
import { argumentList, figure, MAX_FACTS, MAX_HOSTS, text, word } from './bounds.ts';
import { stepEvidence } from './evidence.ts';
import { askedStep, loadShare, profileKind } from './load.ts';
import { clockReading, point, toolFigures } from './point.ts';
import { failure, id, sha256 } from './primitives.ts';
import { resolvedAddresses } from './target.ts';
import { pointVerdict } from './verdict.ts';

/** A step of a run: the load that it asked for, each client's part, its files, and what came of it. */

/** `counting`: it was measured, and its figures are being made. */
export const stepStatus = z
  .enum(['planned', 'running', 'counting', 'measured', 'failed', 'skipped'])
  .meta({ id: 'StepStatus' });

export const artifactKind = z
  .enum(['tool-input', 'tool-output', 'tool-log', 'target-log', 'profile'])
  .meta({ id: 'ArtifactKind' });

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
        cpus: figure.nullable(),
        /** CPU time of the tool per request. */
        cpuUsPerRequest: figure.nullable(),
        /** What it resolved the host of an external target to, just before the load. Absent otherwise. */
        resolved: resolvedAddresses.optional(),
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
  durationSeconds: figure,
  /** What is counted, such as cpu, delay or inuse_space. */
  sampleType: word,
  /** Unit of the counts: nanoseconds, count or bytes. */
  unit: word,
  /** Over all functions, in that unit. */
  total: figure,
  /** How it was taken and what it lacks, in sentences. Null where there is nothing to say; absent of what older agents took. */
  note: text.nullable().optional(),
  /** The costliest first; of equal ones, the inner one. */
  functions: z
    .array(
      z
        .object({ name: text, file: text, flat: figure, cumulative: figure })
        .meta({ id: 'ProfileFunction', description: 'Flat: in the function itself; cumulative: with what it called.' }),
    )
    .max(100),
};

export const stepProfile = z.object({ ...profileFigures, artifactId: id.nullable() }).meta({
  id: 'StepProfile',
  description: 'A profile of the target, or of its whole host (on-cpu), that was taken during a step.',
});
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
