import type { Comparison } from '@contract/comparison';
import { sideOf } from '@/ui/sides';

export interface SettingColumn {
  /** The run whose values stand in it. */
  runIndex: number;
  /** 'A', or 'A, C, E' of repetitions that have the same in every setting. */
  letters: string;
}

/** A column for each side where its runs differ in nothing, else one for each run; the baseline first. */
export function settingColumns({ runs, sides, settings }: Comparison, order: number[]): SettingColumn[] {
  const indexes = sides.map(({ runIds }) => runIds.map((id) => runs.findIndex((run) => run.id === id)));
  const alike = settings.every(({ values }) =>
    indexes.every((ofSide) => new Set(ofSide.map((index) => values[index] ?? null)).size <= 1),
  );
  if (sides.length === 0 || !alike) return order.map((runIndex) => ({ runIndex, letters: sideOf(runIndex).letter }));
  return sides.map(({ letters }, side) => ({ runIndex: indexes[side]?.[0] ?? 0, letters }));
}
