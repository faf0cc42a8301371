import { z } from 'zod';
import { figure, word } from './bounds.ts';
import { id } from './primitives.ts';

/**
 * What was counted of the services behind a target while load was driven: how much counters rose, and means of gauges. Each
 * group has the time between its own readings, as services are asked at other moments than the kernel. A group is null where
 * the run has no such service, or it was not read.
 */

/** Time between the first and the last reading. */
const seconds = figure;
/** Of readings, or of looks. */
const mean = figure;

export const poolCounts = z
  .object({
    seconds,
    /** Connections that all workers together may have. */
    size: z.int(),
    /** Requests that were given a connection, and connections that were taken: fewer where requests share one. */
    asked: z.int(),
    acquired: z.int(),
    /** How long requests waited for a connection, and how long connections were away from the pool; both count when it was over. */
    waitUs: z.int(),
    heldUs: z.int(),
    /** Connections in use, and requests that waited for one. */
    inUse: mean,
    waiting: mean,
  })
  .meta({ id: 'PoolCounts', description: 'Connections of the target to a service, as the target counts them.' });
export type PoolCounts = z.infer<typeof poolCounts>;

export const databaseCounts = z
  .object({
    seconds,
    commits: z.int(),
    walFsyncs: z.int(),
    walFsyncUs: z.int(),
    /** Active client sessions, by what they waited for. Null: not sampled. */
    sessions: z
      .object({ active: mean, lock: mean, wal: mean, io: mean, running: mean })
      .meta({ id: 'DatabaseSessions' })
      .nullable(),
  })
  .meta({ id: 'DatabaseCounts', description: 'What PostgreSQL says of itself.' });
export type DatabaseCounts = z.infer<typeof databaseCounts>;

export const downstreamCounts = z
  .object({
    seconds,
    calls: z.int(),
    /** A call is one attempt or more. */
    attempts: z.int(),
    timedOut: z.int(),
    refused: z.int(),
    unanswered: z.int(),
    /** Calls that had no attempt left. */
    exhausted: z.int(),
    inFlight: mean,
  })
  .meta({ id: 'DownstreamCounts', description: 'Calls of another server, as the target counts them.' });
export type DownstreamCounts = z.infer<typeof downstreamCounts>;

const servicesCpu = z.object({ seconds, cpuUs: z.int() });

/** What one host counted of them: the pools on the target's, CPU time and database where the services are. */
export const backendCounts = z.object({
  /** Of all services on this host, with their children. */
  cpu: servicesCpu.nullable(),
  pool: poolCounts.nullable(),
  cache: poolCounts.nullable(),
  database: databaseCounts.nullable(),
  downstream: downstreamCounts.nullable(),
});
export type BackendCounts = z.infer<typeof backendCounts>;

export const backendEvidence = backendCounts
  .extend({
    cpu: servicesCpu
      .extend({
        hostId: id,
        name: word,
        /** CPUs of that machine; the services may use all of them. */
        cpus: z.int(),
      })
      .meta({ id: 'ServicesCpu', description: 'CPU time of the services on their host.' })
      .nullable(),
  })
  .meta({ id: 'BackendEvidence', description: 'The services behind the target, in one step.' });
export type BackendEvidence = z.infer<typeof backendEvidence>;
