import { z } from 'zod';
import type { AskedStep } from '../../../contract/load.ts';
import { formatCount } from '../../words/numbers.ts';
import { kindOf } from '../error-kind.ts';
import {
  amount,
  count,
  type JsonReader,
  lasting,
  latencyOf,
  NANOSECOND,
  NONE_FAILED,
  pointOf,
  readShape,
  type ToolSaid,
  timeUsOf,
  UNSAID,
} from '../tool-reading.ts';

export const reader: JsonReader = {
  keys: [
    ['latencies', 'status_codes'],
    ['attacks', 'result'],
  ],
  read,
};

const report = z.object({
  latencies: z.object({ mean: amount, '50th': amount, '90th': amount, '95th': amount, '99th': amount, max: amount }),
  bytes_in: z.object({ total: amount }),
  earliest: z.string().optional(),
  end: z.string().optional(),
  duration: amount.describe('From the first request sent to the last one sent.'),
  wait: amount.describe('From then to the last answer.'),
  requests: count,
  rate: amount.optional(),
  status_codes: z.record(z.string(), count),
  errors: z.array(z.string()).nullish(),
});

/** What this product's agent keeps of vegeta: the report, and how each process was started. */
const kept = z.object({ attacks: z.array(z.array(z.string())), result: report });

/**
 * `vegeta report -type=json`, in nanoseconds and bytes. A request counts as answered when it has a status; status 0 is one
 * without an answer. Latency counts from when a request was due, as long as vegeta had workers free.
 */
function read(value: unknown): ToolSaid {
  const whole = typeof value === 'object' && value !== null && 'result' in value ? readShape(kept, value) : null;
  const said = whole?.result ?? readShape(report, value);
  const seconds = lasting((said.duration + said.wait) / 1e9);
  const asked = whole ? askedRate(whole.attacks) : null;
  const step: AskedStep = {
    loop: 'open',
    requestsPerSecond: asked,
    arrivals: null,
    connections: null,
    ...UNSAID,
  };
  const errors = errorsOf(said);
  const unanswered = said.status_codes['0'] ?? 0;
  const answered = Math.max(0, said.requests - unanswered);
  const failed = Object.values(errors).reduce((sum, one) => sum + one, 0);
  const { '50th': p50, '90th': p90, '95th': p95, '99th': p99, mean, max } = said.latencies;
  const latency = failed >= said.requests ? {} : { mean, p50, p90, p95, p99, max };
  const point = pointOf(step, {
    startedAtUs: timeUsOf(said.earliest),
    endedAtUs: timeUsOf(said.end),
    requests: answered,
    durationUs: Math.round(seconds * 1e6),
    requestsPerSecond: answered / seconds,
    bytesPerSecond: said.bytes_in.total / seconds,
    latencyMs: latencyOf({ loop: 'open', resolutionUs: 1 }, latency, NANOSECOND),
    errors,
    toolWorkers: whole?.attacks.length ?? null,
  });
  return { url: null, step, point, notes: asked === null ? [rateNote(said.rate)] : [] };
}

const rateNote = (rate: number | undefined): string =>
  `vegeta's report does not say which rate was asked${rate === undefined ? '' : `; it sent ${formatCount(rate)} requests per second`}. The rate may not have been met.`;

/** `-rate 1000/1s` of every process, summed; null where one of them had no rate. */
function askedRate(attacks: string[][]): number | null {
  const rates = attacks.map((words) => {
    const [, requests, seconds = '1'] = words[words.indexOf('-rate') + 1]?.match(/^(\d+)(?:\/(\d*)s)?$/) ?? [];
    return words.includes('-rate') ? Number(requests) / Number(seconds || 1) : Number.NaN;
  });
  const sum = rates.reduce((total, rate) => total + rate, 0);
  return sum > 0 && Number.isFinite(sum) ? sum : null;
}

/**
 * vegeta lists each reason once, without a number: reasons of one kind give that kind, else all count as connection.
 */
function errorsOf(said: z.infer<typeof report>): typeof NONE_FAILED {
  const errors = { ...NONE_FAILED };
  for (const [status, times] of Object.entries(said.status_codes)) {
    if (!status.startsWith('2') && status !== '0') errors.non2xx += times;
  }
  // The status of an answer is listed, too: 404 Not Found.
  const reasons = (said.errors ?? []).filter((reason) => !said.status_codes[reason.slice(0, 3)]);
  const kinds = new Set(reasons.map(kindOf));
  const [only] = kinds;
  errors[kinds.size === 1 && only ? only : 'connection'] += said.status_codes['0'] ?? 0;
  return errors;
}
