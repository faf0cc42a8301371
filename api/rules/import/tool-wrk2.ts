import type { AskedStep } from '../../contract/load.ts';
import type { Point } from '../../contract/run.ts';
import { lasting, latencyOf, pointOf, type ToolReading } from './tool-reading.ts';
import { binaryBytes, bounded, counted, duration, found } from './tool-text.ts';
import { errorsOf } from './tool-wrk.ts';
import { Unreadable } from './unreadable.ts';

const OPEN = { loop: 'open', resolutionUs: 1 } as const;

/**
 * The text that --latency makes. Requests are complete responses of the whole duration; latencies leave out the calibration
 * of the first ten seconds, and count from when a request was due on its connection.
 */
export function readWrk2(whole: string): ToolReading {
  const text = bounded(whole);
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
  const [requests, took = '', read = ''] = found(
    text,
    /^ {2}(\d+) requests in ([\d.]+(?:us|ms|s|m|h)), ([\d.]+[KMGTP]?B) read$/m,
    'the line with requests and bytes',
  );
  const lastedSeconds = lasting(duration(took).ms / 1000);
  const errors = errorsOf(text);
  const step: AskedStep = {
    loop: 'open',
    requestsPerSecond: null,
    arrivals: 'constant',
    connections: counted(connections),
    durationSeconds: duration(`${seconds}${unit}`).ms / 1000,
    toolWorkers: null,
    profiles: [],
  };
  const toolWorkers = counted(threads);
  const measured = counted(requests) > errors.non2xx;
  const point = pointOf(step, {
    requests: counted(requests),
    durationUs: Math.round(lastedSeconds * 1e6),
    requestsPerSecond: counted(requests) / lastedSeconds,
    bytesPerSecond: binaryBytes(read) / lastedSeconds,
    latencyMs: measured ? latencyOfSpectrum(text) : latencyOf(OPEN, {}),
    errors,
    toolWorkers,
  });
  const notes = ['wrk2 does not say which rate (-R) was asked, so that whether it was met cannot be told.'];
  return { tool: 'wrk2', url, step, point, toolWorkers, notes };
}

const PERCENTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p97_5: 0.975, p99: 0.99, p99_9: 0.999, p99_99: 0.9999 };

/** Each from the spectrum, whose steps are finer than the list above it: the first step that is not below it. */
function latencyOfSpectrum(text: string): Point['latencyMs'] {
  const [mean, stddev] = found(text, /^#\[Mean += +([\d.]+), StdDeviation += +([\d.]+)\]$/m, 'its mean').map(Number);
  const [max = 0, total] = found(text, /^#\[Max += +([\d.]+), Total count += +(\d+)\]$/m, 'its maximum').map(Number);
  if (total === 0) return latencyOf(OPEN, {});
  const steps = [...text.matchAll(/^ +([\d.]+) +([\d.]+) +\d+ +(?:[\d.]+|inf)$/gm)].map(([, ms, share]) => ({
    ms: Number(ms),
    share: Number(share),
  }));
  const last = steps.at(-1);
  if (!last || last.share < 1) throw new Unreadable('its percentile spectrum is not there to its end');
  const percentiles = Object.entries(PERCENTILES).map(([name, share]) => {
    const step = steps.find((one) => one.share >= share - 1e-9) ?? last;
    return [name, Math.min(step.ms, max)];
  });
  return latencyOf(OPEN, { mean, stddev, max, ...Object.fromEntries(percentiles) });
}
