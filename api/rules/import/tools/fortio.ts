import { z } from 'zod';
import type { AskedStep } from '../../../contract/load.ts';
import {
  amount,
  count,
  type JsonReader,
  lasting,
  latencyOf,
  NONE_FAILED,
  pointOf,
  readShape,
  SECOND,
  type ToolSaid,
  timeUsOf,
  UNSAID,
} from '../tool-reading.ts';

export const reader: JsonReader = { keys: [['RunType', 'DurationHistogram']], read };

const output = z.object({
  StartTime: z.string().optional(),
  RequestedQPS: z.string(),
  RequestedDuration: z.string().optional(),
  ActualQPS: amount,
  ActualDuration: amount,
  NumThreads: z.int().min(1),
  DurationHistogram: z.object({
    Count: count,
    Max: amount,
    Avg: amount,
    StdDev: amount,
    Percentiles: z.array(z.object({ Percentile: amount, Value: amount })).nullish(),
  }),
  RetCodes: z.record(z.string(), count),
  URL: z.string().optional(),
  SocketCount: count.optional(),
  Sizes: z.object({ Sum: amount }).optional(),
  Resolution: amount.optional(),
});

/** Words of Go for a time, such as 1m30s. */
const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };

/** `fortio load -json`, in seconds. Percentiles lie within buckets of its resolution, so that is how exact they are. */
function read(value: unknown): ToolSaid {
  const said = readShape(output, value);
  const seconds = lasting(said.ActualDuration / 1e9);
  const rate = Number(said.RequestedQPS);
  const rest = { ...UNSAID, connections: said.NumThreads, durationSeconds: goSeconds(said.RequestedDuration) };
  const step: AskedStep =
    rate > 0
      ? { loop: 'open', requestsPerSecond: rate, arrivals: null, ...rest }
      : { loop: 'closed', pipelining: 1, ...rest };
  const errors = errorsOf(said.RetCodes);
  const answered = Math.max(0, said.DurationHistogram.Count - errors.connection);
  const { Avg: mean, StdDev: stddev, Max: max, Percentiles } = said.DurationHistogram;
  const at = (percentile: number) => Percentiles?.find((one) => one.Percentile === percentile)?.Value;
  const percentiles = {
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p97_5: at(97.5),
    p99: at(99),
    p99_9: at(99.9),
    p99_99: at(99.99),
  };
  const startedAtUs = timeUsOf(said.StartTime);
  const point = pointOf(step, {
    startedAtUs,
    endedAtUs: startedAtUs === null ? null : startedAtUs + Math.round(seconds * 1e6),
    requests: answered,
    durationUs: Math.round(seconds * 1e6),
    requestsPerSecond: answered / seconds,
    bytesPerSecond: said.Sizes ? said.Sizes.Sum / seconds : null,
    latencyMs: latencyOf(
      { loop: 'closed', resolutionUs: Math.max(1, Math.round((said.Resolution ?? 0.001) * 1e6)) },
      answered > errors.non2xx ? { mean, stddev, max, ...percentiles } : {},
      SECOND,
    ),
    errors,
    // More sockets than threads were opened one after another.
    connectionsEstablished:
      said.SocketCount !== undefined && said.SocketCount <= said.NumThreads ? said.SocketCount : null,
  });
  const notes =
    step.loop === 'open'
      ? [
          'A rate of fortio (-qps) counts latency from when a request was sent, not from when it was due: stalls are partly left out.',
        ]
      : [];
  return { url: said.URL ?? null, step, point, notes };
}

/** How runs by gRPC and by TCP name what succeeded. */
const SUCCEEDED = new Set(['SERVING', 'OK']);

/** A code below 100 stands for a request without an answer. */
function errorsOf(codes: Record<string, number>): typeof NONE_FAILED {
  const errors = { ...NONE_FAILED };
  for (const [code, times] of Object.entries(codes)) {
    if (SUCCEEDED.has(code)) continue;
    if (Number(code) >= 100 && !code.startsWith('2')) errors.non2xx += times;
    if (!(Number(code) >= 100)) errors.connection += times;
  }
  return errors;
}

function goSeconds(text: string | undefined): number | null {
  const parts = [...(text ?? '').matchAll(/([\d.]+)(h|ms|us|µs|ns|m|s)/g)];
  const sum = parts.reduce((total, [, many, unit]) => total + Number(many) * (UNIT_SECONDS[unit ?? ''] ?? 0), 0);
  return sum > 0 && Number.isFinite(sum) ? sum : null;
}
