import type { Point } from '../../contract/point.ts';
import type { Run } from '../../contract/run.ts';
import { gaveNothing } from '../load/failed-requests.ts';
import { inFlightOf, isImpossible } from './littles-law.ts';
import type { Figured } from './measured-seconds.ts';

type Drawn = Figured & { point: Pick<Point, 'offeredPerSecond' | 'inFlightMax'> };

function cannotBeRight(step: Figured): boolean {
  const implied = inFlightOf(step);
  return implied !== null && isImpossible(implied);
}

/**
 * Throughput of a run's steps, the least load first, in requests per second. Steps that failed or cannot be right are left out, as no
 * mark would tell them; of closed and open loops together there is no order, and no curve.
 */
export function runCurve(steps: Drawn[]): number[] {
  const loops = new Set(steps.map(({ spec }) => spec.loop));
  const shown = steps.filter(
    (step) => step.spec.profiles.length === 0 && !gaveNothing(step.point) && !cannotBeRight(step),
  );
  if (loops.size !== 1 || shown.length < 2) return [];
  return shown.sort((a, b) => loadOf(a) - loadOf(b)).map(({ point }) => point.requestsPerSecond);
}

/** Those of its steps that have a figure. */
export const measuredSteps = ({ steps }: Pick<Run, 'steps'>): Drawn[] =>
  steps.flatMap(({ spec, point }) => (point ? [{ spec, point }] : []));

/** A rate, or requests in flight; never of both in one run. */
const loadOf = ({ spec, point }: Drawn): number =>
  (spec.loop === 'open' ? point.offeredPerSecond : point.inFlightMax) ?? Number.POSITIVE_INFINITY;
