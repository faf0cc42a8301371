import type { Point, RunSummary } from '../api/types';
import type { AnyTarget } from './load-text';
import { isProfiled } from './ramp';
import { noneSucceeded } from './request-errors';

/** What stands at everything that the source of an imported run could say, and does not. */
export const NOT_STATED = 'The source of this imported run does not state it';

/** Why a percentile of a measured step, or of one of its clients, is not there. */
export function whyNoPercentile(point: Pick<Point, 'requests' | 'errors'>, name: string, imported = false): string {
  if (noneSucceeded(point)) return 'No request succeeded in this step, so there is no latency';
  return imported ? NOT_STATED : `The tool reported no ${name}`;
}

/** Why there is no CPU time per request; `cpus` is what the same processes used on average. */
export const whyNoCpuPerRequest = (cpus: number | null, imported = false): string => {
  if (imported) return NOT_STATED;
  return cpus === null
    ? "No samples inside the step's window"
    : 'CPUs were sampled, but no requests counted to divide by';
};

/** Why there is no count of the server's. */
export function whyNoCount({ kind }: Pick<AnyTarget, 'kind'>): string {
  if (kind === 'described') return NOT_STATED;
  return kind === 'reference'
    ? "The server's counters were not read over this step"
    : 'This target does not count its requests; CPU time per request is by the tool’s count';
}

/** Why a run has no best step. */
export function whyNoBest({ stepsMeasured, spec }: Pick<RunSummary, 'stepsMeasured' | 'spec'>): string {
  if (stepsMeasured === 0) return 'No step was measured';
  const { steps } = spec.load;
  if (steps.every(isProfiled)) return 'Only profiled steps were measured, and those stand apart';
  return steps.some(isProfiled)
    ? 'No step without profiles was measured in which a request succeeded'
    : 'No request succeeded in any measured step';
}
