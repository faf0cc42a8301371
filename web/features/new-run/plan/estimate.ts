import type { CeilingSearch, LoadProfile, StepSpec } from '@contract/load';
import { plannedSeconds as secondsOf, wholeRunSeconds as wholeOf } from '@rules/load/planned-seconds';
import { plannedRungs, SEARCH_STEPS_MOST } from '@rules/load/search/planned-rungs';

export type PlannedLoad = Pick<LoadProfile, 'warmupSeconds' | 'pauseSeconds' | 'steps' | 'search'>;

/** A search may take fewer. */
export const plannedSeconds = (load: PlannedLoad): number => secondsOf(load, durationsOf(load));

/** The same with preparing and restoring. */
export const wholeRunSeconds = (load: PlannedLoad): number => wholeOf(load, durationsOf(load));

const durationsOf = (load: PlannedLoad): number[] =>
  load.search ? searchDurations(load.steps[0], load.search) : load.steps.map(({ durationSeconds }) => durationSeconds);

function searchDurations(first: StepSpec | undefined, search: CeilingSearch): number[] {
  if (!first) return [];
  const { growing, narrowing } = plannedRungs(first, search);
  const most = Math.min(SEARCH_STEPS_MOST, growing.length + narrowing);
  return Array.from({ length: most }, () => first.durationSeconds);
}

/** Requests in flight at most; null where a rate decides. */
export const inFlightMax = (step: StepSpec): number | null =>
  step.loop === 'closed' ? step.connections * step.pipelining : null;

/** Threads of the tool when none are asked for: the CPUs it may use - 2, at least 1. */
export const defaultToolWorkers = (cpus: number): number => Math.max(1, cpus - 2);

/**
 * Workers that a step really gets of a tool that opens floor(connections / workers) in each. The agent takes the most,
 * up to the number asked for, that divide the connections. Null: the step is refused, as a number that was asked for
 * would be more than halved or leave workers without a connection.
 */
export function stepWorkers(connections: number, toolWorkers: number, asked: boolean): number | null {
  const limit = Math.min(toolWorkers, connections);
  let workers = limit;
  while (connections % workers !== 0) workers--;
  return asked && (connections < toolWorkers || 2 * workers < limit) ? null : workers;
}
