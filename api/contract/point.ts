import { z } from 'zod';
import { figure, MAX_HISTOGRAM_BUCKETS, toldFigure, word } from './bounds.ts';
import { latencyHistogram, latencyKind } from './load.ts';
import { timeUs } from './primitives.ts';

/** Figures: what one step measured, and what a tool says of one invocation. */

/** Milliseconds. Tools of whole milliseconds cut off: m means [m, m + 1). What a tool does not tell is null, never 0. */
export const latencyMs = z
  .object({
    mean: toldFigure.nullable(),
    stddev: toldFigure.nullable(),
    p50: toldFigure.nullable(),
    p90: toldFigure.nullable(),
    p95: toldFigure.nullable(),
    p97_5: toldFigure.nullable(),
    p99: toldFigure.nullable(),
    p99_9: toldFigure.nullable(),
    p99_99: toldFigure.nullable(),
    max: toldFigure.nullable(),
    /** What the percentiles mean. */
    loop: latencyKind,
    /** The finest difference that the tool tells, in microseconds. */
    resolutionUs: z.int(),
  })
  .meta({ id: 'LatencyMs' });
export type LatencyMs = z.infer<typeof latencyMs>;

export const requestErrors = z
  .object({
    /** Connections that could not be made, and what the tool does not tell apart. */
    connection: z.int(),
    /** Requests that were not answered in time. */
    timeout: z.int(),
    /** Requests whose connection ended under them. */
    reset: z.int(),
    /** Answers with a status other than 2xx. */
    non2xx: z.int(),
    /** Answers of the wrong length, content or form. */
    mismatch: z.int(),
  })
  .meta({ id: 'RequestErrors', description: 'Failed requests by kind. A failed request is data.' });
export type RequestErrors = z.infer<typeof requestErrors>;

const range = z.object({ low: figure, high: figure }).meta({ id: 'LatencyRange' }).nullable();

export const latencyRangeMs = z
  .object({ p50: range, p90: range, p95: range, p97_5: range, p99: range, p99_9: range, p99_99: range })
  .meta({
    id: 'LatencyRangeMs',
    description: 'The lowest and the highest of several clients: without histograms they have no common percentile.',
  });
export type LatencyRangeMs = z.infer<typeof latencyRangeMs>;

export const distribution = z
  .array(z.object({ percentile: figure, latencyMs: figure }).meta({ id: 'DistributionPoint' }))
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
    /** Half of the round trip in which it was read, and 100 ppm of the time since, by which clocks drift apart. */
    uncertaintyUs: z.int(),
  })
  .meta({ id: 'ClockReading' });

export const runHistograms = z
  .object({
    steps: z.array(z.object({ stepIndex: z.int(), histogram: latencyHistogram }).meta({ id: 'StepHistogram' })),
  })
  .meta({ id: 'RunHistograms' });
export type RunHistograms = z.infer<typeof runHistograms>;

/** Null where the tool does not tell. */
const told = word.nullable();

export const negotiatedTls = z
  .object({
    /** Such as `TLS 1.3`. */
    version: told,
    /** Such as `TLS_AES_128_GCM_SHA256`. */
    cipher: told,
    /** Of the key exchange, such as `X25519`. */
    group: told,
    /** Of the target's certificate, such as `ECDSA P-256`. */
    certificateKey: told,
    /** What ALPN chose, such as `h2`. */
    applicationProtocol: told,
    /** Connections whose handshake was done. */
    handshakes: z.int().nullable(),
    /** Those of them that took up an earlier session. */
    resumed: z.int().nullable(),
  })
  .meta({
    id: 'NegotiatedTls',
    description: 'What client and target agreed on. Different answers stand in one text, with commas between.',
  });
export type NegotiatedTls = z.infer<typeof negotiatedTls>;

export const usedStreams = z
  .object({
    /** Of the connection that had fewest at a time: those asked, or what the target allowed in the end. */
    leastPerConnection: z.int().min(0),
    /** Of the connection that had most, at any time. */
    mostPerConnection: z.int().min(0),
    /** Requests that the target said it had not looked at (GOAWAY). No other figure counts them. */
    takenBack: z.int().min(0),
  })
  .meta({
    id: 'UsedStreams',
    description: 'Streams of HTTP/2 that connections really had, which may be fewer than were asked.',
  });
export type UsedStreams = z.infer<typeof usedStreams>;

/** What a load generator says of one invocation, in our units. */
export const toolFigures = {
  startedAtUs: timeUs,
  endedAtUs: timeUs,
  requests: z.int(),
  /** How long was measured, by the tool; of several clients from the first start to the last end. */
  durationUs: z.int(),
  /** Mean over the measured time. */
  requestsPerSecond: toldFigure,
  /** Between the seconds of the step; null where the tool does not tell, and of several clients. */
  requestsPerSecondStddev: toldFigure.nullable(),
  /** In the best second; null where the tool does not say, and for several clients. */
  requestsPerSecondMax: toldFigure.nullable(),
  /** Received by the tool. */
  bytesPerSecond: toldFigure,
  latencyMs,
  /** Failed requests. */
  errors: requestErrors,
  /** Threads or processes of the tool that made the requests; null where that was not kept. */
  toolWorkers: z.int().nullable(),
  /** Requests per second that the tool tried to send; null in a closed loop. */
  offeredPerSecond: toldFigure.nullable(),
  /** Requests that were due and never sent; null in a closed loop, or where the tool does not tell. */
  unsent: z.int().nullable(),
  /**
   * Connections that could not be made, or were answered unasked: no request of theirs went out, so none failed. volley tries them again,
   * wrk and wrk2 do not. Null where the tool does not tell. Older agents leave it out, and count them among the failed requests.
   */
  connectsFailed: z.int().nullish(),
  /** Null without TLS, and where the tool does not tell. Older agents leave it out. */
  tls: negotiatedTls.nullish(),
  /** Null without HTTP/2, and where the tool does not tell. Older agents leave it out. */
  streams: usedStreams.nullish(),
};

/** Every measured point has these; an imported one may lack them. */
const mayBeUnsaid = {
  startedAtUs: timeUs.nullable(),
  endedAtUs: timeUs.nullable(),
  requests: z.int().nullable(),
  /** How long was measured, by the tool; of several clients from the first start to the last end. */
  durationUs: z.int().nullable(),
  /** Received by the tool. */
  bytesPerSecond: figure.nullable(),
  /** Failed requests. */
  errors: requestErrors.nullable(),
};

export const point = z
  .object({
    ...toolFigures,
    ...mayBeUnsaid,
    /** The source rounded the throughput. */
    rounded: z.boolean(),
    /** Connections x pipelining, or the streams that a connection really had at most: the most requests that can be in flight; null where there was no limit. */
    inFlightMax: z.int().nullable(),
    /** Connections of all clients together. Null: as many as the tool needed. */
    connectionsAsked: z.int().nullable(),
    /** Connections to the target that were really open; null where they were not counted. */
    connectionsEstablished: z.int().nullable(),
    /** The server's own count over the step, independent of the tool; null where it counts none. */
    serverRequests: z.int().nullable(),
    /**
     * CPU time of the target per request that it served, from samples of the step; of a target that counts none, per request
     * of the tool. Null where it was not measured.
     */
    serverCpuUsPerRequest: figure.nullable(),
    /** CPU time of the tool per request. Null where it was not measured. */
    clientCpuUsPerRequest: figure.nullable(),
    /** CPUs that the target used on average while load was driven. */
    serverCpus: figure.nullable(),
    /** CPUs that the tool used on average while load was driven, on all clients together. */
    clientCpus: figure.nullable(),
    /** CPUs that everything else on the target's host used meanwhile. */
    otherCpus: figure.nullable(),
    /** The longest hole in the samples of the step, on any of the hosts; null where there are no samples. */
    sampleGapSeconds: figure.nullable(),
    /** The time in which every client drove load, over which throughput is summed; null with one client. */
    commonWindowUs: z.int().nullable(),
    /** For percentiles that several clients do not have in common; null otherwise. */
    latencyRangeMs: latencyRangeMs.nullable(),
    /** The latency histogram as a curve. Null where the tool emits none. */
    distribution: distribution.nullable(),
  })
  .meta({ id: 'Point', description: 'What one executed step measured.' });
export type Point = z.infer<typeof point>;

/** What agents measured says all that an imported point may leave unsaid. */
export type MeasuredPoint = Omit<Point, 'rounded' | 'sampleGapSeconds' | keyof typeof mayBeUnsaid> & {
  [Field in keyof typeof mayBeUnsaid]: NonNullable<Point[Field]>;
} & { sampleGapSeconds: number };
