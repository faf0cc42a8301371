import { z } from 'zod';
import type { AskedStep } from '../../../contract/load.ts';
import type { Point } from '../../../contract/point.ts';
import { readJson } from '../read-json.ts';
import {
  amount,
  count,
  lasting,
  latencyOf,
  MICROSECOND,
  NONE_FAILED,
  pointOf,
  readShape,
  type TextReader,
  type ToolSaid,
  UNSAID,
} from '../tool-reading.ts';
import { binaryBytes, bounded, counted, duration, found } from '../tool-text.ts';

export const reader: TextReader = { words: /^Running \d+[smh] test @ /m, read };

/** Printed by a script's done(), in microseconds and bytes, as one line after wrk's own text. */
const ourLine = z.object({
  duration: amount,
  requests: count,
  bytes: amount,
  threads: z.int().min(1),
  pipelining: z.int().min(1),
  errors: z.object({ connect: count, read: count, write: count, status: count, timeout: count }),
  latency: z.object({
    different: count,
    mean: amount,
    stdev: amount,
    max: amount,
    percentiles: z.record(z.string(), amount),
  }),
});

/** The same of scripts in the manner of wrk's own examples. */
const plainLine = z.object({
  duration_us: amount,
  requests: count,
  bytes: amount,
  errors: ourLine.shape.errors,
  p50: amount.optional(),
  p90: amount.optional(),
  p95: amount.optional(),
  p99: amount.optional(),
  p999: amount.optional(),
  mean: amount.optional(),
  max: amount.optional(),
});

/** Of one that no script of ours counted for. */
export const REDIRECTS = (tool: string) =>
  `${tool} counts redirects as successes: answers with a status from 300 to 399 are among them.`;

const SYNTHETIC = { loop: 'synthetic' } as const;

/**
 * wrk sends its next request when the one before is answered. When it is done, it adds the latencies that requests at
 * the mean interval would have had, so they are synthetic and its mean cannot be held against the number in flight.
 */
function read(whole: string): ToolSaid {
  const text = bounded(whole);
  const { url, toolWorkers, ...asked } = askedIn(text);
  found(text, /^Transfer\/sec: +(\S+)$/m, 'its last line, Transfer/sec');
  const line = text.match(/^\{.*$/m)?.[0];
  const figures = line === undefined ? figuresOfText(text) : figuresOfLine(readJson(line));
  const step: AskedStep = { loop: 'closed', pipelining: figures.pipelining, ...UNSAID, ...asked };
  const point = pointOf(step, { ...figures.point, toolWorkers });
  const notes =
    figures.pipelining === null
      ? [
          'wrk does not say whether a script made it send several requests at once; if one did, its latencies are not of single requests.',
          REDIRECTS('wrk'),
        ]
      : [];
  return { url, step, point, notes };
}

/** In its first two lines. wrk2 prints them, and what was answered, in the same words. */
export function askedIn(text: string) {
  const [seconds = '', unit = '', url = ''] = found(
    text,
    /^Running (\d+)(s|m|h) test @ (\S+)$/m,
    "its line 'Running ... test'",
  );
  const [threads, connections] = found(
    text,
    /^ {2}(\d+) threads? and (\d+) connections?$/m,
    'its threads and connections',
  );
  const durationSeconds = duration(`${seconds}${unit}`).ms / 1000;
  return { url, toolWorkers: counted(threads), connections: counted(connections), durationSeconds };
}

export function answeredIn(text: string) {
  const [requests, took = '', read = ''] = found(
    text,
    /^ {2}(\d+) requests in ([\d.]+(?:us|ms|s|m|h)), ([\d.]+[KMGTP]?B) read$/m,
    'the line with requests and bytes',
  );
  const seconds = lasting(duration(took).ms / 1000);
  return {
    seconds,
    requests: counted(requests),
    durationUs: Math.round(seconds * 1e6),
    bytesPerSecond: binaryBytes(read) / seconds,
    errors: errorsOf(text),
    connectsFailed: counted(socketErrors(text)?.[1] ?? '0'),
  };
}

interface WrkFigures {
  pipelining: number | null;
  point: Pick<Point, 'requestsPerSecond' | 'latencyMs'> & Partial<Point>;
}

function figuresOfText(text: string): WrkFigures {
  const { seconds, ...answered } = answeredIn(text);
  const [perSecond = ''] = found(text, /^Requests\/sec: +([\d.]+)$/m, 'Requests/sec');
  const measured = answered.requests > answered.errors.non2xx;
  return {
    pipelining: null,
    point: {
      ...answered,
      requestsPerSecond: readShape(amount, Number(perSecond)),
      latencyMs: measured ? latencyOfText(text) : latencyOf({ ...SYNTHETIC, resolutionUs: 1 }, {}),
    },
  };
}

/** 50, 75, 90 and 99 only, and these only with --latency. */
function latencyOfText(text: string): Point['latencyMs'] {
  const row = text.match(/^ {4}Latency +(\S+) +(\S+) +(\S+) +\S+%$/m)?.slice(1);
  const percentile = (p: number) => text.match(new RegExp(`^ {5}${p}% +(\\S+)$`, 'm'))?.[1];
  const [mean, stddev, max] = row ?? [];
  const said = { mean, stddev, max, p50: percentile(50), p90: percentile(90), p99: percentile(99) };
  const read = Object.entries(said).flatMap(([name, one]) => (one === undefined ? [] : [{ name, ...duration(one) }]));
  const resolutionUs = Math.max(1, ...read.map((one) => one.resolutionUs));
  return latencyOf({ ...SYNTHETIC, resolutionUs }, Object.fromEntries(read.map(({ name, ms }) => [name, ms])));
}

/** Statuses outside 2xx, by the line that a script of ours prints. */
export function countedByUs(text: string): RegExpMatchArray | null {
  return text.match(/^\{.*"errors":\{[^}]*"status":(\d+)/m);
}

const socketErrors = (text: string): RegExpMatchArray | null =>
  text.match(/^ {2}Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$/m);

/** By connects that failed no request went out. */
function errorsOf(text: string): typeof NONE_FAILED {
  const sockets = socketErrors(text);
  const statuses = countedByUs(text) ?? text.match(/^ {2}Non-2xx or 3xx responses: (\d+)$/m);
  return {
    ...NONE_FAILED,
    ...(sockets && {
      reset: counted(sockets[2]) + counted(sockets[3]),
      timeout: counted(sockets[4]),
    }),
    ...(statuses && { non2xx: counted(statuses[1]) }),
  };
}

function figuresOfLine(value: unknown): WrkFigures {
  const ours = typeof value === 'object' && value !== null && 'latency' in value ? readShape(ourLine, value) : null;
  const plain = ours ? null : readShape(plainLine, value);
  const { requests, bytes, errors } = ours ?? (plain as z.infer<typeof plainLine>);
  const durationUs = Math.round(ours?.duration ?? plain?.duration_us ?? 0);
  const seconds = lasting(durationUs / 1e6);
  const answered = requests > errors.status;
  const us = ours ? latencyOfOurs(ours) : { ...plain, p99_9: plain?.p999 };
  return {
    pipelining: ours?.pipelining ?? null,
    point: {
      requests,
      durationUs,
      requestsPerSecond: requests / seconds,
      bytesPerSecond: bytes / seconds,
      latencyMs: latencyOf({ ...SYNTHETIC, resolutionUs: 1 }, answered ? us : {}, MICROSECOND),
      connectsFailed: errors.connect,
      errors: {
        ...NONE_FAILED,
        reset: errors.read + errors.write,
        non2xx: errors.status,
        timeout: errors.timeout,
      },
    },
  };
}

/** With pipelining wrk times a batch and corrects it by the interval of single requests, which is no latency. */
function latencyOfOurs({ latency, pipelining }: z.infer<typeof ourLine>) {
  if (latency.different === 0 || pipelining > 1) return {};
  const {
    '50': p50,
    '90': p90,
    '95': p95,
    '97.5': p97_5,
    '99': p99,
    '99.9': p99_9,
    '99.99': p99_99,
  } = latency.percentiles;
  return { mean: latency.mean, stddev: latency.stdev, max: latency.max, p50, p90, p95, p97_5, p99, p99_9, p99_99 };
}
