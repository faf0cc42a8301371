import type { RunPoint } from '@contract/run-points';
import { linearScale, logScale, type Scale } from '@/charts/chart-maths';
import { highestOf, lowestOf } from '@/charts/extent';
import { drawnMs, isBelow } from '@/charts/resolution';

export type Latency = RunPoint['latency'];

/** Percentiles of different kinds are never compared: one kind is placed at a time. The kind that most runs have comes first. */
export function latencyKinds(points: Pick<RunPoint, 'latency'>[]): { latency: Latency; runs: number }[] {
  const counts = new Map<Latency, number>();
  for (const { latency } of points) counts.set(latency, (counts.get(latency) ?? 0) + 1);
  return [...counts].map(([latency, runs]) => ({ latency, runs })).sort((a, b) => b.runs - a.runs);
}

/** The groups of these points, the largest first. Runs that are in no group are one more: null. */
export function groupsAmong(points: Pick<RunPoint, 'group'>[]): { group: number | null; runs: number }[] {
  const counts = new Map<number | null, number>();
  for (const { group } of points) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...counts].map(([group, runs]) => ({ group, runs })).sort((a, b) => b.runs - a.runs);
}

/** From here on values of a linear axis would lie upon each other. */
const LOG_FROM = 20;

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Axes {
  x: Scale;
  y: Scale;
  /** The latencies are so far apart that the axis is logarithmic. */
  log: boolean;
}

const msOf = ({ latencyMsP99, latencyResolutionUs }: RunPoint): number =>
  drawnMs(latencyMsP99, latencyResolutionUs ?? 0);

/** Its p99 is below the tool's resolution, where it is placed. */
export const isAtBound = ({ latencyMsP99, latencyResolutionUs }: RunPoint): boolean =>
  isBelow(latencyMsP99, latencyResolutionUs ?? 0);

/** Throughput to the right, from nothing; p99 upwards, from nothing or by decades. */
export function axesOf(points: RunPoint[], { left, right, top, bottom }: Box): Axes {
  const x = linearScale(
    highestOf(
      points.map(({ requestsPerSecond }) => requestsPerSecond),
      0,
    ),
    left,
    right,
  );
  const latencies = points.map(msOf);
  const [low, high] = [lowestOf(latencies), highestOf(latencies, 0)];
  const log = low > 0 && high / low >= LOG_FROM;
  return { x, y: log ? logScale(low, high, bottom, top) : linearScale(high, bottom, top), log };
}

export interface Placed {
  run: RunPoint;
  x: number;
  y: number;
}

export const placeAll = (points: RunPoint[], { x, y }: Axes): Placed[] =>
  points.map((run) => ({ run, x: x(run.requestsPerSecond), y: y(msOf(run)) }));

/** The point nearest to a place, at most so far away; of equally near ones the newest, which comes first. */
export function nearestTo(placed: Placed[], at: { x: number; y: number }, within: number): Placed | null {
  let nearest: Placed | null = null;
  let least = within * within;
  for (const one of placed) {
    const distance = (one.x - at.x) ** 2 + (one.y - at.y) ** 2;
    if (distance < least || (distance === least && nearest === null)) [nearest, least] = [one, distance];
  }
  return nearest;
}

export interface Brush {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
}

export function insideOf(placed: Placed[], { fromX, fromY, toX, toY }: Brush): Placed[] {
  const [left, right] = [Math.min(fromX, toX), Math.max(fromX, toX)];
  const [top, bottom] = [Math.min(fromY, toY), Math.max(fromY, toY)];
  return placed.filter(({ x, y }) => x >= left && x <= right && y >= top && y <= bottom);
}

const STEPS: Record<string, { axis: 'x' | 'y'; by: 1 | -1 }> = {
  ArrowRight: { axis: 'x', by: 1 },
  ArrowLeft: { axis: 'x', by: -1 },
  ArrowUp: { axis: 'y', by: -1 },
  ArrowDown: { axis: 'y', by: 1 },
};

/** Where an arrow key leads: to the next point that way, however far it is the other way; null for another key, and where none is. */
export function stepFrom(placed: Placed[], from: Placed | null, key: string): Placed | null {
  const step = STEPS[key];
  if (!step) return null;
  const forward = [...placed].sort((a, b) => a[step.axis] - b[step.axis]);
  const ordered = step.by === 1 ? forward : forward.reverse();
  if (!from) return ordered[0] ?? null;
  const at = ordered.findIndex(({ run }) => run.runId === from.run.runId);
  return ordered[at + 1] ?? null;
}

/** Lowest and highest pipelining depth among them; null where all that state one have the same. */
export function depthsAmong(points: Pick<RunPoint, 'pipelining'>[]): [number, number] | null {
  const depths = [...new Set(points.flatMap(({ pipelining }) => pipelining ?? []))].sort((a, b) => a - b);
  const [low, high] = [depths[0], depths.at(-1)];
  return depths.length < 2 || low === undefined || high === undefined ? null : [low, high];
}
