import { z } from 'zod';
import { MAX_FACTS, MAX_HISTOGRAM_BUCKETS, MAX_KINDS, text, within, word } from './bounds.ts';
import { ARRIVALS, LOOPS, PROFILE_KINDS, SEARCH_PERCENTILES, TOOL_NAMES } from './choices.ts';
import { LOAD_LIMITS, MAX_STEPS, SEARCH_LIMITS } from './limits.ts';
import { cpuChoice } from './tuning.ts';

/** Load generators that can be asked for. Which of them a host has, its facts say. `volley` comes with the agent. */
export const toolName = z.enum(TOOL_NAMES).meta({ id: 'ToolName' });
export type ToolName = z.infer<typeof toolName>;

export const loop = z.enum(LOOPS).meta({ id: 'Loop' });
export type Loop = z.infer<typeof loop>;

/**
 * What a percentile means. Closed: the tool stops asking while the server stalls. Synthetic: corrected after the fact.
 * Open: counted from when the request was to be sent. Never compared across.
 */
export const latencyKind = z.enum(['closed', 'synthetic', 'open']).meta({ id: 'LatencyKind' });
export type LatencyKind = z.infer<typeof latencyKind>;

export const toolLoop = z
  .object({
    loop,
    latency: latencyKind,
    pipelining: z.boolean(),
    /** Arrivals at random times are offered besides even ones. */
    poisson: z.boolean(),
    /** A number of connections can be asked for; without, the tool opens as many as it needs. */
    connections: z.boolean(),
    shortestSeconds: z.int(),
  })
  .meta({ id: 'ToolLoop', description: 'A loop that a tool drives honestly.' });
export type ToolLoop = z.infer<typeof toolLoop>;

export const toolAbilities = z
  .object({
    loops: z.array(toolLoop).max(MAX_KINDS),
    workers: z.enum(['threads', 'processes', 'none']),
    resolutionUs: z.int(),
    /** Such as `p50`, `p99_9`. */
    percentiles: z.array(word).max(MAX_KINDS),
    /** It emits a histogram, so that several clients have common percentiles. */
    histogram: z.boolean(),
    mixes: z.boolean(),
    decompression: z.boolean(),
    /** Modes that are refused, with the reason. */
    refusals: z.array(z.object({ mode: word, reason: text }).meta({ id: 'ToolRefusal' })).max(MAX_FACTS),
  })
  .meta({ id: 'ToolAbilities', description: 'What a load generator can do, and what its figures mean.' });
export type ToolAbilities = z.infer<typeof toolAbilities>;

/** Profiles that Go's pprof can take of a target. */
export const profileKind = z.enum(PROFILE_KINDS).meta({ id: 'ProfileKind' });
export type ProfileKind = z.infer<typeof profileKind>;

const connections = within(LOAD_LIMITS.connections);
const pipelining = within(LOAD_LIMITS.pipelining);
const requestsPerSecond = within(LOAD_LIMITS.requestsPerSecond);

const anyStep = {
  durationSeconds: within(LOAD_LIMITS.durationSeconds),
  /** Threads or processes of the tool on each client. Null: as the load profile says. */
  toolWorkers: within(LOAD_LIMITS.toolWorkers).nullable(),
  /** What is captured of the target meanwhile. A step with profiles is a repetition whose figures stand apart. */
  profiles: z.array(profileKind).max(5),
};

/** Of all clients together. */
const closedLoad = { loop: z.literal('closed'), connections, pipelining };
const openLoad = {
  loop: z.literal('open'),
  requestsPerSecond,
  arrivals: z.enum(ARRIVALS),
  /** Null: as many as the tool needs. */
  connections: connections.nullable(),
};

export const closedStep = z
  .strictObject({ ...closedLoad, ...anyStep })
  .meta({ id: 'ClosedStep', description: 'Each connection asks again when it was answered.' });
export type ClosedStep = z.infer<typeof closedStep>;

export const openStep = z
  .strictObject({ ...openLoad, ...anyStep })
  .meta({ id: 'OpenStep', description: 'Requests are sent at a rate, whether or not earlier ones were answered.' });
export type OpenStep = z.infer<typeof openStep>;

export const stepSpec = z.discriminatedUnion('loop', [closedStep, openStep]).meta({ id: 'StepSpec' });
export type StepSpec = z.infer<typeof stepSpec>;

/** What a step asked, where it may be that of an imported run: what its source does not say is null. */
export const askedStep = z
  .discriminatedUnion('loop', [
    z
      .object({
        loop: z.literal('closed'),
        connections: z.int().nullable(),
        pipelining: z.int().nullable(),
        durationSeconds: z.number().nullable(),
        toolWorkers: z.int().nullable(),
        profiles: z.array(profileKind).max(MAX_KINDS),
      })
      .meta({ id: 'AskedClosedStep' }),
    z
      .object({
        loop: z.literal('open'),
        /** Null: a report, such as vegeta's, that does not say which rate was asked. Whether it was met cannot be told. */
        requestsPerSecond: z.number().nullable(),
        arrivals: z.enum(ARRIVALS).nullable(),
        connections: z.int().nullable(),
        durationSeconds: z.number().nullable(),
        toolWorkers: z.int().nullable(),
        profiles: z.array(profileKind).max(MAX_KINDS),
      })
      .meta({ id: 'AskedOpenStep' }),
  ])
  .meta({ id: 'AskedStep' });
export type AskedStep = z.infer<typeof askedStep>;

/** One client's share of a step. */
export const loadShare = z
  .discriminatedUnion('loop', [
    z.object(closedLoad).meta({ id: 'ClosedShare' }),
    z.object(openLoad).meta({ id: 'OpenShare' }),
  ])
  .meta({ id: 'LoadShare' });
export type LoadShare = z.infer<typeof loadShare>;

const throughputCeiling = z
  .strictObject({ kind: z.literal('throughput') })
  .meta({ id: 'ThroughputCeiling', description: 'Until more load no longer gives more requests per second.' });
const latencyCeiling = z
  .strictObject({
    kind: z.literal('latency'),
    percentile: z.enum(SEARCH_PERCENTILES),
    mostMs: z.number().positive().max(SEARCH_LIMITS.mostMs[1]),
  })
  .meta({ id: 'LatencyCeiling', description: 'Until a percentile of the latency is above a bound.' });
export const searchCeiling = z
  .discriminatedUnion('kind', [throughputCeiling, latencyCeiling])
  .meta({ id: 'SearchCeiling' });
export type SearchCeiling = z.infer<typeof searchCeiling>;

export const ceilingSearch = z
  .strictObject({
    vary: z.enum(['connections', 'requestsPerSecond']),
    /** The search goes no higher. */
    most: within(SEARCH_LIMITS.most),
    /** Each step asks this many times the one before, until the ceiling is passed. */
    growth: z.number().min(SEARCH_LIMITS.growth[0]).max(SEARCH_LIMITS.growth[1]),
    /** Then steps between narrow the bracket down to this share of the knee: 0.1 is 10 %. */
    precision: z.number().min(SEARCH_LIMITS.precision[0]).max(SEARCH_LIMITS.precision[1]),
    ceiling: searchCeiling,
  })
  .meta({
    id: 'CeilingSearch',
    description: 'Steps that are planned while the run goes on, by what the ones before gave.',
  });
export type CeilingSearch = z.infer<typeof ceilingSearch>;

export const loadProfile = z
  .strictObject({
    tool: toolName,
    /** Threads or processes of the tool on each client. Null: the CPUs it may use there - 2, at least 1. */
    toolWorkers: within(LOAD_LIMITS.toolWorkers).nullable(),
    toolCpus: cpuChoice.nullable(),
    /** Ask for gzip, and decompress what comes. */
    decompress: z.boolean(),
    /** Before every step, an invocation of its own whose results are never counted. 0: none. */
    warmupSeconds: within(LOAD_LIMITS.warmupSeconds),
    /** After every step but the last. */
    pauseSeconds: within(LOAD_LIMITS.pauseSeconds),
    /** With a search, the first step of it alone. */
    steps: z.array(stepSpec).min(1).max(MAX_STEPS),
    search: ceilingSearch.nullable(),
  })
  .meta({ id: 'LoadProfile' });
export type LoadProfile = z.infer<typeof loadProfile>;

/** HdrHistogram buckets, each by the highest value it stands for; merging is adding counts by value. */
export const latencyHistogram = z
  .object({
    significantDigits: z.int(),
    /** Ascending, as many as counts. */
    valuesUs: z.array(z.int()).max(MAX_HISTOGRAM_BUCKETS),
    counts: z.array(z.int()).max(MAX_HISTOGRAM_BUCKETS),
  })
  .meta({ id: 'LatencyHistogram', description: 'How many requests took how long; empty buckets are left out.' });
export type LatencyHistogram = z.infer<typeof latencyHistogram>;
