import type { AskedStep } from '../../../contract/load.ts';
import type { Point } from '../../../contract/point.ts';
import { latencyOf, pointOf, type TextReader, type ToolSaid, UNSAID } from '../tool-reading.ts';
import { bounded, duration, found } from '../tool-text.ts';
import { Unreadable } from '../unreadable.ts';
import { answeredIn, askedIn, countedByUs, REDIRECTS } from './wrk.ts';

export const reader: TextReader = {
  words: /^ {2}Thread calibration:|HdrHistogram - |^ {2}Detailed Percentile spectrum:/m,
  read,
};

const OPEN = { loop: 'open', resolutionUs: 1 } as const;

/**
 * The text that --latency makes. Requests are complete responses of the whole duration; latencies leave out the calibration
 * of the first ten seconds, and count from when a request was due on its connection.
 */
function read(whole: string): ToolSaid {
  const text = bounded(whole);
  const { url, toolWorkers, ...asked } = askedIn(text);
  const { seconds, ...answered } = answeredIn(text);
  const step: AskedStep = { loop: 'open', requestsPerSecond: null, arrivals: 'constant', ...UNSAID, ...asked };
  const measured = answered.requests > answered.errors.non2xx;
  const point = pointOf(step, {
    ...answered,
    requestsPerSecond: answered.requests / seconds,
    latencyMs: measured ? latencyOfSpectrum(text) : latencyOf(OPEN, {}),
    toolWorkers,
  });
  const notes = ['wrk2 does not say which rate (-R) was asked, so it may not have been met.'];
  if (!countedByUs(text)) notes.push(REDIRECTS('wrk2'));
  return { url, step, point, notes };
}

const PERCENTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p97_5: 0.975, p99: 0.99, p99_9: 0.999, p99_99: 0.9999 };

/** The spectrum prints shares with six decimals. */
const PRINTED = 5e-7;

/**
 * The percentiles up to 97.5 come from the spectrum, which has them exactly. It steps over 99 and those above: its next step is that of
 * 99.0625. For these the list above it has the figure. That is cut to two decimals, so it is kept between the two steps around it.
 */
function latencyOfSpectrum(text: string): Point['latencyMs'] {
  const [mean, stddev] = found(text, /^#\[Mean += +([\d.]+), StdDeviation += +([\d.]+)\]$/m, 'its mean').map(Number);
  const [max = 0, total] = found(text, /^#\[Max += +([\d.]+), Total count += +(\d+)\]$/m, 'its maximum').map(Number);
  if (total === 0) return latencyOf(OPEN, {});
  const steps = [...text.matchAll(/^ +([\d.]+) +([\d.]+) +\d+ +(?:[\d.]+|inf)$/gm)].map(([, ms, share]) => ({
    ms: Number(ms),
    share: Number(share),
  }));
  const last = steps.at(-1);
  if (!last || last.share < 1) throw new Unreadable('its percentile spectrum is truncated');
  const listed = listedMs(text);
  const percentiles = Object.entries(PERCENTILES).map(([name, share]) => {
    const at = steps.findIndex((one) => one.share >= share - PRINTED);
    const step = steps[at] ?? last;
    const told = step.share > share + PRINTED ? listed.get((share * 100).toFixed(3)) : undefined;
    const ms = told === undefined ? step.ms : Math.min(Math.max(told, steps[at - 1]?.ms ?? 0), step.ms);
    return [name, Math.min(ms, max)];
  });
  return latencyOf(OPEN, { mean, stddev, max, ...Object.fromEntries(percentiles) });
}

/** Of the first list, by percentile with three decimals: with --u_latency another one of other latencies follows. */
function listedMs(text: string): Map<string, number> {
  const list = [...text.matchAll(/^ *(\d+\.\d{3})% +(\S+)$/gm)].reverse();
  return new Map(list.map(([, percent = '', told = '']) => [percent, duration(told).ms]));
}
