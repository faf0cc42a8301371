import type { Comparison } from '@contract/comparison';

/** What a run is called beside its letter: what differs in its side, or its own name. */
export const nameOfRun = ({ runs, sides }: Pick<Comparison, 'runs' | 'sides'>, runIndex: number): string => {
  const run = runs[runIndex];
  return sides.find(({ runIds }) => runIds.includes(run?.id ?? ''))?.name ?? run?.name ?? '';
};
