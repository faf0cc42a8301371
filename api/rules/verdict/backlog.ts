import type { LatencyMs, LatencyRangeMs } from '../../contract/point.ts';
import { QUEUE_MEDIAN_MS, QUEUE_SECONDS } from './thresholds.ts';

/** An open loop whose rate was achieved, and what is known of the requests that waited meanwhile. */
export interface OpenLoad {
  requestsPerSecondAsked: number;
  arrivals: 'constant' | 'poisson' | null;
  connections: number | null;
  /** Due by the end and never sent. */
  unsent: number | null;
  /** Counted from when a request was due; null where the tool counts from its sending. */
  latencyMsP50: number | null;
  /** Requests in each second. */
  bySecond: readonly number[] | null;
}

/**
 * The median, or the highest of several clients without a common one; null where the tool times requests from when it
 * sent them.
 */
export const queuedMedianMs = ({
  latencyMs: { p50, loop },
  latencyRangeMs,
}: {
  latencyMs: Pick<LatencyMs, 'p50' | 'loop'>;
  latencyRangeMs: Pick<LatencyRangeMs, 'p50'> | null;
}): number | null => (loop === 'open' ? (p50 ?? latencyRangeMs?.p50?.high ?? null) : null);

/** Why the rate is at the limit though it was achieved. */
export type Backlog =
  /** Requests behind the rate: in the first third of the step, and in its last. */
  | { by: 'growth'; first: number; last: number; seconds: number }
  /** Requests that no connection was free for. */
  | { by: 'unsent'; unsent: number; drainMs: number; latencyMsP50: number | null }
  /** Nothing counted what waited, and half of the requests waited for long. */
  | { by: 'median'; latencyMsP50: number };

/** Share of a queue's time to drain that half of the requests waited at least; less was a stall at the end. */
const WAITED_LEAST = 0.25;

/** Null where the queue did not grow, as far as anybody counted. */
export function backlogOf(load: OpenLoad): Backlog | null {
  const { unsent, latencyMsP50, bySecond } = load;
  if (bySecond === null && unsent === null) {
    return latencyMsP50 !== null && latencyMsP50 >= QUEUE_MEDIAN_MS ? { by: 'median', latencyMsP50 } : null;
  }
  return growthOf(load) ?? unsentOf(load);
}

/** Fewer seconds have no first third and no last. */
export const tellsGrowth = (bySecond: readonly number[] | null): bySecond is readonly number[] =>
  bySecond !== null && bySecond.length >= 3;

function growthOf({ requestsPerSecondAsked: asked, arrivals, latencyMsP50, bySecond }: OpenLoad): Backlog | null {
  if (!tellsGrowth(bySecond)) return null;
  let sum = 0;
  const behind = bySecond.map((count) => {
    sum += asked - count;
    return sum;
  });
  const third = Math.floor(behind.length / 3);
  const [first, last] = [meanOf(behind.slice(0, third)), meanOf(behind.slice(-third))];
  // Random arrivals are further from their mean, the more there were.
  const chance = arrivals === 'poisson' ? 3 * Math.sqrt(asked * behind.length) : 0;
  const grown = last - first;
  if (grown <= asked * QUEUE_SECONDS + chance || !waited(latencyMsP50, (grown * 1000) / asked)) return null;
  return { by: 'growth', first, last, seconds: behind.length };
}

/** Some tools count what is in flight at the end among these, which is no more than their connections. */
function unsentOf({ requestsPerSecondAsked: asked, connections, unsent, latencyMsP50 }: OpenLoad): Backlog | null {
  const waiting = (unsent ?? 0) - (connections ?? 0);
  const drainMs = (waiting * 1000) / asked;
  if (unsent === null || drainMs < QUEUE_SECONDS * 1000 || !waited(latencyMsP50, drainMs)) return null;
  return { by: 'unsent', unsent, drainMs, latencyMsP50 };
}

const waited = (latencyMsP50: number | null, drainMs: number): boolean =>
  latencyMsP50 === null || latencyMsP50 >= WAITED_LEAST * drainMs;

const meanOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
