import { z } from 'zod';
import { toldFigure } from '../../contract/bounds.ts';
import type { AskedStep } from '../../contract/load.ts';
import type { LatencyMs, Point } from '../../contract/point.ts';
import type { Method } from '../../contract/requests.ts';
import type { TOOL_OUTPUTS } from '../../contract/words.ts';
import { lowered } from '../words/text.ts';
import { Unreadable } from './unreadable.ts';

export type ToolFormat = keyof typeof TOOL_OUTPUTS;

/** What the raw output of one invocation of a tool says, in our units. */
export interface ToolSaid {
  /** What was asked for; null where the output does not say. */
  url: string | null;
  /** Absent where the output does not say. */
  method?: Method;
  step: AskedStep;
  point: Point;
  /** What the output leaves open, and how it was read. */
  notes: string[];
}

export type ToolReading = ToolSaid & { tool: ToolFormat };

/** How an output is recognised and read: what a file of tools/ has as `reader`. It throws Unreadable. */
export interface JsonReader {
  /** Keys of its object, of each form that it has; no other format has all of them. */
  keys: string[][];
  read: (value: unknown) => ToolSaid;
}

export interface TextReader {
  /** What it says of itself. */
  words: RegExp;
  read: (text: string) => ToolSaid;
}

export const amount = toldFigure.min(0);
export const count = z.int().min(0);

/** The JSON of a tool, or one sentence about what of it cannot be read. */
export function readShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Unreadable(`${issue?.path.join('.') || 'it'} ${lowered(issue?.message ?? 'is not valid')}`);
}

/** Of a step, what outputs leave open. */
export const UNSAID = { durationSeconds: null, toolWorkers: null, profiles: [] };

const UNKNOWN: Omit<Point, 'requestsPerSecond' | 'latencyMs'> = {
  startedAtUs: null,
  endedAtUs: null,
  requests: null,
  durationUs: null,
  requestsPerSecondStddev: null,
  requestsPerSecondMax: null,
  bytesPerSecond: null,
  errors: null,
  toolWorkers: null,
  offeredPerSecond: null,
  unsent: null,
  rounded: false,
  inFlightMax: null,
  connectionsAsked: null,
  connectionsEstablished: null,
  serverRequests: null,
  serverCpuUsPerRequest: null,
  clientCpuUsPerRequest: null,
  serverCpus: null,
  clientCpus: null,
  otherCpus: null,
  sampleGapSeconds: null,
  commonWindowUs: null,
  latencyRangeMs: null,
  distribution: null,
};

export type Figures = Pick<Point, 'requestsPerSecond' | 'latencyMs'> & Partial<Point>;

/** A point of these figures; connections and what can be in flight are those of the step. */
export function pointOf(step: AskedStep, figures: Figures): Point {
  const pipelining = step.loop === 'closed' ? step.pipelining : null;
  const { connections } = step;
  return {
    ...UNKNOWN,
    connectionsAsked: connections,
    inFlightMax: connections !== null && pipelining !== null ? connections * pipelining : null,
    offeredPerSecond: step.loop === 'open' ? step.requestsPerSecond : null,
    ...figures,
  };
}

const LATENCY_FIGURES = ['mean', 'stddev', 'p50', 'p90', 'p95', 'p97_5', 'p99', 'p99_9', 'p99_99', 'max'] as const;
type LatencyFigures = Partial<Record<(typeof LATENCY_FIGURES)[number], number | null | undefined>>;

/** Units of tools in milliseconds: a whole factor, or a whole divisor, so that decimals stay as they are written. */
type Unit = { times: number } | { over: number };
export const SECOND: Unit = { times: 1000 };
export const MILLISECOND: Unit = { times: 1 };
export const MICROSECOND: Unit = { over: 1000 };
export const NANOSECOND: Unit = { over: 1e6 };

/** Latencies in the unit of the tool. What it does not say is null. */
export function latencyOf(
  meaning: Pick<LatencyMs, 'loop' | 'resolutionUs'>,
  figures: LatencyFigures,
  unit = MILLISECOND,
): LatencyMs {
  const of = (name: (typeof LATENCY_FIGURES)[number]): number | null => {
    const value = figures[name];
    if (value === undefined || value === null) return null;
    return 'times' in unit ? value * unit.times : value / unit.over;
  };
  const [mean, stddev, p50, p90, p95] = [of('mean'), of('stddev'), of('p50'), of('p90'), of('p95')];
  const [p97_5, p99, p99_9, p99_99, max] = [of('p97_5'), of('p99'), of('p99_9'), of('p99_99'), of('max')];
  return { mean, stddev, p50, p90, p95, p97_5, p99, p99_9, p99_99, max, ...meaning };
}

export const NONE_FAILED: NonNullable<Point['errors']> = {
  connection: 0,
  timeout: 0,
  reset: 0,
  non2xx: 0,
  mismatch: 0,
};

/** Microseconds since the epoch of an ISO time; null where it is none. */
export function timeUsOf(text: string | undefined): number | null {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isFinite(ms) && ms >= 0 ? ms * 1000 : null;
}

/** What was measured has to have lasted. */
export function lasting(seconds: number): number {
  if (seconds > 0) return seconds;
  throw new Unreadable('it lasted no time at all');
}
