import type { BundlePoint, BundleRun } from '../../contract/bundle.ts';
import type { LatencyMs } from '../../contract/point.ts';

const FIGURES = ['mean', 'stddev', 'p50', 'p90', 'p95', 'p97_5', 'p99', 'p99_9', 'p99_99', 'max'] as const;
type Written = number | string;

/** Tools that cut latencies off to whole milliseconds. */
const WHOLE_MILLISECONDS = new Set(['autocannon']);
/** Tools that always keep a rate, and count latency from when a request was due. */
export const isRated = (tool: string | undefined): boolean => ['vegeta', 'wrk2'].includes(tool?.toLowerCase() ?? '');

/** Tools that keep a rate, and time each request from when it was sent, not from when it was due. */
const FROM_SENDING = new Set(['autocannon', 'bombardier', 'fortio', 'hey', 'k6', 'oha']);
/** So fine that a figure is taken as it stands. */
const FINEST_DIGITS = 3;

export function latencyOf(point: BundlePoint, load: BundleRun['load']): LatencyMs {
  const written = point.latencyMs ?? {};
  const all = FIGURES.flatMap((name) => written[name] ?? []);
  const value = (name: (typeof FIGURES)[number]): number | null => {
    const one = written[name];
    if (one === undefined) return null;
    // A bound: anything from 0 to it, which is what 0 means at that resolution.
    return typeof one === 'string' ? 0 : one;
  };
  return {
    mean: value('mean'),
    stddev: value('stddev'),
    p50: value('p50'),
    p90: value('p90'),
    p95: value('p95'),
    p97_5: value('p97_5'),
    p99: value('p99'),
    p99_9: value('p99_9'),
    p99_99: value('p99_99'),
    max: value('max'),
    loop: load?.latency ?? kindOf(point, load?.tool),
    resolutionUs: resolutionUs(all, load),
  };
}

function kindOf(point: BundlePoint, tool: string | undefined): LatencyMs['loop'] {
  const name = tool?.toLowerCase() ?? '';
  if (isRated(tool) || (point.requestsPerSecondAsked !== undefined && !FROM_SENDING.has(name))) return 'open';
  return name === 'wrk' ? 'synthetic' : 'closed';
}

/** The coarsest of what is stated, what bounds say and what the tool does; else as many digits as are written. */
function resolutionUs(written: Written[], load: BundleRun['load']): number {
  const bounds = written.flatMap((one) => (typeof one === 'string' ? [Number(one.slice(1))] : []));
  const stated = load?.latencyResolutionMs ?? (WHOLE_MILLISECONDS.has(load?.tool?.toLowerCase() ?? '') ? 1 : null);
  const known = [...bounds, ...(stated === null ? [] : [stated])];
  if (known.length > 0) return Math.max(1, Math.round(Math.max(...known) * 1000));
  const digits = Math.max(0, ...written.map((one) => digitsAfterPoint(Number(one))));
  return Math.round(1000 / 10 ** Math.min(digits, FINEST_DIGITS));
}

const digitsAfterPoint = (value: number): number => String(value).split('.')[1]?.length ?? 0;
