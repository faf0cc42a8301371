import type { RunSpec } from '../api/types';

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
 * Workers that a step really gets: autocannon opens the same number of connections in every worker, so the agent takes
 * the most workers, up to those asked, that divide them. Null: the step is refused, as a number of workers that was asked
 * for would be more than halved or leave workers without a connection.
 */
export function stepWorkers(connections: number, toolWorkers: number, asked: boolean): number | null {
  const limit = Math.min(toolWorkers, connections);
  let workers = limit;
  while (connections % workers !== 0) workers--;
  return asked && (connections < toolWorkers || 2 * workers < limit) ? null : workers;
}

/** A name that says what the run varies. */
export function generatedName(spec: Pick<RunSpec, 'target' | 'requests' | 'load'>): string {
  const path = spec.requests[0]?.path ?? '';
  const connections = spec.load.steps.map((step) => step.connections);
  const low = Math.min(...connections);
  const high = Math.max(...connections);
  const range =
    low === high ? `${low.toLocaleString('en-US')}` : `${low.toLocaleString('en-US')}–${high.toLocaleString('en-US')}`;
  const deep = Math.max(...spec.load.steps.map((step) => step.pipelining));
  const workers =
    spec.target.workers === null ? '' : `, ${spec.target.workers} ${spec.target.workers === 1 ? 'worker' : 'workers'}`;
  return `${path} ${spec.target.framework}${spec.target.prefork ? ' prefork' : ''}${workers}, ${range} ${high === 1 ? 'connection' : 'connections'}${deep > 1 ? ` × ${deep} deep` : ''}`;
}
