import type { Point, RunStep } from '../../contract/run.ts';

/** How long was measured: as the tool says, else as was asked; null where nobody says. */
export function measuredSeconds({ spec, point }: Pick<RunStep, 'spec'> & { point: Point }): number | null {
  return point.durationUs === null ? spec.durationSeconds : point.durationUs / 1e6;
}
