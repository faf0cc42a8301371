import type { BundlePoint, BundleRun } from '../../contract/bundle.ts';
import type { LatencyMs } from '../../contract/point.ts';
import { traitsOf } from '../load/tool-traits.ts';

const FIGURES = ['mean', 'stddev', 'p50', 'p90', 'p95', 'p97_5', 'p99', 'p99_9', 'p99_99', 'max'] as const;
type Written = number | string;

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
  const { keepsRate, timesFromSending, computesLatency } = traitsOf(tool);
  if (keepsRate === 'always' || (point.requestsPerSecondAsked !== undefined && !timesFromSending)) return 'open';
  return computesLatency ? 'synthetic' : 'closed';
}

/** The coarsest of what is stated, what bounds say and what the tool does; else as many digits as are written. */
function resolutionUs(written: Written[], load: BundleRun['load']): number {
  const bounds = written.flatMap((one) => (typeof one === 'string' ? [Number(one.slice(1))] : []));
  const stated = load?.latencyResolutionMs ?? traitsOf(load?.tool).cutsLatencyToMs ?? null;
  const known = [...bounds, ...(stated === null ? [] : [stated])];
  if (known.length > 0) return Math.max(1, Math.round(Math.max(...known) * 1000));
  const digits = Math.max(0, ...written.map((one) => digitsAfterPoint(Number(one))));
  return Math.round(1000 / 10 ** Math.min(digits, FINEST_DIGITS));
}

const digitsAfterPoint = (value: number): number => String(value).split('.')[1]?.length ?? 0;
