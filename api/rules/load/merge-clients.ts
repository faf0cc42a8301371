import type { LoadResult } from '../../contract/agent-reports.ts';
import type { LatencyHistogram } from '../../contract/load.ts';
import type { LatencyMs, LatencyRangeMs, toolFigures } from '../../contract/point.ts';
import { maxUs, mergeHistograms, type PercentileName, percentileNames, percentilesMs } from './histogram.ts';
import { mergedStreams } from './merge-streams.ts';
import { mergedTls } from './merge-tls.ts';

export type ToolFigures = Pick<LoadResult, keyof typeof toolFigures>;

export interface ClientPart {
  name: string;
  result: LoadResult;
}

/** What several load generators measured, as one. Times are by the clock of the API, of one client by its own. */
export interface MergedClients {
  figures: ToolFigures;
  connectionsEstablished: number | null;
  /** Null with one client. */
  commonWindowUs: number | null;
  /** Where several clients have no common percentiles. */
  latencyRangeMs: LatencyRangeMs | null;
  histogram: LatencyHistogram | null;
}

/** Less than this share of the step in common, and what is summed is not one load: the clocks cannot be right. */
const COMMON_SHARE_LEAST = 0.5;

/** When one client drove load, by the clock of the API. */
interface Span {
  name: string;
  result: LoadResult;
  fromUs: number;
  toUs: number;
}

/**
 * The figures of all clients of a step as those of one; those of a single client pass through unchanged. Throughput is
 * summed over the time in which every client drove load. `fault` says why they cannot be one.
 */
export function mergeClients(
  parts: readonly ClientPart[],
  asked: { durationSeconds: number; startAtUs: number | null },
): MergedClients | { fault: string } {
  const [only, ...others] = parts;
  if (!only) return { fault: 'No client drove load.' };
  if (others.length === 0) return passedThrough(only.result);
  const spans = parts.flatMap((part) => spanOf(part, asked.startAtUs) ?? []);
  const fault = clockFault(parts) ?? labelFault(parts) ?? windowFault(spans, asked.durationSeconds);
  return fault === null ? merged(spans) : { fault };
}

function passedThrough(result: LoadResult): MergedClients {
  const { connectionsEstablished, histogram } = result;
  return { figures: figuresOf(result), connectionsEstablished, commonWindowUs: null, latencyRangeMs: null, histogram };
}

/** What the tool said of the invocation as a whole, without what only merging needs. */
export function figuresOf(result: LoadResult): ToolFigures {
  return {
    startedAtUs: result.startedAtUs,
    endedAtUs: result.endedAtUs,
    requests: result.requests,
    durationUs: result.durationUs,
    requestsPerSecond: result.requestsPerSecond,
    requestsPerSecondStddev: result.requestsPerSecondStddev,
    requestsPerSecondMax: result.requestsPerSecondMax,
    bytesPerSecond: result.bytesPerSecond,
    latencyMs: result.latencyMs,
    errors: result.errors,
    toolWorkers: result.toolWorkers,
    offeredPerSecond: result.offeredPerSecond,
    unsent: result.unsent,
    connectsFailed: result.connectsFailed ?? null,
    tls: result.tls ?? null,
    streams: result.streams ?? null,
  };
}

/**
 * The edges of a result are those of its samples, from before the tool was started. Load begins no earlier than was
 * agreed, and lasts as long as the tool says.
 */
function spanOf({ name, result }: ClientPart, startAtUs: number | null): Span | null {
  if (!result.clock) return null;
  const fromUs = Math.max(result.startedAtUs + result.clock.offsetUs, startAtUs ?? 0);
  return { name, result, fromUs, toUs: Math.min(result.endedAtUs + result.clock.offsetUs, fromUs + result.durationUs) };
}

function clockFault(parts: readonly ClientPart[]): string | null {
  const without = parts.filter(({ result }) => result.clock === null).map(({ name }) => name);
  if (without.length === 0) return null;
  return `The offset of the clock of ${without.join(', ')} to the API’s clock is unknown, because its agent had no contact with the API for minutes. So the clients’ measurements cannot be aligned.`;
}

function labelFault(parts: readonly ClientPart[]): string | null {
  const label = ({ result: { latencyMs } }: ClientPart): string => `${latencyMs.loop}, ${latencyMs.resolutionUs} µs`;
  const labels = new Set(parts.map(label));
  if (labels.size < 2) return null;
  const each = parts.map((part) => `${part.name}: ${label(part)}`).join('; ');
  return `The clients' latencies mean different things (${each}): use the same version of the tool on each.`;
}

function windowFault(spans: readonly Span[], durationSeconds: number): string | null {
  const { last, first, us } = commonOf(spans);
  if (us >= durationSeconds * 1e6 * COMMON_SHARE_LEAST) return null;
  const inCommon = us > 0 ? `only ${seconds(us)} of ${durationSeconds} s` : `at no time of the ${durationSeconds} s`;
  const begin = Math.min(...spans.map(({ fromUs }) => fromUs));
  return `The clients drove load together ${inCommon}: ${last.name} began ${seconds(last.fromUs - begin)} after the first, and ${first.name} ended first. Either their clocks jumped, or one was held up.`;
}

const seconds = (us: number): string => `${(us / 1e6).toFixed(1)} s`;

/** The time from the latest start to the earliest end, and the clients of both. */
function commonOf(spans: readonly Span[]): { last: Span; first: Span; us: number } {
  const last = spans.reduce((latest, span) => (span.fromUs > latest.fromUs ? span : latest));
  const first = spans.reduce((earliest, span) => (span.toUs < earliest.toUs ? span : earliest));
  return { last, first, us: first.toUs - last.fromUs };
}

function merged(spans: readonly Span[]): MergedClients {
  const results = spans.map(({ result }) => result);
  const common = commonOf(spans);
  const [fromUs, toUs] = [common.last.fromUs, common.first.toUs];
  const answered = results.filter(({ requests }) => requests > 0);
  const histograms = answered.flatMap(({ histogram }) => histogram ?? []);
  const histogram = histograms.length === answered.length ? mergeHistograms(histograms) : null;
  return {
    figures: {
      startedAtUs: fromUs,
      endedAtUs: toUs,
      requests: sum(results, (one) => one.requests),
      durationUs: Math.max(...spans.map((one) => one.toUs)) - Math.min(...spans.map((one) => one.fromUs)),
      requestsPerSecond: sum(spans, (span) => rateWithin(span, fromUs, toUs)),
      // The sum of all clients has no series second by second.
      requestsPerSecondStddev: null,
      requestsPerSecondMax: null,
      bytesPerSecond: sum(results, (one) => one.bytesPerSecond),
      latencyMs: latencyOf(answered, results, histogram),
      errors: errorsOf(results),
      toolWorkers: sumKnown(results, (one) => one.toolWorkers),
      offeredPerSecond: sumKnown(results, (one) => one.offeredPerSecond),
      unsent: sumKnown(results, (one) => one.unsent),
      connectsFailed: sumKnown(results, (one) => one.connectsFailed ?? null),
      tls: mergedTls(results),
      streams: mergedStreams(results),
    },
    connectionsEstablished: sumKnown(results, (one) => one.connectionsEstablished),
    commonWindowUs: toUs - fromUs,
    latencyRangeMs: histogram || answered.length === 0 ? null : rangesOf(answered),
    histogram,
  };
}

/**
 * Requests per second of a client within a window of its span. Of a second that is partly inside, as much of its count as
 * of its time; without a count for each second, the mean of all. Seconds are of what succeeded: answers that failed are taken to be spread alike.
 */
function rateWithin({ result, fromUs, toUs }: Span, windowFromUs: number, windowToUs: number): number {
  const succeeded = sum(result.succeededBySecond ?? [], (count) => count);
  if (!result.succeededBySecond || succeeded === 0) return result.requestsPerSecond;
  let inside = 0;
  for (const [i, count] of result.succeededBySecond.entries()) {
    const begin = fromUs + i * 1e6;
    const end = Math.min(begin + 1e6, toUs);
    const overlap = Math.min(end, windowToUs) - Math.max(begin, windowFromUs);
    if (overlap > 0) inside += (count * overlap) / (end - begin);
  }
  const answers = Math.max(1, result.requests / succeeded);
  return (inside * answers * 1e6) / (windowToUs - windowFromUs);
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

/** Null as soon as one of them does not know. */
function sumKnown<T>(list: readonly T[], of: (one: T) => number | null): number | null {
  return list.reduce<number | null>((total, one) => plus(total, of(one)), 0);
}

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

function errorsOf(results: readonly LoadResult[]): LoadResult['errors'] {
  const count = (kind: keyof LoadResult['errors']): number => sum(results, ({ errors }) => errors[kind]);
  return {
    connection: count('connection'),
    timeout: count('timeout'),
    reset: count('reset'),
    non2xx: count('non2xx'),
    mismatch: count('mismatch'),
  };
}

/** `answered`: the clients that had an answer at all; the others have no latency. */
function latencyOf(
  answered: readonly LoadResult[],
  all: readonly LoadResult[],
  histogram: LatencyHistogram | null,
): LatencyMs {
  const { loop = 'closed', resolutionUs = 0 } = all[0]?.latencyMs ?? {};
  const none = Object.fromEntries(percentileNames.map((name) => [name, null])) as Pick<LatencyMs, PercentileName>;
  const maxima = answered.flatMap(({ latencyMs }) => latencyMs.max ?? []);
  const ofBuckets = histogram && maxUs(histogram);
  return {
    ...momentsOf(answered),
    ...(histogram ? percentilesMs(histogram) : none),
    max: answered.length > 0 && maxima.length === answered.length ? Math.max(...maxima) : ofBuckets && ofBuckets / 1000,
    loop,
    resolutionUs,
  };
}

/** Mean and standard deviation of all requests, from those of each client: exact, as far as theirs are. */
function momentsOf(answered: readonly LoadResult[]): { mean: number | null; stddev: number | null } {
  const requests = sum(answered, (one) => one.requests);
  const total = sumKnown(answered, ({ requests, latencyMs: { mean } }) => mean && mean * requests);
  const squares = sumKnown(answered, ({ requests, latencyMs: { mean, stddev } }) =>
    mean === null || stddev === null ? null : requests * (stddev ** 2 + mean ** 2),
  );
  if (requests === 0 || total === null) return { mean: null, stddev: null };
  const mean = total / requests;
  return { mean, stddev: squares === null ? null : Math.sqrt(Math.max(0, squares / requests - mean ** 2)) };
}

function rangesOf(answered: readonly LoadResult[]): LatencyRangeMs {
  const rangeOf = (name: PercentileName): LatencyRangeMs[PercentileName] => {
    const values = answered.flatMap(({ latencyMs }) => latencyMs[name] ?? []);
    // One that does not know it might have had the highest.
    return values.length < answered.length ? null : { low: Math.min(...values), high: Math.max(...values) };
  };
  return Object.fromEntries(percentileNames.map((name) => [name, rangeOf(name)])) as LatencyRangeMs;
}
