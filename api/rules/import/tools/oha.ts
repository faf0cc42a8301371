import { z } from 'zod';
import type { AskedStep } from '../../../contract/load.ts';
import { kindOf } from '../error-kind.ts';
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
  UNSAID,
} from '../tool-reading.ts';

export const reader: JsonReader = { keys: [['summary', 'latencyPercentiles']], read };

const figure = amount.nullish();

const output = z.object({
  summary: z.object({ total: amount, slowest: figure, average: figure, sizePerSec: figure }),
  latencyPercentiles: z.record(z.string(), figure),
  statusCodeDistribution: z.record(z.string(), count),
  errorDistribution: z.record(z.string(), count),
});

/** Its word for a connection that was under way or idle when the time was over, which is no failure. */
const DEADLINE = 'aborted due to deadline';

/** In seconds and bytes. Every response is a request, whatever its status. Its spread of rates is that of hundredths of a second, so it is left out. */
function read(value: unknown): ToolSaid {
  const said = readShape(output, value);
  const seconds = lasting(said.summary.total);
  const step: AskedStep = {
    loop: 'closed',
    connections: null,
    // oha sends one request at a time on a connection.
    pipelining: 1,
    ...UNSAID,
  };
  const errors = { ...NONE_FAILED };
  let requests = 0;
  for (const [status, times] of Object.entries(said.statusCodeDistribution)) {
    requests += times;
    if (!status.startsWith('2')) errors.non2xx += times;
  }
  for (const [reason, times] of Object.entries(said.errorDistribution)) {
    if (reason !== DEADLINE) errors[kindOf(reason)] += times;
  }
  const { p50, p90, p95, p99, 'p99.9': p99_9, 'p99.99': p99_99 } = said.latencyPercentiles;
  const { average: mean, slowest: max } = said.summary;
  const measured = requests > errors.non2xx ? { mean, p50, p90, p95, p99, p99_9, p99_99, max } : {};
  const point = pointOf(step, {
    requests,
    durationUs: Math.round(seconds * 1e6),
    requestsPerSecond: requests / seconds,
    bytesPerSecond: said.summary.sizePerSec ?? null,
    latencyMs: latencyOf({ loop: 'closed', resolutionUs: 1 }, measured, SECOND),
    errors,
  });
  const notes = [
    "oha's output says neither how many connections it used nor whether it kept to a rate (-q); it is read as a closed loop.",
  ];
  return { url: null, step, point, notes };
}
