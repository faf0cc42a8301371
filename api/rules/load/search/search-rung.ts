import type { CeilingSearch, StepSpec } from '../../../contract/load.ts';
import type { LatencyMs, LatencyRangeMs } from '../../../contract/point.ts';
import { type Backlog, backlogOf, queuedMedianMs } from '../../verdict/backlog.ts';
import { ERRORS_INVALID, QUEUE_MEDIAN_MS, RATE_MET_LEAST } from '../../verdict/thresholds.ts';

/** What a search needs to know of a measured step. */
export interface RungFigures {
  /** Answered as they should be. */
  requests: number;
  requestsPerSecond: number;
  failedRequests: number;
  latencyMs: Pick<LatencyMs, 'p50' | 'p90' | 'p99' | 'p99_9' | 'loop'>;
  connectionsEstablished: number | null;
  /** Due and never sent. */
  unsent: number | null;
  latencyRangeMs: Pick<LatencyRangeMs, 'p50' | 'p90' | 'p99' | 'p99_9'> | null;
}

/** The host of which other processes used the most, where that is enough to doubt a step. */
export interface Others {
  name: string;
  /** Of its CPUs. */
  share: number;
}

/** A step of the search that is over; without figures where it failed. */
export interface Rung {
  stepIndex: number;
  spec: StepSpec;
  figures: RungFigures | null;
  others: Others | null;
}

/** The load that a step asks for, in what the search varies. */
export function loadOf({ vary }: Pick<CeilingSearch, 'vary'>, spec: StepSpec): number {
  if (vary === 'connections') return spec.connections ?? 0;
  return spec.loop === 'open' ? spec.requestsPerSecond : 0;
}

/** Why a step by itself shows that the ceiling is below its load. */
export type Passed =
  | { why: 'failed' | 'none-succeeded' | 'no-percentile' }
  | { why: 'rate-not-met'; share: number }
  | { why: 'queued'; backlog: Backlog }
  | { why: 'errors'; share: number }
  | { why: 'latency'; latencyMs: number };

/** Null while the step is within the ceiling. A step that failed shows that it is not as well as any. */
export function passedBy({ ceiling }: Pick<CeilingSearch, 'ceiling'>, { spec, figures }: Rung): Passed | null {
  if (!figures) return { why: 'failed' };
  const { requests, requestsPerSecond, failedRequests } = figures;
  if (requests === 0) return { why: 'none-succeeded' };
  const met = shareOfRate(spec, requestsPerSecond);
  const backlog = queueOf(spec, figures);
  // As of the step's verdict: all were sent, none queued, and some answers came late.
  const isLate = figures.unsent === 0 && backlog === null && (figures.latencyMs.p50 ?? Infinity) < QUEUE_MEDIAN_MS;
  if (met < RATE_MET_LEAST && !isLate) return { why: 'rate-not-met', share: met };
  // A bound of its own decides where nothing but the median speaks of a queue.
  if (backlog && !(ceiling.kind === 'latency' && backlog.by === 'median')) return { why: 'queued', backlog };
  const errors = failedRequests / (requests + failedRequests);
  if (errors > ERRORS_INVALID) return { why: 'errors', share: errors };
  if (ceiling.kind === 'throughput') return null;
  const latencyMs = boundedLatencyMs(figures, ceiling.percentile);
  if (latencyMs === null) return { why: 'no-percentile' };
  return latencyMs > ceiling.mostMs ? { why: 'latency', latencyMs } : null;
}

const shareOfRate = (spec: StepSpec, requestsPerSecond: number): number =>
  spec.loop === 'open' ? requestsPerSecond / spec.requestsPerSecond : 1;

/** Else a rung within the ceiling had answers that came late. */
export const isRateMet = ({ spec, figures }: Rung): boolean =>
  figures !== null && shareOfRate(spec, figures.requestsPerSecond) >= RATE_MET_LEAST;

const SLOWED: Passed['why'][] = ['latency', 'queued', 'rate-not-met'];

/** What passed the ceiling may be the other processes, and not the load. */
export const isDoubtful = (search: Pick<CeilingSearch, 'ceiling'>, rung: Rung): boolean =>
  rung.others !== null && SLOWED.includes(passedBy(search, rung)?.why ?? 'failed');

/** By the rule of the step's verdict. */
function queueOf(spec: StepSpec, { connectionsEstablished, unsent, ...latencies }: RungFigures): Backlog | null {
  if (spec.loop === 'closed') return null;
  return backlogOf({
    requestsPerSecondAsked: spec.requestsPerSecond,
    arrivals: spec.arrivals,
    connections: spec.connections ?? connectionsEstablished,
    unsent,
    latencyMsP50: queuedMedianMs(latencies),
    // The state machine reads no series; requests never sent are known for every tool that counts them.
    bySecond: null,
  });
}

/**
 * The percentile; of several clients without a common one the highest of theirs, which the common one cannot be above.
 * Null where the tool does not give it.
 */
export function boundedLatencyMs(
  figures: Pick<RungFigures, 'latencyMs' | 'latencyRangeMs'>,
  percentile: keyof NonNullable<RungFigures['latencyRangeMs']>,
): number | null {
  return figures.latencyMs[percentile] ?? figures.latencyRangeMs?.[percentile]?.high ?? null;
}
