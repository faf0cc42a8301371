import type { Point } from '../../contract/point.ts';
import type { Run, RunSummary } from '../../contract/run.ts';
import type { AnyTarget } from '../spec/target-words.ts';
import { isProfiled } from './best-step.ts';
import { gaveNothing, noneSucceeded } from './failed-requests.ts';

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
    ? "No samples inside the step's window, or no agent on that side"
    : 'CPUs were sampled, but no requests counted to divide by';
};

/** Why there is no count of the server's. */
export function whyNoCount({ kind }: Pick<AnyTarget, 'kind'>): string {
  if (kind === 'described') return NOT_STATED;
  if (kind === 'external') return 'No agent measures this target';
  return kind === 'reference'
    ? "The server's counters were not read over this step"
    : 'This target does not count its requests; CPU time per request is by the tool’s count';
}

type MaybeBest = Pick<RunSummary, 'stepsMeasured' | 'spec'> & Partial<Pick<Run, 'steps'>>;

/** Why a run has no best step; a line of the list does not know its points. */
export function whyNoBest({ stepsMeasured, spec, steps = [] }: MaybeBest): string {
  if (stepsMeasured === 0) return 'No step was measured';
  const measured = steps.filter(({ point }) => point !== null).map((step) => step.spec);
  if ((measured.length > 0 ? measured : spec.load.steps).every(isProfiled))
    return 'Only profiled steps were measured, and those stand apart';
  const points = steps.flatMap((step) => (step.point && !isProfiled(step.spec) ? [step.point] : []));
  if (points.length > 0 && points.every(gaveNothing)) return 'No request succeeded in any measured step';
  return 'No step has a valid figure';
}
