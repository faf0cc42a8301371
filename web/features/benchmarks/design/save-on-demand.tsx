'use client';

import { onDemand } from '@/ui/on-demand';

/** The form of a benchmark, which most who look at a run or an experiment never open. */
export const SaveRunAsBenchmark = onDemand(async () => (await import('./save-run')).SaveRunAsBenchmark);
export const SaveExperimentAsBenchmark = onDemand(
  async () => (await import('./save-experiment')).SaveExperimentAsBenchmark,
);
