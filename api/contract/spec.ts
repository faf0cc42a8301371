import { z } from 'zod';
import { within } from './bounds.ts';
import { MAX_CLIENTS, MAX_REQUESTS, MAX_RUN_NAME_CHARACTERS, SAMPLES_PER_SECOND, SPEC_VERSION } from './limits.ts';
import { loadProfile } from './load.ts';
import { id, ipAddress } from './primitives.ts';
import { requestSpec, targetSpec } from './target.ts';
import { cpuChoice, hostTuning } from './tuning.ts';

/** Frames of a host in a second. Ten show bursts that one averages away, at ten times the cost and storage. */
export const samplesPerSecond = within(SAMPLES_PER_SECOND);

export const tuningSpec = z
  .strictObject({
    /** Null: every CPU. */
    targetCpus: cpuChoice.nullable(),
    /** Of the target's host; null leaves it as it is. */
    server: hostTuning.nullable(),
    /** Of every client's host that is not the target's too; null leaves them as they are. */
    clients: hostTuning.nullable(),
  })
  .meta({ id: 'TuningSpec', description: 'What the hosts are asked to be, beside the load.' });
export type TuningSpec = z.infer<typeof tuningSpec>;

export const serverRef = z
  .strictObject({
    hostId: id,
    /** Where clients reach the target. Null: loopback on one host, else chosen by the facts (api/rules/spec/target-address.ts). */
    address: ipAddress.nullable(),
  })
  .meta({ id: 'ServerRef' });

export const clientRef = z.strictObject({ hostId: id }).meta({ id: 'ClientRef' });

export const runSpec = z
  .strictObject({
    specVersion: z.literal(SPEC_VERSION, {
      error: ({ input }) =>
        input === 0
          ? 'is that of an imported run, which cannot be run again: its source does not say all of it. Make a new run in its place.'
          : undefined,
    }),
    server: serverRef,
    /** They act as one: connections or the rate are shared out by the CPUs that the tool may use on each. */
    clients: z.array(clientRef).min(1).max(MAX_CLIENTS),
    target: targetSpec,
    requests: z.array(requestSpec).min(1).max(MAX_REQUESTS),
    tuning: tuningSpec,
    load: loadProfile,
    samplesPerSecond,
  })
  .meta({ id: 'RunSpec', description: 'One hardware x target x tuning x load profile.' });
export type RunSpec = z.infer<typeof runSpec>;

export const runName = z.string().trim().min(1).max(MAX_RUN_NAME_CHARACTERS);

export const createRun = z
  .strictObject({
    name: runName,
    spec: runSpec,
    /** The run that this one was made from, by duplicating and editing. */
    basedOnRunId: id.nullish(),
  })
  .meta({ id: 'CreateRun' });
export type CreateRun = z.infer<typeof createRun>;
