import { z } from 'zod';
import { latencyKind } from './load.ts';
import { id, timeUs } from './primitives.ts';
import { validity, wall } from './verdict.ts';

export const runPoint = z
  .object({
    runId: id,
    name: z.string(),
    createdAtUs: timeUs,
    /** Place of its group in `groups`; null for a run that is in none. */
    group: z.int().nullable(),
    /** Of its best step, as both figures are. */
    requestsPerSecond: z.number(),
    latencyMsP99: z.number(),
    /** The finest difference between latencies that the tool tells; null where an import does not say. */
    latencyResolutionUs: z.int().nullable(),
    /** What that percentile means; null where it is not known. */
    latency: latencyKind.nullable(),
    /** What limited the best step; null where that is not known. */
    wall: wall.nullable(),
    validity: validity.nullable(),
    /** Requests in flight on each connection in its best step; null of an open loop, and where it is not stated. */
    pipelining: z.number().nullable(),
    /** It is the baseline of its group. */
    pinned: z.boolean(),
  })
  .meta({ id: 'RunPoint' });
export type RunPoint = z.infer<typeof runPoint>;

export const runPoints = z
  .object({
    /** The newest first; at most 5,000. */
    points: z.array(runPoint),
    /** Target and requests of the points, as `RunBaseline` has them. */
    groups: z.array(z.string()),
    /** Runs that pass the filters and have both figures, those beyond the points among them. */
    placed: z.int(),
    /** Runs that pass the filters. */
    total: z.int(),
  })
  .meta({
    id: 'RunPoints',
    description: 'Throughput against p99 of the runs that pass the filters, each at its best step.',
  });
export type RunPoints = z.infer<typeof runPoints>;
