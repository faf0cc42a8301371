import { z } from 'zod';
import { id, ipAddress } from './primitives.ts';
import { cpuChoice, hostTuning } from './tuning.ts';

export const SPEC_VERSION = 3;
export const MAX_STEPS = 50;
export const MAX_STEP_SECONDS = 3600;

/** Load generators that can be asked for. Which of them a host has, its facts say. */
export const toolName = z.enum(['autocannon', 'wrk']).meta({ id: 'ToolName' });
export type ToolName = z.infer<typeof toolName>;

/** Frames of a host in a second. Ten show bursts that one averages away, at ten times the cost and storage. */
export const samplesPerSecond = z.int().min(1).max(10);

export const targetSpec = z
  .strictObject({
    kind: z.literal('reference'),
    framework: z.literal('fiber'),
    prefork: z.boolean(),
    /** Processes with prefork, GOMAXPROCS without. Null: one per CPU the target may use. */
    workers: z.int().min(1).max(1024).nullable(),
    /** Null: the agent picks a free one. */
    port: z.int().min(1).max(65535).nullable(),
  })
  .meta({ id: 'TargetSpec' });
export type TargetSpec = z.infer<typeof targetSpec>;

export const requestSpec = z
  .strictObject({
    method: z.literal('GET'),
    path: z.enum(['/simple', '/read']),
    weight: z.int().min(1).max(1000),
  })
  .meta({ id: 'RequestSpec' });

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

export const stepSpec = z
  .strictObject({
    loop: z.literal('closed'),
    connections: z.int().min(1).max(100_000),
    pipelining: z.int().min(1).max(1000),
    durationSeconds: z.int().min(1).max(MAX_STEP_SECONDS),
  })
  .meta({ id: 'StepSpec' });
export type StepSpec = z.infer<typeof stepSpec>;

export const loadProfile = z
  .strictObject({
    tool: toolName,
    /** Threads of the tool. Null: the CPUs it may use - 2, at least 1. */
    toolWorkers: z.int().min(1).max(1024).nullable(),
    toolCpus: cpuChoice.nullable(),
    /** Before every step, an invocation of its own whose results are never counted. 0: none. */
    warmupSeconds: z.int().min(0).max(600),
    /** After every step but the last. */
    pauseSeconds: z.int().min(0).max(600),
    steps: z.array(stepSpec).min(1).max(MAX_STEPS),
  })
  .meta({ id: 'LoadProfile' });

export const serverRef = z
  .strictObject({
    hostId: id,
    /** Where clients reach the target. Null: loopback on one host, else chosen by the facts (domain/target-address.ts). */
    address: ipAddress.nullable(),
  })
  .meta({ id: 'ServerRef' });

export const runSpec = z
  .strictObject({
    specVersion: z.literal(SPEC_VERSION),
    server: serverRef,
    clients: z.array(z.strictObject({ hostId: id }).meta({ id: 'ClientRef' })).length(1),
    target: targetSpec,
    requests: z.array(requestSpec).length(1),
    tuning: tuningSpec,
    load: loadProfile,
    samplesPerSecond,
  })
  .meta({ id: 'RunSpec', description: 'One hardware x target x tuning x load profile.' });
export type RunSpec = z.infer<typeof runSpec>;

export const runName = z.string().trim().min(1).max(120);

export const createRun = z
  .strictObject({
    name: runName,
    spec: runSpec,
    /** The run that this one was made from, by duplicating and editing. */
    basedOnRunId: id.nullish(),
  })
  .meta({ id: 'CreateRun' });
export type CreateRun = z.infer<typeof createRun>;
