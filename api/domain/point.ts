import type { LoadResult } from '../contract/agent.ts';
import type { Point } from '../contract/run.ts';
import type { StepSpec } from '../contract/spec.ts';
import { read, rise, serverRequests } from './counters.ts';
import type { SampleFrame } from './sample-frame.ts';

/** Frames are a second apart; more than this between two of them is a hole. */
const HOLE_US = 1_500_000;

/**
 * What one executed step measured: the tool's own figures, and beside them what the host's samples say about the same
 * window. Frames are those of the window, the boundary frames at both of its ends among them.
 */
export function makePoint(
  step: StepSpec,
  result: LoadResult,
  serverFrames: SampleFrame[],
  clientFrames: SampleFrame[],
): Point {
  const server = serverSide(serverFrames);
  const clientCpus = cpusUsed(clientFrames, 'tool');
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
    inFlightMax: step.connections * step.pipelining,
    connectionsAsked: step.connections,
    connectionsEstablished: result.connectionsEstablished,
    serverRequests: server.requests,
    serverCpuUsPerRequest: server.cpuUsPerRequest,
    clientCpuUsPerRequest: perRequest,
    serverCpus: cpusUsed(serverFrames, 'target'),
    clientCpus,
    otherCpus: othersUsed(serverFrames),
    sampleGapSeconds: longestHoleSeconds(serverFrames, result.startedAtUs, result.endedAtUs),
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
 * CPUs that a process tree used while it worked: from the first frame that knows the tree, so that the start of the
 * tool's runtime is not billed to its requests.
 */
function cpusUsed(frames: SampleFrame[], role: 'target' | 'tool'): number | null {
  const known = frames.filter((frame) => read(frame, `process/${role}/cpuUs`) !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || last.monotonicUs <= first.monotonicUs) return null;
  const cpuUs = rise(read(first, `process/${role}/cpuUs`), read(last, `process/${role}/cpuUs`));
  return cpuUs === null ? null : cpuUs / (last.monotonicUs - first.monotonicUs);
}

function othersUsed(frames: SampleFrame[]): number | null {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return null;
  const us = rise(read(first, 'process/others/readMonotonicUs'), read(last, 'process/others/readMonotonicUs'));
  const cpuUs = rise(read(first, 'process/others/cpuUs'), read(last, 'process/others/cpuUs'));
  return us && cpuUs !== null ? cpuUs / us : null;
}

function longestHoleSeconds(frames: SampleFrame[], startedAtUs: number, endedAtUs: number): number {
  const times = [startedAtUs, ...frames.map((frame) => frame.timeUs), endedAtUs];
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
  const longest = Math.max(...gaps);
  return longest > HOLE_US ? longest / 1e6 : 0;
}
