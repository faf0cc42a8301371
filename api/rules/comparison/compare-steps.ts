import type { ComparedStep, Deltas } from '../../contract/comparison.ts';
import type { AskedStep } from '../../contract/load.ts';
import type { Point } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import type { RunStep } from '../../contract/step.ts';
import { gaveNothing } from '../load/failed-requests.ts';
import { relativeLatency } from '../load/latency-resolution.ts';

/** The step that a run has in a row of the comparison; undefined where it has none like it. */
export const stepAt = (
  runs: Run[],
  row: Pick<ComparedStep, 'cells'> | undefined,
  runIndex: number,
): RunStep | undefined => runs[runIndex]?.steps[row?.cells[runIndex]?.stepIndex ?? -1];

/** The key of each step: steps of different runs with the same key meet. Null is no step to compare. */
export type Pairing = (steps: AskedStep[]) => (string | null)[];

/** Steps of the runs that meet: the baseline's in its order, then what only others have. A profiled step meets none. */
export function compareSteps(runs: Run[], baselineIndex: number, pairing: Pairing = byLoad): ComparedStep[] {
  const keyed = runs.map((run) => pairing(run.steps.map(({ spec }) => spec)));
  const order = [keyed[baselineIndex] ?? [], ...keyed].flat().filter((key) => key !== null);
  return [...new Set(order)].map((key) => {
    const indexes = keyed.map((keys) => keys.indexOf(key));
    const points = runs.map((run, i) => run.steps[indexes[i] ?? -1]?.point ?? null);
    const holder = (indexes[baselineIndex] ?? -1) >= 0 ? baselineIndex : indexes.findIndex((index) => index >= 0);
    const spec = runs[holder]?.steps[indexes[holder] ?? -1]?.spec as AskedStep;
    return {
      spec,
      cells: indexes.map((index, i) => ({
        stepIndex: index < 0 ? null : index,
        deltas: i === baselineIndex ? null : deltasOf(points[baselineIndex] ?? null, points[i] ?? null),
      })),
    };
  });
}

/**
 * Pairs steps with the same load, whatever their position and duration. The second step with a load in one run meets
 * the second in another.
 */
export const byLoad: Pairing = (steps) => {
  const seen = new Map<string, number>();
  return steps.map(({ durationSeconds: _, profiles, ...load }) => {
    if (profiles.length > 0) return null;
    const asked = askedOf(load);
    const time = (seen.get(asked) ?? 0) + 1;
    seen.set(asked, time);
    return `${asked} ${time}`;
  });
};

/** Pairs steps by position, whatever their load, as the plan of an experiment declares. */
export const byPlace: Pairing = (steps) =>
  steps.map(({ profiles }, place) => (profiles.length > 0 ? null : String(place)));

type Of<L extends AskedStep['loop']> = Omit<Extract<AskedStep, { loop: L }>, 'durationSeconds' | 'profiles'>;
type Load = Of<'closed'> | Of<'open'>;

function askedOf(load: Load): string {
  const { loop, connections, toolWorkers } = load;
  const rest = load.loop === 'closed' ? [load.pipelining] : [load.requestsPerSecond, load.arrivals];
  return [loop, connections, toolWorkers, ...rest].join(' ');
}

/** Null when a side measured nothing, or nothing but failures: how fast a server refuses is no figure to compare. */
function deltasOf(baseline: Point | null, point: Point | null): Deltas | null {
  if (!baseline || !point || gaveNothing(baseline) || gaveNothing(point)) return null;
  return {
    requestsPerSecond: relative(baseline.requestsPerSecond, point.requestsPerSecond),
    latencyMsP50: relativeLatency(baseline.latencyMs, point.latencyMs, 'p50'),
    latencyMsP99: relativeLatency(baseline.latencyMs, point.latencyMs, 'p99'),
    serverCpuUsPerRequest: relative(baseline.serverCpuUsPerRequest, point.serverCpuUsPerRequest),
    clientCpuUsPerRequest: relative(baseline.clientCpuUsPerRequest, point.clientCpuUsPerRequest),
  };
}

function relative(from: number | null, to: number | null): number | null {
  return from === null || to === null || !(from > 0) ? null : to / from - 1;
}
