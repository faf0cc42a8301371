import { z } from 'zod';
import type { AskedStep } from '../../../contract/load.ts';
import {
  amount,
  type JsonReader,
  lasting,
  latencyOf,
  NONE_FAILED,
  pointOf,
  readShape,
  type ToolSaid,
  UNSAID,
} from '../tool-reading.ts';

export const reader: JsonReader = { keys: [['metrics']], read };

/** --summary-export has the figures of a metric beside its name, handleSummary below `values`. */
const figures = z.record(z.string(), z.unknown());
const output = z.object({ durationMs: amount.optional(), metrics: z.record(z.string(), figures) });
const numbers = z.record(z.string(), amount);

type Metric = Record<string, number>;

/**
 * k6 times from sending to the last byte, without the wait for a connection. Requests that went well come first, where
 * it keeps them apart.
 */
const LATENCIES = ['http_req_duration{expected_response:true}', 'http_req_duration'];

/** Latencies are in milliseconds. Of k6's http_req_failed, 'passes' are the failures and 'fails' are the successes. */
function read(value: unknown): ToolSaid {
  const said = readShape(output, value);
  const metric = (name: string): Metric | null => {
    const found = said.metrics[name];
    return found === undefined ? null : metricOf(found, name);
  };
  const sent = readShape(z.object({ count: amount, rate: amount.optional() }), metric('http_reqs'));
  const seconds = lasting(said.durationMs ? said.durationMs / 1000 : sent.rate ? sent.count / sent.rate : 0);
  const own = (name: string): number => Math.round(metric(name)?.count ?? 0);
  const kinds = {
    connection: own('failed_connection'),
    timeout: own('failed_timeout'),
    reset: own('failed_reset'),
    non2xx: own('failed_non2xx'),
    mismatch: own('failed_mismatch'),
  };
  const failed = Math.round(metric('http_req_failed')?.passes ?? 0);
  const unsorted = failed > 0 && Object.values(kinds).every((times) => times === 0);
  const errors = unsorted ? { ...NONE_FAILED, non2xx: failed } : kinds;
  const answered = Math.max(
    0,
    Math.round(sent.count) - (errors.connection + errors.timeout + errors.reset + errors.mismatch),
  );
  const oneEach = sent.count === metric('iterations')?.count;
  const step = askedOf(metric('vus'), metric('dropped_iterations'), oneEach);
  const latency = answered > errors.non2xx ? (LATENCIES.map(metric).find((one) => one !== null) ?? {}) : {};
  const received = metric('data_received')?.count;
  const point = pointOf(step, {
    requests: answered,
    durationUs: Math.round(seconds * 1e6),
    requestsPerSecond: answered / seconds,
    bytesPerSecond: received === undefined ? null : received / seconds,
    latencyMs: latencyOf({ loop: 'closed', resolutionUs: 1 }, latencyNames(latency)),
    errors,
    unsent: step.loop === 'open' ? own('dropped_iterations') : null,
  });
  return { url: null, step, point, notes: notesOf(step, unsorted ? failed : 0) };
}

function metricOf(found: Record<string, unknown>, name: string): Metric {
  const values = readShape(figures, 'values' in found ? found.values : found);
  const written = Object.entries(values).filter(([, one]) => typeof one === 'number');
  return readShape(z.object({ [name]: numbers }), { [name]: Object.fromEntries(written) })[name] ?? {};
}

/**
 * Iterations are only ever dropped where k6 keeps to a rate. A virtual user has one request under way at a time if each iteration makes
 * one (`oneEach`); of more, a script may send several together (http.batch).
 */
function askedOf(users: Metric | null, dropped: Metric | null, oneEach: boolean): AskedStep {
  if (dropped) return { loop: 'open', requestsPerSecond: null, arrivals: null, connections: null, ...UNSAID };
  const constant = users !== null && users.min !== undefined && users.min === users.max && Number.isInteger(users.max);
  return {
    loop: 'closed',
    connections: constant && users.max ? users.max : null,
    pipelining: oneEach ? 1 : null,
    ...UNSAID,
  };
}

function latencyNames(metric: Metric) {
  const { avg: mean, med: p50, max } = metric;
  const [p90, p95, p97_5, p99, p99_9, p99_99] = ['90', '95', '97.5', '99', '99.9', '99.99'].map(
    (p) => metric[`p(${p})`],
  );
  return { mean, p50, p90, p95, p97_5, p99, p99_9, p99_99, max };
}

function notesOf(step: AskedStep, unsortedFailures: number): string[] {
  const loop =
    step.loop === 'open'
      ? 'k6 dropped iterations, so it kept to a rate; its summary does not say which, so it may not have been met. It counts latency from when a request was sent, not from when it was due: stalls are left out.'
      : step.pipelining === null
        ? "k6's summary does not say whether it kept to a rate, nor how many requests each virtual user had under way; it is read as a closed loop."
        : "k6's summary does not say whether it kept to a rate; it is read as a closed loop with one request at a time for each virtual user.";
  if (unsortedFailures === 0) return [loop];
  return [loop, `k6 does not say how ${unsortedFailures} requests failed; they are counted as answers other than 2xx.`];
}
