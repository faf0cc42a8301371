import type { Experiment } from '../../contract/experiment.ts';
import type { Run } from '../../contract/run.ts';

/**
 * The moment that an export is of: when what it holds was over, so that the same has the same bytes whenever it is asked for.
 * Labels that were changed later are in it as they are now.
 */
export const momentOf = (runs: Pick<Run, 'endedAtUs' | 'createdAtUs'>[]): number =>
  Math.max(...runs.map(({ endedAtUs, createdAtUs }) => endedAtUs ?? createdAtUs));

export const experimentMoment = ({ findingAtUs, endedAtUs, createdAtUs }: Experiment): number =>
  Math.max(findingAtUs ?? 0, endedAtUs ?? 0, createdAtUs);
