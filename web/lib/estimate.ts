export interface PlannedLoad {
  warmupSeconds: number;
  pauseSeconds: number;
  steps: { connections: number; pipelining: number; durationSeconds: number }[];
}

/** Planned seconds: a warm-up before every step, a pause after every step but the last. */
export function plannedSeconds(load: PlannedLoad): number {
  const measured = load.steps.reduce((sum, step) => sum + step.durationSeconds, 0);
  return measured + load.warmupSeconds * load.steps.length + load.pauseSeconds * Math.max(0, load.steps.length - 1);
}

export const inFlightMax = (step: { connections: number; pipelining: number }): number =>
  step.connections * step.pipelining;

/** Threads of the tool when none are asked for: the CPUs it may use - 2, at least 1. */
export const defaultToolWorkers = (cpus: number): number => Math.max(1, cpus - 2);

/**
 * Workers that a step really gets: autocannon opens floor(connections / workers) in every worker and wrk as many in every
 * thread, so the agent takes the most, up to those asked, that divide the connections. Null: the step is refused, as a
 * number that was asked for would be more than halved or leave workers without a connection.
 */
export function stepWorkers(connections: number, toolWorkers: number, asked: boolean): number | null {
  const limit = Math.min(toolWorkers, connections);
  let workers = limit;
  while (connections % workers !== 0) workers--;
  return asked && (connections < toolWorkers || 2 * workers < limit) ? null : workers;
}
