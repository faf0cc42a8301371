import { z } from 'zod';
import { within, word } from './bounds.ts';
import {
  isOneLine,
  MAX_CLIENTS,
  MAX_REQUESTS,
  MAX_REVISION_LABEL_CHARACTERS,
  MAX_RUN_NAME_CHARACTERS,
  MAX_VARIABLES,
  ONE_LINE,
  SAMPLES_PER_SECOND,
  SEED,
  SPEC_VERSION,
} from './limits.ts';
import { loadProfile } from './load.ts';
import { id, ipAddress } from './primitives.ts';
import { requestSpec, requestVariable } from './requests.ts';
import { targetSpec } from './target.ts';
import { cpuChoice, hostTuning } from './tuning.ts';

/** Readings of each host per second. Ten show bursts that one averages away, at ten times the cost and storage. */
export const samplesPerSecond = within(SAMPLES_PER_SECOND);

export const tuningSpec = z
  .strictObject({
    /** CPUs that the target is kept to. Null: every CPU. */
    targetCpus: cpuChoice.nullable(),
    /** What is asked of the target's host. Null leaves it as it is. */
    server: hostTuning.nullable(),
    /** What is asked of every client's host but the target's. Null leaves them as they are. */
    clients: hostTuning.nullable(),
  })
  .meta({ id: 'TuningSpec', description: 'What the hosts are asked to be, beside the load.' });
export type TuningSpec = z.infer<typeof tuningSpec>;

export const serverRef = z
  .strictObject({
    hostId: id,
    /**
     * Where clients reach the target. Null: loopback when one host has both roles, else an address that the hosts' facts
     * suggest.
     */
    address: ipAddress.nullable(),
  })
  .meta({ id: 'ServerRef' });

export const backendRef = z
  .strictObject({
    hostId: id,
    /** Where the target reaches the services there. Null: an address that the hosts' facts suggest. */
    address: ipAddress.nullable(),
  })
  .meta({ id: 'BackendRef' });
export type BackendRef = z.infer<typeof backendRef>;

export const clientRef = z.strictObject({ hostId: id }).meta({ id: 'ClientRef' });

/** What stands for `{{name}}` in the requests. */
export const variables = {
  variables: z.array(requestVariable).max(MAX_VARIABLES),
  /** Of the variables' random values: the same seed gives the same ones to each step, phase and client. */
  seed: within(SEED),
};

export const runSpec = z
  .strictObject({
    /** Version of this shape. */
    specVersion: z.literal(SPEC_VERSION, {
      error: ({ input }) =>
        input === 0
          ? 'is that of an imported run, which cannot be run again: its source does not say all of it. Make a new run in its place.'
          : undefined,
    }),
    /** The host of the target. Null exactly where the target is `external`: no agent measures it. */
    server: serverRef.nullable(),
    /**
     * The hosts that drive load; the target's may be one of them. They act as one: connections or the rate are shared out by
     * the CPUs that the tool may use on each.
     */
    clients: z.array(clientRef).min(1).max(MAX_CLIENTS),
    /** A third host, for the services that a reference target asks. Null: they are on the target's host, where it asks any. */
    backend: backendRef.nullable(),
    /** The server under test. */
    target: targetSpec,
    /** What is requested; several are mixed by their weights. */
    requests: z.array(requestSpec).min(1).max(MAX_REQUESTS),
    ...variables,
    /** How the hosts are set up. It is put back when the run ends. */
    tuning: tuningSpec,
    /** The steps of load, in order. */
    load: loadProfile,
    samplesPerSecond,
  })
  .meta({ id: 'RunSpec', description: 'One hardware x target x tuning x load profile.' });
export type RunSpec = z.infer<typeof runSpec>;

export const keptSpec = runSpec
  .extend({
    load: loadProfile
      .extend({
        /** The load generator; possibly one that only a later release knows. */
        tool: word,
      })
      .meta({ id: 'KeptLoad' }),
  })
  .meta({
    id: 'KeptSpec',
    description: 'What a run was asked, as documents tell it: it is read whatever its load generator.',
  });
export type KeptSpec = z.infer<typeof keptSpec>;

export const runName = z.string().trim().min(1).max(MAX_RUN_NAME_CHARACTERS);

/** What was measured, in the words of whoever asked: a commit, a tag, a release. Nothing follows from it. */
export const revisionLabel = z.string().trim().min(1).max(MAX_REVISION_LABEL_CHARACTERS).refine(isOneLine, ONE_LINE);

export const createRun = z
  .strictObject({
    name: runName,
    /** What to run, and where. */
    spec: runSpec,
    /** The run that this one was duplicated from. Null: none. */
    basedOnRunId: id.nullish(),
    /** Null: none. */
    revisionLabel: revisionLabel.nullish(),
  })
  .meta({ id: 'CreateRun' });
export type CreateRun = z.infer<typeof createRun>;
