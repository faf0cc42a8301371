import { z } from 'zod';
import type { AskedStep } from '../../../contract/load.ts';
import {
  amount,
  count,
  type JsonReader,
  lasting,
  latencyOf,
  pointOf,
  readShape,
  type ToolSaid,
  timeUsOf,
  UNSAID,
} from '../tool-reading.ts';

export const reader: JsonReader = { keys: [['latency', 'requests', 'throughput', '2xx']], read };

const histogram = z.object({
  average: amount,
  stddev: amount,
  max: amount,
  p50: amount,
  p90: amount,
  p97_5: amount,
  p99: amount,
  p99_9: amount,
  p99_99: amount,
});

const output = z.object({
  url: z.string().optional(),
  connections: z.int().min(1).optional(),
  pipelining: z.int().min(1).optional(),
  workers: count.optional(),
  duration: amount,
  sampleInt: z.number().positive().optional(),
  start: z.string().optional(),
  finish: z.string().optional(),
  errors: count,
  timeouts: count,
  mismatches: count.optional(),
  non2xx: count,
  '2xx': count,
  latency: histogram,
  requests: histogram.extend({ total: count }),
  throughput: histogram,
});

/**
 * Averages are over autocannon's own samples, of a second where no other time was asked (-L): its 'Req/Sec', not requests / duration, whose duration includes
 * the end of the last sample. Latencies are cut off to whole milliseconds. What it calls resets are restarts of its cycle
 * of requests, and timeouts are counted among the errors too.
 */
function read(value: unknown): ToolSaid {
  const said = readShape(output, value);
  const seconds = lasting(said.duration);
  const step: AskedStep = {
    loop: 'closed',
    connections: said.connections ?? null,
    pipelining: said.pipelining ?? null,
    ...UNSAID,
  };
  const { average: mean, ...latency } = said.latency;
  const sampleSeconds = (said.sampleInt ?? 1000) / 1000;
  const ofSeconds = sampleSeconds === 1;
  const meaning = { loop: 'closed', resolutionUs: 1000 } as const;
  const point = pointOf(step, {
    startedAtUs: timeUsOf(said.start),
    endedAtUs: timeUsOf(said.finish),
    requests: said.requests.total,
    durationUs: Math.round(seconds * 1e6),
    requestsPerSecond: said.requests.average / sampleSeconds,
    requestsPerSecondStddev: ofSeconds ? said.requests.stddev : null,
    requestsPerSecondMax: ofSeconds ? said.requests.max : null,
    bytesPerSecond: said.throughput.average / sampleSeconds,
    latencyMs: latencyOf(meaning, said['2xx'] === 0 ? {} : { mean, ...latency }),
    errors: {
      connection: Math.max(0, said.errors - said.timeouts),
      timeout: said.timeouts,
      reset: 0,
      non2xx: said.non2xx,
      mismatch: said.mismatches ?? 0,
    },
    // 0: the main thread made the requests.
    toolWorkers: said.workers === undefined ? null : Math.max(1, said.workers),
  });
  const notes = ["autocannon's output does not say whether it kept to a rate (-R); it is read as a closed loop."];
  return { url: said.url ?? null, step, point, notes };
}
