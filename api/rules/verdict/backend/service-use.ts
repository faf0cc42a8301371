import type { BackendEvidence, DatabaseCounts, PoolCounts } from '../../../contract/backend-evidence.ts';
import type { StepEvidence } from '../../../contract/evidence.ts';
import type { Run } from '../../../contract/run.ts';
import { usedDepth } from '../../load/used-depth.ts';
import { amount, percent } from '../amounts.ts';
import { isH2 } from '../labels-of-run.ts';
import type { MeasuredStep } from '../measured-step.ts';
import { HELD_COUNTED_LEAST, SESSIONS_WAITING } from '../thresholds.ts';

/** How a pool was used on average. */
export interface PoolUse {
  size: number;
  /** Connections in use. */
  inUse: number;
  /** Requests that waited for a connection. */
  waiting: number;
  share: number;
  /** How long a connection was held at a time; null where hardly one was given back. */
  heldMs: number | null;
  /** Requests that waited for a connection or had one. */
  requests: number;
}

export function poolUse({ size, seconds, asked, acquired, waitUs, heldUs, ...means }: PoolCounts): PoolUse {
  const held = heldUs / 1e6 / seconds;
  const counted = held >= HELD_COUNTED_LEAST * means.inUse;
  const inUse = Math.min(size, counted ? held : means.inUse);
  // Where the queue is not worked off within the time, most waits are not over, and in no total.
  const waiting = counted && asked >= means.waiting ? waitUs / 1e6 / seconds : means.waiting;
  const together = acquired > 0 ? Math.max(1, asked / acquired) : 1;
  return {
    size,
    inUse,
    waiting,
    share: inUse / size,
    heldMs: counted && acquired > 0 ? heldUs / 1000 / acquired : null,
    requests: inUse * together + waiting,
  };
}

/** Sessions that waited for one thing, of the connections in use: those at work, and those between two statements of a request. */
export interface SessionsWaiting {
  waiting: number;
  of: number;
  share: number;
}

type Waited = Exclude<keyof NonNullable<DatabaseCounts['sessions']>, 'active'>;

/** Null if nothing was sampled, or nothing happened. */
export function sessionsWaiting({ database, pool }: BackendEvidence, what: Waited): SessionsWaiting | null {
  const sessions = database?.sessions;
  if (!sessions) return null;
  const of = Math.max(sessions.active, pool ? poolUse(pool).inUse : 0);
  return of === 0 ? null : { waiting: sessions[what], of, share: Math.min(1, sessions[what] / of) };
}

/** Requests at a service, and how many a server can be handling at once. */
export interface AtService {
  requests: number;
  possible: number;
  share: number;
}

/**
 * A server handles a request of each connection at once, or with HTTP/2 of each stream; pipelined ones behind it wait for it. Null
 * where that is not known.
 */
export function atService(requests: number, step: MeasuredStep, run: Run): AtService | null {
  const { spec, point } = step;
  const connections = spec.connections ?? point.connectionsEstablished;
  const streams = isH2(run) ? streamsMost(step) : 1;
  if (!connections || !streams) return null;
  const possible = connections * streams;
  return { requests: Math.min(requests, possible), possible, share: Math.min(1, requests / possible) };
}

/** An open loop has more than one where its tool tells so. */
const streamsMost = ({ spec, point }: MeasuredStep): number | null =>
  usedDepth({ pipelining: spec.loop === 'closed' ? spec.pipelining : null }, point, true)?.most ?? null;

/** '58 requests were at the database, of 64 possible'; '' where that is not known. */
export const atServiceText = (at: AtService | null, service: string): string =>
  at === null ? '' : `${amount(at.requests)} requests were at ${service}, of ${amount(at.possible)} possible`;

/** '9.6 of the 10 connections in use waited for the WAL (96 %, the limit from 50 %)'. */
export const sessionsText = ({ waiting, of, share }: SessionsWaiting, what: string): string =>
  `${amount(waiting)} of ${amount(of)} connections in use waited for ${what} (${percent(share, SESSIONS_WAITING)}, the limit from ${percent(SESSIONS_WAITING)})`;

/** CPUs that the services used on average, of those of their host; null where it was not measured. */
export function servicesCpu({ cpu }: BackendEvidence): { used: number; cpus: number } | null {
  return cpu && { used: cpu.cpuUs / 1e6 / cpu.seconds, cpus: cpu.cpus };
}

/** The share of a CPU that a cache's main thread used, which runs all of its commands; null where the cache does not say. */
export const cacheThread = ({ cacheServer }: StepEvidence): number | null =>
  cacheServer?.mainThreadUs == null ? null : cacheServer.mainThreadUs / 1e6 / cacheServer.seconds;
