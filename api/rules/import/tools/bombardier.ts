import { z } from 'zod';
import type { AskedStep } from '../../../contract/load.ts';
import { method } from '../../../contract/requests.ts';
import { kindOf } from '../error-kind.ts';
import {
  amount,
  count,
  type JsonReader,
  lasting,
  latencyOf,
  MICROSECOND,
  NONE_FAILED,
  pointOf,
  readShape,
  type ToolSaid,
  UNSAID,
} from '../tool-reading.ts';

export const reader: JsonReader = { keys: [['spec', 'result']], read };

const output = z.object({
  spec: z.object({
    numberOfConnections: z.int().min(1),
    testDurationSeconds: amount.optional(),
    url: z.string().optional(),
    method: method.optional().catch(undefined),
    rate: amount.optional(),
  }),
  result: z.object({
    bytesRead: amount,
    timeTakenSeconds: amount,
    req1xx: count,
    req2xx: count,
    req3xx: count,
    req4xx: count,
    req5xx: count,
    others: count,
    errors: z.array(z.object({ description: z.string(), count })).optional(),
    latency: z.object({
      mean: amount,
      stddev: amount,
      max: amount,
      percentiles: z.record(z.string(), amount).optional(),
    }),
  }),
});

/**
 * `-o json`, in microseconds. A rate (-r) only holds its closed loop back: requests that were due while the server stalled
 * are never sent, so that latency stays that of a closed loop. Its spread of rates is that of hundredths of a second, so it is left out.
 */
function read(value: unknown): ToolSaid {
  const { spec, result } = readShape(output, value);
  const seconds = lasting(result.timeTakenSeconds);
  const rest = {
    ...UNSAID,
    connections: spec.numberOfConnections,
    durationSeconds: spec.testDurationSeconds ?? null,
  };
  const step: AskedStep = spec.rate
    ? { loop: 'open', requestsPerSecond: spec.rate, arrivals: 'constant', ...rest }
    : { loop: 'closed', pipelining: 1, ...rest };
  const non2xx = result.req1xx + result.req3xx + result.req4xx + result.req5xx;
  const requests = result.req2xx + non2xx;
  const { percentiles: p = {}, ...moments } = result.latency;
  const { '50': p50, '90': p90, '95': p95, '99': p99 } = p;
  const point = pointOf(step, {
    requests,
    durationUs: Math.round(seconds * 1e6),
    requestsPerSecond: requests / seconds,
    bytesPerSecond: result.bytesRead / seconds,
    latencyMs: latencyOf(
      { loop: 'closed', resolutionUs: 1 },
      result.req2xx > 0 ? { ...moments, p50, p90, p95, p99 } : {},
      MICROSECOND,
    ),
    errors: errorsOf(result, non2xx),
  });
  const notes = spec.rate
    ? ['A rate of bombardier drops what was due while the server stalled: its latencies leave that out.']
    : [];
  return { url: spec.url ?? null, ...(spec.method && { method: spec.method }), step, point, notes };
}

/** What is not among the reasons counts as connection. */
function errorsOf({ others, errors: reasons = [] }: z.infer<typeof output>['result'], non2xx: number) {
  const errors = { ...NONE_FAILED, non2xx };
  let told = 0;
  for (const reason of reasons) {
    errors[kindOf(reason.description)] += reason.count;
    told += reason.count;
  }
  errors.connection += Math.max(0, others - told);
  return errors;
}
