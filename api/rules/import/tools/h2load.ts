import type { AskedStep } from '../../../contract/load.ts';
import type { Point } from '../../../contract/point.ts';
import {
  amount,
  lasting,
  latencyOf,
  NONE_FAILED,
  pointOf,
  readShape,
  type TextReader,
  type ToolSaid,
  UNSAID,
} from '../tool-reading.ts';
import { bounded, counted, duration, found } from '../tool-text.ts';

export const reader: TextReader = { words: /^finished in |^spawning thread #/m, read };

/** How many requests it has under way on a connection (-m) it does not say. */
function read(whole: string): ToolSaid {
  const text = bounded(whole);
  found(text, /^(req\/s) +: /m, 'its last line, req/s of each client');
  const [took = '', perSecond = ''] = found(
    text,
    /^finished in ([\d.]+(?:us|ms|s|m|h)), ([\d.]+) req\/s, \S+$/m,
    "its line 'finished in'",
  );
  const [succeeded = 0, failed = 0, errored = 0, timeouts = 0] = found(
    text,
    /^requests: \d+ total, \d+ started, \d+ done, (\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout$/m,
    'the line with requests',
  ).map(counted);
  const statuses = found(text, /^status codes: \d+ 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx$/m, 'the status codes').map(
    counted,
  );
  const [traffic] = found(text, /^traffic: \S+ \((\d+)\) total/m, 'the traffic');
  const threads = [...text.matchAll(/^spawning thread #\d+: (\d+) total client\(s\)/gm)].map(([, clients]) =>
    counted(clients),
  );
  const timed = text.match(/ and (\d+)s of main duration for measurements/)?.[1];
  // What it counts is of the main duration alone; it finishes after the warm-up and that.
  const seconds = lasting(timed === undefined ? duration(took).ms / 1000 : counted(timed));
  const step: AskedStep = {
    loop: 'closed',
    connections: threads.length === 0 ? null : threads.reduce((sum, one) => sum + one, 0),
    pipelining: null,
    ...UNSAID,
    durationSeconds: timed === undefined ? null : counted(timed),
  };
  const unanswered = { connection: Math.max(0, errored - timeouts), timeout: timeouts };
  const point = pointOf(step, {
    // What errored is among the failed, and never among the answers.
    requests: Math.max(0, succeeded + failed - errored),
    durationUs: Math.round(seconds * 1e6),
    requestsPerSecond: readShape(amount, Number(perSecond)),
    bytesPerSecond: counted(traffic) / seconds,
    latencyMs: latencyOfTable(text, succeeded > 0),
    errors: { ...NONE_FAILED, ...unanswered, non2xx: statuses.reduce((sum, one) => sum + one, 0) },
    toolWorkers: threads.length || null,
  });
  const notes = ['h2load does not say how many requests (-m) it had under way on each connection.'];
  return { url: null, step, point, notes };
}

/** Columns by their head: newer versions have percentiles between. */
function latencyOfTable(text: string, measured: boolean): Point['latencyMs'] {
  const head =
    text
      .match(/^ +min +max .*$/m)?.[0]
      .trim()
      .split(/ +/) ?? [];
  const row = text.match(/^time for request: +(\S.*)$/m)?.[1]?.split(/ +/) ?? [];
  const column = (name: string): string | undefined => (head.includes(name) ? row[head.indexOf(name)] : undefined);
  const said = {
    mean: column('mean'),
    stddev: column('sd'),
    max: column('max'),
    p50: column('median'),
    p95: column('p95'),
    p99: column('p99'),
  };
  const read = Object.entries(said).flatMap(([name, one]) => (one === undefined ? [] : [{ name, ...duration(one) }]));
  const meaning = { loop: 'closed', resolutionUs: Math.max(1, ...read.map((one) => one.resolutionUs)) } as const;
  return latencyOf(meaning, measured ? Object.fromEntries(read.map(({ name, ms }) => [name, ms])) : {});
}
