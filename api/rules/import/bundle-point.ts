import type { BundlePoint, BundleRun } from '../../contract/bundle.ts';
import type { StepEvidence } from '../../contract/evidence.ts';
import type { AskedStep } from '../../contract/load.ts';
import type { Point } from '../../contract/point.ts';
import { traitsOf } from '../load/tool-traits.ts';
import { latencyOf } from './bundle-latency.ts';

const MEGABYTE = 1e6;
const MEBIBYTE = 1024 * 1024;

/** What the step asked, as far as the bundle says it. */
export function askedOf(point: BundlePoint, load: BundleRun['load']): AskedStep {
  const rest = {
    connections: point.connections ?? null,
    durationSeconds: point.durationSeconds ?? load?.durationSeconds ?? null,
    toolWorkers: point.toolWorkers ?? null,
    profiles: [],
  };
  const rate = point.requestsPerSecondAsked;
  if (rate !== undefined || traitsOf(load?.tool).keepsRate === 'always') {
    return { loop: 'open', requestsPerSecond: rate ?? null, arrivals: point.arrivals ?? null, ...rest };
  }
  return { loop: 'closed', pipelining: point.pipelining ?? load?.pipelining ?? null, ...rest };
}

/** Rates from totals only where the bundle says the time as well. */
export function pointOf(point: BundlePoint, run: BundleRun, evidence: StepEvidence): Point {
  const { load } = run;
  const asked = askedOf(point, load);
  const pipelining = asked.loop === 'closed' ? asked.pipelining : null;
  const { connections } = asked;
  const serverCpus = evidence.server?.processCpus ?? null;
  const clientCpus = summed(evidence.clients.map(({ processCpus }) => processCpus));
  const perRequest = (cpus: number | null): number | null =>
    cpus === null || point.requestsPerSecond <= 0 ? null : (cpus * 1e6) / point.requestsPerSecond;
  return {
    startedAtUs: null,
    endedAtUs: null,
    requests: point.requests ?? null,
    durationUs: point.measuredSeconds === undefined ? null : Math.round(point.measuredSeconds * 1e6),
    requestsPerSecond: point.requestsPerSecond,
    requestsPerSecondStddev: point.requestsPerSecondStddev ?? null,
    requestsPerSecondMax: point.requestsPerSecondMax ?? null,
    bytesPerSecond: bytesPerSecond(point),
    latencyMs: latencyOf(point, load),
    errors: errorsOf(point, asked.durationSeconds),
    toolWorkers: point.toolWorkers ?? load?.toolWorkers ?? null,
    offeredPerSecond: asked.loop === 'open' ? asked.requestsPerSecond : null,
    unsent: null,
    rounded: point.rounded ?? false,
    inFlightMax: connections !== null && pipelining !== null ? connections * pipelining : null,
    connectionsAsked: connections,
    connectionsEstablished: point.connectionsEstablished ?? null,
    serverRequests: null,
    serverCpuUsPerRequest: perRequest(serverCpus),
    clientCpuUsPerRequest: perRequest(clientCpus),
    serverCpus,
    clientCpus,
    otherCpus: null,
    sampleGapSeconds: null,
    commonWindowUs: null,
    latencyRangeMs: null,
    distribution: null,
  };
}

/** Null when one of them is not known: a sum of some would be too little. */
function summed(values: (number | null)[]): number | null {
  if (values.length === 0) return null;
  return values.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

function bytesPerSecond(point: BundlePoint): number | null {
  if (point.readMegabytesPerSecond !== undefined) return point.readMegabytesPerSecond * MEGABYTE;
  if (point.readMebibytesPerSecond !== undefined) return point.readMebibytesPerSecond * MEBIBYTE;
  const { bytesRead, measuredSeconds } = point;
  return bytesRead === undefined || measuredSeconds === undefined ? null : bytesRead / measuredSeconds;
}

const NONE_FAILED = { connection: 0, timeout: 0, reset: 0, non2xx: 0, mismatch: 0 };

/** A share of failures becomes a number only where the number of requests is known or follows from rate and time. */
function errorsOf(point: BundlePoint, askedSeconds: number | null): Point['errors'] {
  if (point.errors) return { ...NONE_FAILED, ...point.errors };
  if (point.successPercent === undefined) return null;
  const failed = 1 - point.successPercent / 100;
  if (failed === 0) return NONE_FAILED;
  const seconds = point.measuredSeconds ?? askedSeconds;
  const requests = point.requests ?? (seconds === null ? null : point.requestsPerSecond * seconds);
  return requests === null ? null : { ...NONE_FAILED, non2xx: Math.round(requests * failed) };
}

/** How a share of failures was read, for the reader; null where there is none. */
export function errorsNote(point: BundlePoint, askedSeconds: number | null): string | null {
  const { errors, successPercent } = point;
  if (errors || successPercent === undefined || successPercent === 100) return null;
  if (errorsOf(point, askedSeconds) === null)
    return `The source says that ${successPercent} % of the requests succeeded and not how many there were: how many failed is not known.`;
  return `The source says that ${successPercent} % of the requests succeeded and not how the others failed; they are counted as answers other than 2xx.`;
}
