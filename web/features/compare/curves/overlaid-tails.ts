import type { Comparison } from '@contract/comparison';
import type { DistributionPoint, LatencyMs } from '@contract/point';
import { reachOf } from '@/charts/distribution';
import { highestOf } from '@/charts/extent';
import { stepOf } from '@/features/compare/outcomes/deltas';

export interface RunTail {
  runIndex: number;
  points: DistributionPoint[];
  kind: LatencyMs['loop'];
  resolutionUs: number;
}

/** Rows of a comparison in which some run has a latency distribution, by their places. */
export function rowsWithTails(comparison: Comparison): number[] {
  return comparison.steps.flatMap((_, row) => (tailsOf(comparison, row).length > 0 ? [row] : []));
}

/** The row with tails of the most runs, the first of several: what can be compared comes before what stands alone. */
export function mostTails(comparison: Comparison, rows: number[]): number | undefined {
  const counts = rows.map((row) => tailsOf(comparison, row).length);
  return rows[counts.indexOf(highestOf(counts))];
}

/** The distributions of one compared step, in the order of the runs. */
export function tailsOf(comparison: Comparison, row: number): RunTail[] {
  const step = comparison.steps[row];
  if (!step) return [];
  return comparison.runs.flatMap((_, runIndex): RunTail[] => {
    const point = stepOf(comparison, step, runIndex)?.point;
    if (!point?.distribution || point.distribution.length === 0) return [];
    const { loop, resolutionUs } = point.latencyMs;
    return [
      { runIndex, points: reachOf(point.distribution, point.requests, point.latencyMs.max), kind: loop, resolutionUs },
    ];
  });
}

/** Latencies that may stand on one axis: those of the same kind as the baseline's, else as the first one's. */
export function comparableTails(tails: RunTail[], baselineIndex: number): { drawn: RunTail[]; leftOut: RunTail[] } {
  const kind = (tails.find(({ runIndex }) => runIndex === baselineIndex) ?? tails[0])?.kind;
  return {
    drawn: tails.filter((tail) => tail.kind === kind),
    leftOut: tails.filter((tail) => tail.kind !== kind),
  };
}
