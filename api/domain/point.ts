import type { LoadResult } from '../contract/agent.ts';
import type { StepSpec } from '../contract/load.ts';
import type { Point } from '../contract/run.ts';
import { read, rise, serverRequests } from './counters.ts';
import type { SampleFrame } from './sample-frame.ts';

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
export type PointFigures = Omit<Point, 'distribution'>;

/**
 * What one executed step measured: the tool's own figures, and beside them what the samples of both hosts say. On one
 * host the windows are the same; a server that stands apart has its own, somewhat longer one.
 */
export function makePoint(step: StepSpec, result: LoadResult, server: Window, client: Window): PointFigures {
  const side = serverSide(server.frames);
  const clientCpus = toolCpus(client.frames);
  const perRequest =
    result.requestsPerSecond > 0 && clientCpus !== null ? (clientCpus * 1e6) / result.requestsPerSecond : null;
  return {
    startedAtUs: result.startedAtUs,
    endedAtUs: result.endedAtUs,
    requests: result.requests,
    durationUs: result.durationUs,
    requestsPerSecond: result.requestsPerSecond,
    requestsPerSecondStddev: result.requestsPerSecondStddev,
    requestsPerSecondMax: result.requestsPerSecondMax,
    bytesPerSecond: result.bytesPerSecond,
    latencyMs: result.latencyMs,
    errors: result.errors,
    toolWorkers: result.toolWorkers,
    offeredPerSecond: result.offeredPerSecond,
    unsent: result.unsent,
    inFlightMax: step.loop === 'closed' ? step.connections * step.pipelining : step.connections,
    connectionsAsked: step.connections,
    connectionsEstablished: result.connectionsEstablished,
    serverRequests: side.requests,
    serverCpuUsPerRequest: side.cpuUsPerRequest,
    clientCpuUsPerRequest: perRequest,
    serverCpus: targetCpus(server.frames, result.durationUs),
    clientCpus,
    otherCpus: othersUsed(server.frames),
    sampleGapSeconds: Math.max(longestHoleSeconds(server), longestHoleSeconds(client)),
    commonWindowUs: null,
    latencyRangeMs: null,
  };
}

/** Both figures from the same two frames, so that what the edges of the window cut off cancels out. */
function serverSide(frames: SampleFrame[]): { requests: number | null; cpuUsPerRequest: number | null } {
  const counted = frames.filter((frame) => serverRequests(frame) !== null);
  const [first, last] = [counted[0], counted.at(-1)];
  if (!first || !last || first === last) return { requests: null, cpuUsPerRequest: null };
  const requests = rise(serverRequests(first), serverRequests(last));
  const cpuUs = rise(read(first, 'process/target/cpuUs'), read(last, 'process/target/cpuUs'));
  return { requests, cpuUsPerRequest: requests && cpuUs !== null ? cpuUs / requests : null };
}

/**
 * CPUs that the target used while load was driven: all of its CPU time of the window, over the tool's own duration. The
 * window also holds the start and the end of the tool, and on two hosts the way of two commands, in which a server
 * without requests uses next to nothing: a mean over all of it would say less than requests / duration x CPU per request.
 */
function targetCpus(frames: SampleFrame[], durationUs: number): number | null {
  const used = cpuTime(frames, 'target');
  return used === null || durationUs === 0 ? null : used.cpuUs / durationUs;
}

/** CPUs of the tool from the first frame that knows it, so that the start of its runtime is not billed to its requests. */
function toolCpus(frames: SampleFrame[]): number | null {
  const used = cpuTime(frames, 'tool');
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

function longestHoleSeconds({ frames, startedAtUs, endedAtUs, samplesPerSecond }: Window): number {
  const times = [startedAtUs, ...frames.map((frame) => frame.timeUs), endedAtUs];
  const longest = times.reduce((most, time, i) => Math.max(most, time - (times[i - 1] ?? time)), 0);
  return longest > 1e6 / samplesPerSecond + HOLE_SLACK_US ? longest / 1e6 : 0;
}
