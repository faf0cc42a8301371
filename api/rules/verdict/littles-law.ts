import type { LatencyMs, Point } from '../../contract/point.ts';
import type { Finding } from '../../contract/verdict.ts';
import { depthMost } from '../load/used-depth.ts';
import { formatCount, plural } from '../words/numbers.ts';
import { amount, percent } from './amounts.ts';
import { failedShare } from './failed-share.ts';
import type { Figured } from './measured-seconds.ts';
import { type MeasuredStep, ofStep } from './measured-step.ts';
import {
  ERRORS_DOUBTFUL,
  ERRORS_INVALID,
  IN_FLIGHT_DOUBTFUL,
  IN_FLIGHT_IMPOSSIBLE,
  IN_FLIGHT_LOW,
  MEAN_OVER_MEDIAN_LEAST,
} from './thresholds.ts';

/** Requests in flight that throughput and latency imply, beside those that were possible. */
export interface InFlight {
  /** Without a mean, what is the least that it can be: half the median, or more by what the higher percentiles add. */
  by: 'mean' | 'median' | 'percentiles';
  /** The mean, the median, or the least mean that the percentiles allow. */
  latencyMs: number;
  low: number;
  /** Null without a mean, as percentiles say nothing of the highest. */
  high: number | null;
  possible: number;
  connections: number;
  pipelining: number;
}

/**
 * Null where it cannot be told: an open loop, unknown connections or pipelining, no latency or one that the tool
 * corrected afterwards, or latency and throughput of different requests.
 */
export function inFlightOf({ spec, point }: Figured): InFlight | null {
  if (spec.loop !== 'closed' || spec.connections === null || spec.pipelining === null) return null;
  const { mean, p50, loop, resolutionUs } = point.latencyMs;
  if (loop !== 'closed' || (failedShare({ spec, point })?.share ?? 0) > ERRORS_INVALID) return null;
  // Connections that never opened had nothing in flight.
  const connections = Math.min(spec.connections, point.connectionsEstablished ?? spec.connections);
  const load = { connections, pipelining: depthMost({ pipelining: spec.pipelining }, point) };
  const possible = load.connections * load.pipelining;
  const implied = (ms: number): number => (point.requestsPerSecond * ms) / 1000;
  if (mean !== null) {
    // Tools truncate to what they resolve, so their mean is too low by up to as much.
    const high = implied(mean + resolutionUs / 1000);
    return { by: 'mean', latencyMs: mean, low: implied(mean), high, possible, ...load };
  }
  const least = leastMeanMs(point.latencyMs);
  // With the tail in it the least comes near the mean, which parts by some percent from what throughput says.
  if (least > (p50 ?? 0) * MEAN_OVER_MEDIAN_LEAST * IN_FLIGHT_IMPOSSIBLE)
    return { by: 'percentiles', latencyMs: least, low: implied(least), high: null, possible, ...load };
  if (p50 === null) return null;
  return { by: 'median', latencyMs: p50, low: implied(p50 * MEAN_OVER_MEDIAN_LEAST), high: null, possible, ...load };
}

const SHARE_BELOW = { p50: 0.5, p90: 0.9, p95: 0.95, p97_5: 0.975, p99: 0.99, p99_9: 0.999, p99_99: 0.9999 } as const;
export type Percentiles = Pick<LatencyMs, keyof typeof SHARE_BELOW>;

/** Each request took at least the highest percentile that it lies above; those below the lowest took no time. 0 without percentiles. */
function leastMeanMs(percentiles: Percentiles): number {
  let [least, below, ms] = [0, 0, 0];
  for (const [name, share] of Object.entries(SHARE_BELOW)) {
    const value = percentiles[name as keyof Percentiles];
    if (value === null) continue;
    least += ms * (share - below);
    [below, ms] = [share, Math.max(ms, value)];
  }
  return least + ms * (1 - below);
}

/** Implied over possible; null where what is known leaves a wide interval that proves nothing. */
export function littlesRatio(found: InFlight): number | null {
  const { low, high, possible } = found;
  const tells = high === null ? isImpossible(found) : high <= low * IN_FLIGHT_DOUBTFUL || low > possible;
  return possible > 0 && tells ? low / possible : null;
}

interface Carried {
  /** Connections are closed after some requests, and time to connect again is in no latency: too few in flight says nothing. */
  reconnecting: boolean;
  /** Requests are streams of HTTP/2: a server may allow fewer than were asked for, and not every tool tells. */
  streams: boolean;
  /** An import of a tool that does not say whether it kept a rate, which holds it back. */
  mayBeRated: boolean;
  /** A script of somebody's own may wait between requests, or keep a rate: too few in flight says nothing. */
  paced: boolean;
}

export function littlesLaw(step: MeasuredStep, { reconnecting, streams, mayBeRated, paced }: Carried): Finding[] {
  const found = inFlightOf(step);
  if (!found) return [];
  const { high, possible } = found;
  const say = (severity: Finding['severity'], sentence: string): Finding[] => [
    ofStep(step, { code: 'littles-law', severity, sentence }),
  ];
  if (isImpossible(found)) return say('invalid', `${impossible(step.point, found)} ${IMPOSSIBLE_NEXT}`);
  if (high === null) {
    // What the higher percentiles prove does not make the median less doubtful.
    const medianMs = step.point.latencyMs.p50 ?? 0;
    const whole = (step.point.requestsPerSecond * medianMs) / 1000;
    return isAbove(whole, possible * IN_FLIGHT_DOUBTFUL)
      ? say('suspect', doubtful(step.point, found, medianMs, whole))
      : [];
  }
  // Connections that wait for a time-out are in no latency, so that too few seem to be in flight.
  const failed = failedShare(step)?.share ?? 0;
  const { streams: told } = step.point;
  const uneven = told ? told.leastPerConnection < told.mostPerConnection : false;
  if (uneven || high >= possible * IN_FLIGHT_LOW || failed > ERRORS_DOUBTFUL || reconnecting || paced) return [];
  return say(
    'suspect',
    `${tooLow(step.point, found, high)}: ${streams && !told ? TOO_LOW_OF_STREAMS : mayBeRated ? TOO_LOW_OR_RATED : TOO_LOW}`,
  );
}

/** More in flight than possible, whatever the individual latencies. */
export const isImpossible = ({ low, by, possible }: InFlight): boolean =>
  isAbove(low, by === 'median' ? possible : possible * IN_FLIGHT_IMPOSSIBLE);

/** 100 × 1.15 is a little less than 115 in binary. */
export const isAbove = (value: number, limit: number): boolean => value > limit * (1 + 1e-9);

const possibleText = ({ connections, pipelining, possible }: InFlight): string =>
  pipelining === 1
    ? `${plural(possible, 'connection')} can have one each`
    : `${plural(connections, 'connection')} × ${formatCount(pipelining)} can have ${formatCount(possible)}`;

export const IMPOSSIBLE_NEXT = 'Do not use it; measure again with another tool, such as volley.';

/** The arithmetic of a figure that cannot be; verdicts say it too. */
export function impossible({ requestsPerSecond }: Pick<Point, 'requestsPerSecond'>, found: InFlight): string {
  const { latencyMs, low, possible, by } = found;
  const least = {
    mean: ' mean',
    median: ' median / 2 (the least mean)',
    percentiles: ' (the least mean that the percentiles allow)',
  }[by];
  return `by Little’s law ${formatCount(requestsPerSecond)} req/s × ${amount(latencyMs)} ms${least} is at least ${formatCount(low)} in flight; ${possibleText(found)}: ${timesText(low / possible)} is possible. Throughput, latency and requests in flight cannot all be right; which one is wrong is not known.`;
}

/** 15 times what, a little more than what. */
const timesText = (factor: number): string =>
  Number(factor.toPrecision(3)) > 1 ? `${amount(factor)} times what` : 'a little more than';

function doubtful({ requestsPerSecond }: Point, found: InFlight, medianMs: number, whole: number): string {
  return `${formatCount(requestsPerSecond)} req/s × ${amount(medianMs)} ms median is ${formatCount(whole)} in flight; ${possibleText(found)}. Only very uneven latencies give ${amount(whole / found.possible)} times that. Use a tool that reports the mean.`;
}

function tooLow({ requestsPerSecond, latencyMs }: Point, found: InFlight, high: number): string {
  // What a tool cut off is in the product, so it stands among the factors.
  const most = amount(found.latencyMs + latencyMs.resolutionUs / 1000);
  const mean = amount(found.latencyMs) === most ? `${most} ms mean` : `a mean of up to ${most} ms`;
  return `by Little’s law ${formatCount(requestsPerSecond)} req/s × ${mean} is at most ${amount(high)} of ${formatCount(found.possible)} possible in flight (${percent(high / found.possible, IN_FLIGHT_LOW)}, doubtful under ${percent(IN_FLIGHT_LOW)})`;
}

const TOO_LOW =
  'connections waited for the tool, or latency leaves requests out. Give the tool more CPU or fewer connections.';
const TOO_LOW_OR_RATED =
  'a rate held the tool back, connections waited for it, or latency leaves requests out. If no rate was asked, give the tool more CPU or fewer connections.';
const TOO_LOW_OF_STREAMS =
  'the server allowed fewer streams, streams waited for the tool, or latency leaves requests out. Ask for fewer streams (servers often allow 100 to 250) on more connections.';
