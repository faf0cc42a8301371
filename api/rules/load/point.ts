import type { StepSpec } from '../../contract/load.ts';
import type { MeasuredPoint } from '../../contract/point.ts';
import { hasRequestCounters, read, rise, serverRequests } from '../samples/counters.ts';
import type { SampleFrame } from '../samples/sample-frame.ts';
import type { MergedClients } from './merge-clients.ts';
import { depthMost } from './used-depth.ts';

/** More than this beyond the time that frames are apart is a hole between two of them; less is a host that is busy. */
const HOLE_SLACK_US = 500_000;

const POINT_COLUMN = /^process\/(target|tool|others)\/\w+Us$|^target\//;

/** Whether a point is made from the column; the rest of a frame, a thousand times as much, is not. */
export const isPointColumn = (name: string): boolean => POINT_COLUMN.test(name);

/** What the samples of one host say of a step, from boundary frame to boundary frame in the clock of that host. */
export interface Window {
  startedAtUs: number;
  endedAtUs: number;
  samplesPerSecond: number;
  /** In order of time, the boundary frames at both ends among them. */
  frames: SampleFrame[];
}

/** A point without the curve that is made of its histogram. */
export type PointFigures = Omit<MeasuredPoint, 'distribution'>;

/** One client's own rate, and its samples while it drove load. */
export interface ClientWindow {
  requestsPerSecond: number;
  window: Window;
  /** When its load began, by its own clock, where that was agreed: its tool may have waited for it. Null: at once. */
  loadFromUs: number | null;
}

/**
 * What one executed step measured: the figures of the tools as one, and beside them what the samples of all hosts say. On
 * one host the windows are the same; a server that stands apart has its own, somewhat longer one, and one without an agent has
 * none.
 */
export function makePoint(
  step: StepSpec,
  merged: MergedClients,
  server: Window | null,
  clients: ClientWindow[],
): PointFigures {
  const { figures, connectionsEstablished, commonWindowUs, latencyRangeMs } = merged;
  const side = serverSide(server?.frames ?? [], figures.requests);
  const { cpus, cpuUsPerRequest } = clientSide(clients);
  return {
    ...figures,
    inFlightMax: step.loop === 'closed' ? step.connections * depthMost(step, figures) : step.connections,
    connectionsAsked: step.connections,
    connectionsEstablished,
    serverRequests: side.requests,
    serverCpuUsPerRequest: side.cpuUsPerRequest,
    clientCpuUsPerRequest: cpuUsPerRequest,
    serverCpus: targetCpus(server?.frames ?? [], figures.durationUs),
    clientCpus: cpus,
    otherCpus: othersUsed(server?.frames ?? []),
    sampleGapSeconds: Math.max(
      ...[...(server ? [server] : []), ...clients.map(({ window }) => window)].map(longestHoleSeconds),
    ),
    commonWindowUs,
    latencyRangeMs,
  };
}

/** All tools together. Each used its CPUs for its own requests, so the sum is divided by their own rates. */
function clientSide(clients: ClientWindow[]): { cpus: number | null; cpuUsPerRequest: number | null } {
  let [cpus, requestsPerSecond]: [number | null, number] = [0, 0];
  for (const client of clients) {
    const used = toolCpus(client);
    cpus = cpus === null || used === null ? null : cpus + used;
    requestsPerSecond += client.requestsPerSecond;
  }
  return { cpus, cpuUsPerRequest: requestsPerSecond > 0 && cpus !== null ? (cpus * 1e6) / requestsPerSecond : null };
}

/**
 * Both figures from the same two frames, so that what the edges of the window cut off cancels out. A target that counts
 * nothing has its CPU time held against what the tool counted; one whose counters could not be read has none.
 */
function serverSide(
  frames: SampleFrame[],
  toolRequests: number,
): { requests: number | null; cpuUsPerRequest: number | null } {
  if (!frames.some(hasRequestCounters)) {
    const used = cpuTime(frames, 'target');
    return { requests: null, cpuUsPerRequest: used && toolRequests > 0 ? used.cpuUs / toolRequests : null };
  }
  const counted = frames.filter((frame) => serverRequests(frame) !== null);
  const [first, last] = [counted[0], counted.at(-1)];
  if (!first || !last || first === last) return { requests: null, cpuUsPerRequest: null };
  const requests = rise(serverRequests(first), serverRequests(last));
  const cpuUs = rise(read(first, 'process/target/cpuUs'), read(last, 'process/target/cpuUs'));
  return { requests, cpuUsPerRequest: requests && cpuUs !== null ? cpuUs / requests : null };
}

/**
 * CPUs that the target used while load was driven: all of its CPU time of the window, over the tool's own duration. The
 * window also holds the start and the end of the tool, and on two hosts the way of two commands. A server without
 * requests uses next to nothing then, so a mean over all of it would be below requests / duration x CPU per request.
 */
function targetCpus(frames: SampleFrame[], durationUs: number): number | null {
  const used = cpuTime(frames, 'target');
  return used === null || durationUs === 0 ? null : used.cpuUs / durationUs;
}

/**
 * CPUs of the tool from the first frame that knows it. So the start of its runtime is not billed to its requests, nor
 * is the wait for an agreed start taken for rest.
 */
export function toolCpus({ window: { frames }, loadFromUs }: Omit<ClientWindow, 'requestsPerSecond'>): number | null {
  const used = cpuTime(loadFromUs === null ? frames : frames.filter(({ timeUs }) => timeUs >= loadFromUs), 'tool');
  return used && used.cpuUs / used.us;
}

/** CPU time between the first and the last frame that know the process tree, and the time between them. */
function cpuTime(frames: SampleFrame[], role: 'target' | 'tool'): { cpuUs: number; us: number } | null {
  const known = frames.filter((frame) => read(frame, `process/${role}/cpuUs`) !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || last.monotonicUs <= first.monotonicUs) return null;
  const cpuUs = rise(read(first, `process/${role}/cpuUs`), read(last, `process/${role}/cpuUs`));
  return cpuUs === null ? null : { cpuUs, us: last.monotonicUs - first.monotonicUs };
}

/** CPUs that everything else on the host used: summed processes, never what is left over of the machine. */
export function othersUsed(frames: SampleFrame[]): number | null {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return null;
  const us = rise(read(first, 'process/others/readMonotonicUs'), read(last, 'process/others/readMonotonicUs'));
  const cpuUs = rise(read(first, 'process/others/cpuUs'), read(last, 'process/others/cpuUs'));
  return us && cpuUs !== null ? cpuUs / us : null;
}

/** 0 where no two neighbours are so far apart that it is one; the bounds count. */
export function longestHoleSeconds({
  frames,
  startedAtUs,
  endedAtUs,
  samplesPerSecond,
}: Omit<Window, 'frames'> & { frames: Pick<SampleFrame, 'timeUs'>[] }): number {
  const times = [startedAtUs, ...frames.map((frame) => frame.timeUs), endedAtUs];
  const longest = times.reduce((most, time, i) => Math.max(most, time - (times[i - 1] ?? time)), 0);
  return longest > 1e6 / samplesPerSecond + HOLE_SLACK_US ? longest / 1e6 : 0;
}
