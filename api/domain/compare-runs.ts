import type { Comparison } from '../contract/comparison.ts';
import type { Run } from '../contract/run.ts';
import { compareSettings } from './compare-settings.ts';
import { compareSteps } from './compare-steps.ts';
import { comparisonWarnings } from './comparison-warnings.ts';
import type { AppliedState } from './snapshot-differences.ts';

/**
 * Runs side by side, in the order given; the baseline is one of them. Differences are shown, none is called faster or
 * slower: with one run a side nothing says how far apart two runs of one configuration would be.
 */
export function compareRuns(runs: Run[], baselineRunId: string, states: AppliedState[] = []): Comparison {
  const baselineIndex = runs.findIndex(({ id }) => id === baselineRunId);
  if (baselineIndex < 0) throw new Error('the baseline is not one of the runs');
  const settings = compareSettings(runs, states);
  const steps = compareSteps(runs, baselineIndex);
  const warnings = comparisonWarnings({ runs, baselineIndex, settings, steps });
  return { baselineRunId, runs, sides: [], settings, steps, outcomes: [], headline: '', warnings };
}
