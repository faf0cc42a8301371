import { z } from 'zod';
import { figure, MAX_FACTS, MAX_HISTOGRAM_BUCKETS, MAX_KINDS, text, within, word } from './bounds.ts';
import {
  ARRIVALS,
  LATENCY_KINDS,
  LOOPS,
  PROFILE_KINDS,
  PROTOCOLS,
  SEARCH_PERCENTILES,
  TLS_VERIFICATIONS,
} from './choices.ts';
import { LOAD_LIMITS, MAX_STEPS, SEARCH_LIMITS, SERVER_NAME } from './limits.ts';
import { TOOL_NAMES } from './tools.ts';
import { cpuChoice } from './tuning.ts';

/** Load generators that can be asked for. Which of them a host has, its facts say. `volley` comes with the agent. */
export const toolName = z.enum(TOOL_NAMES).meta({ id: 'ToolName' });
export type ToolName = z.infer<typeof toolName>;

/** `closed`: each connection asks again when it was answered. `open`: requests are sent at a rate. */
export const loop = z.enum(LOOPS).meta({ id: 'Loop' });
export type Loop = z.infer<typeof loop>;

/**
 * What a percentile means. Closed: the tool stops asking while the server stalls. Synthetic: corrected after the fact.
 * Open: counted from when the request was to be sent. Never compared across.
 */
export const latencyKind = z.enum(LATENCY_KINDS).meta({ id: 'LatencyKind' });
export type LatencyKind = z.infer<typeof latencyKind>;

export const toolLoop = z
  .object({
    loop,
    latency: latencyKind,
    /** A connection can have several requests under way. */
    pipelining: z.boolean(),
    /** It offers arrivals at random times besides even ones. */
    poisson: z.boolean(),
    /** A number of connections can be asked for; without, the tool opens as many as it needs. */
    connections: z.boolean(),
    /** The shortest step that it can drive. */
    shortestSeconds: z.int(),
  })
  .meta({ id: 'ToolLoop', description: 'A loop that a tool drives honestly.' });
export type ToolLoop = z.infer<typeof toolLoop>;

export const toolAbilities = z
  .object({
    /** The loops that it drives honestly. */
    loops: z.array(toolLoop).max(MAX_KINDS),
    /** What `toolWorkers` sets of it; `none`: it cannot be set. */
    workers: z.enum(['threads', 'processes', 'none']),
    /** The finest difference between two latencies that it tells. */
    resolutionUs: z.int(),
    /** The percentiles that it gives, such as `p50` or `p99_9`. */
    percentiles: z.array(word).max(MAX_KINDS),
    /** It emits a histogram, so that several clients have common percentiles. */
    histogram: z.boolean(),
    /** It can mix several requests by weight. */
    mixes: z.boolean(),
    /** It can ask for gzip and decompress what comes. */
    decompression: z.boolean(),
    /** What it can send beyond plain GETs over HTTP/1.1: modes of `TOOL_MODES`. Agents older than this field: none. */
    modes: z.array(word).max(MAX_FACTS).optional(),
    /** Modes that are refused, with the reason. */
    refusals: z.array(z.object({ mode: word, reason: text }).meta({ id: 'ToolRefusal' })).max(MAX_FACTS),
  })
  .meta({ id: 'ToolAbilities', description: 'What a load generator can do, and what its figures mean.' });
export type ToolAbilities = z.infer<typeof toolAbilities>;

/** Profiles that Go's pprof can take of a target, and of the whole host (on-cpu), by perf events. */
export const profileKind = z.enum(PROFILE_KINDS).meta({ id: 'ProfileKind' });
export type ProfileKind = z.infer<typeof profileKind>;

/** Open connections. */
const connections = within(LOAD_LIMITS.connections);
/** Requests under way on each connection; 1 is no pipelining. Of HTTP/2: streams. */
const pipelining = within(LOAD_LIMITS.pipelining);
/** Requests to send per second. */
const requestsPerSecond = within(LOAD_LIMITS.requestsPerSecond);

const anyStep = {
  /** How long load is driven, without the warm-up. */
  durationSeconds: within(LOAD_LIMITS.durationSeconds),
  /** Threads or processes of the tool on each client. Null: as the load profile says. */
  toolWorkers: within(LOAD_LIMITS.toolWorkers).nullable(),
  /** Profiles to take of the target meanwhile. A step with profiles is a repetition, and its figures stand apart. */
  profiles: z.array(profileKind).max(PROFILE_KINDS.length),
};

const closedLoad = { loop: z.literal('closed'), connections, pipelining };
const openLoad = {
  loop: z.literal('open'),
  requestsPerSecond,
  /** When requests are due: at even intervals (`constant`) or at random times (`poisson`). */
  arrivals: z.enum(ARRIVALS),
  /** Open connections. Null: as many as the tool needs. */
  connections: connections.nullable(),
};

export const closedStep = z.strictObject({ ...closedLoad, ...anyStep }).meta({
  id: 'ClosedStep',
  description: 'Each connection asks again when it was answered. Its load is that of all clients together.',
});
export type ClosedStep = z.infer<typeof closedStep>;

export const openStep = z.strictObject({ ...openLoad, ...anyStep }).meta({
  id: 'OpenStep',
  description:
    'Requests are sent at a rate, whether or not earlier ones were answered. Its load is that of all clients together.',
});
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
        durationSeconds: figure.nullable(),
        toolWorkers: z.int().nullable(),
        profiles: z.array(profileKind).max(MAX_KINDS),
      })
      .meta({ id: 'AskedClosedStep' }),
    z
      .object({
        loop: z.literal('open'),
        /**
         * Null: a report that does not say the requested rate, such as vegeta's. Whether it was met is then unknown.
         */
        requestsPerSecond: figure.nullable(),
        arrivals: z.enum(ARRIVALS).nullable(),
        connections: z.int().nullable(),
        durationSeconds: figure.nullable(),
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
    /** The percentile that has a bound. */
    percentile: z.enum(SEARCH_PERCENTILES),
    /** The bound of the percentile, in milliseconds. */
    mostMs: figure.positive().max(SEARCH_LIMITS.mostMs[1]),
  })
  .meta({ id: 'LatencyCeiling', description: 'Until a percentile of the latency is above a bound.' });
export const searchCeiling = z
  .discriminatedUnion('kind', [throughputCeiling, latencyCeiling])
  .meta({ id: 'SearchCeiling' });
export type SearchCeiling = z.infer<typeof searchCeiling>;

export const ceilingSearch = z
  .strictObject({
    /** What the steps raise. It has to fit the loop of the first step: connections of a closed one, the rate of an open one. */
    vary: z.enum(['connections', 'requestsPerSecond']),
    /** The search goes no higher. */
    most: within(SEARCH_LIMITS.most),
    /** Each step asks this many times the one before, until the ceiling is passed. */
    growth: figure.min(SEARCH_LIMITS.growth[0]).max(SEARCH_LIMITS.growth[1]),
    /** Then steps between narrow the bracket down to this share of the knee: 0.1 is 10 %. */
    precision: figure.min(SEARCH_LIMITS.precision[0]).max(SEARCH_LIMITS.precision[1]),
    /** Where it stops raising the load. */
    ceiling: searchCeiling,
  })
  .meta({
    id: 'CeilingSearch',
    description: 'Steps that are planned while the run goes on, by what the ones before gave.',
  });
export type CeilingSearch = z.infer<typeof ceilingSearch>;

export const protocol = z.enum(PROTOCOLS).meta({ id: 'Protocol' });
export type Protocol = z.infer<typeof protocol>;

export const loadTls = z
  .strictObject({
    /** The name that is asked for (SNI) and that the certificate has to have. Null: as the target's address. */
    serverName: z
      .string()
      .max(253)
      .regex(SERVER_NAME, 'must be a host name such as shop.example.org, and no address')
      .nullable(),
    /**
     * `host`: the certificate must have the target's name and come from an authority of the client's system or of its
     * host's configuration file; for the reference server it must be the one that it made. `any`: every certificate is
     * accepted.
     */
    verify: z.enum(TLS_VERIFICATIONS),
    /** A new connection takes up the session of an earlier one, and saves the most of the handshake. */
    resume: z.boolean(),
  })
  .meta({ id: 'LoadTls' });
export type LoadTls = z.infer<typeof loadTls>;

/** How the requests travel. */
const transport = {
  /** `h2`: HTTP/2, with TLS by ALPN and without by prior knowledge. Pipelining is then the streams of each connection. */
  protocol,
  /** Null exactly where the target speaks no TLS. */
  tls: loadTls.nullable(),
  /** Each connection keeps the cookies that it is given, and sends them back. */
  cookies: z.boolean(),
  /** A connection is closed and another one opened after so many. Null: connections stay. */
  requestsPerConnection: within(LOAD_LIMITS.requestsPerConnection).nullable(),
};

export const loadTransport = z.object(transport);

export const loadProfile = z
  .strictObject({
    /** The load generator. Every client has to have it. */
    tool: toolName,
    /** Threads or processes of the tool on each client. Null: the CPUs it may use there - 2, at least 1. */
    toolWorkers: within(LOAD_LIMITS.toolWorkers).nullable(),
    /** CPUs of the tool on each client. Null: every CPU that the agent may use, also those of a target on the same host. */
    toolCpus: cpuChoice.nullable(),
    /** Ask for gzip, and decompress what comes. */
    decompress: z.boolean(),
    ...transport,
    /** Load before every step, as an invocation of its own whose results are never counted. 0: none. */
    warmupSeconds: within(LOAD_LIMITS.warmupSeconds),
    /** Rest after every step but the last. */
    pauseSeconds: within(LOAD_LIMITS.pauseSeconds),
    /** In the order in which they run. With a search: its first step alone. */
    steps: z.array(stepSpec).min(1).max(MAX_STEPS),
    /** Plans further steps by what the ones before gave. Null: the steps are those listed. */
    search: ceilingSearch.nullable(),
  })
  .meta({ id: 'LoadProfile' });
export type LoadProfile = z.infer<typeof loadProfile>;

/** HdrHistogram buckets, each by the highest value it stands for; merging is adding counts by value. */
export const latencyHistogram = z
  .object({
    /** Decimal digits to which the values are exact. */
    significantDigits: z.int(),
    /** Ascending, as many as counts. */
    valuesUs: z.array(z.int()).max(MAX_HISTOGRAM_BUCKETS),
    /** Requests in each bucket. */
    counts: z.array(z.int()).max(MAX_HISTOGRAM_BUCKETS),
  })
  .meta({ id: 'LatencyHistogram', description: 'How many requests took how long; empty buckets are left out.' });
export type LatencyHistogram = z.infer<typeof latencyHistogram>;
