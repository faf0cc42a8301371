import type { ComparedMetric } from '../../contract/comparison.ts';
import type { PrimaryOutcome } from '../../contract/experiment.ts';
import type { Noise } from '../statistics/noise-floor.ts';
import { groupsBy } from '../words/groups.ts';
import type { KeptPoint } from './kept-point.ts';
import type { Budget, SeriesPoint, WatchedSeries } from './series.ts';

/** One metric of one step of a benchmark on one class of hosts. */
export interface SeriesName {
  benchmarkId: string;
  hostClass: string;
  metric: ComparedMetric;
  stepIndex: number;
}

export const groupOf = ({ benchmarkId, hostClass }: Pick<SeriesName, 'benchmarkId' | 'hostClass'>): string =>
  JSON.stringify([benchmarkId, hostClass]);

export const seriesIdOf = ({ benchmarkId, hostClass, metric, stepIndex }: SeriesName): string =>
  JSON.stringify([benchmarkId, hostClass, metric, stepIndex]);

export function seriesNameOf(seriesId: string): SeriesName {
  const [benchmarkId, hostClass, metric, stepIndex] = JSON.parse(seriesId) as [string, string, ComparedMetric, number];
  return { benchmarkId, hostClass, metric, stepIndex };
}

export interface WatchedBenchmark {
  id: string;
  primary: PrimaryOutcome;
  marginPercent: number;
  budgetOf: (series: { metric: ComparedMetric; stepIndex: number }) => Budget | null;
  noiseOf: (metric: ComparedMetric) => Noise | null;
}

/**
 * What is judged of a benchmark: every series of the hosts that it was measured on. Points without a reference tell nothing of a
 * build, and points of which nothing was measured no conditions.
 */
export function watchedSeries(benchmark: WatchedBenchmark, points: readonly KeptPoint[]): WatchedSeries[] {
  const watched = points.flatMap((point) => (point.reference === null ? [] : pointsOf(benchmark.id, point)));
  return [...groupsBy(watched, ({ seriesId }) => seriesId)].map(([id, of]): WatchedSeries => {
    const name = seriesNameOf(id);
    const { primary } = benchmark;
    const isPrimary = name.metric === primary.metric && name.stepIndex === primary.stepIndex;
    return {
      ...{ id, group: groupOf(name), metric: name.metric },
      // Whoever chose a percentile to be decided by asked for it.
      alerts: isPrimary ? true : null,
      margin: benchmark.marginPercent / 100,
      noise: benchmark.noiseOf(name.metric),
      budget: benchmark.budgetOf(name),
      points: of.map(({ point }) => point),
    };
  });
}

function pointsOf(benchmarkId: string, kept: KeptPoint): { seriesId: string; point: SeriesPoint }[] {
  const { conditions, place, revision, measuredAtUs } = kept;
  if (conditions === null) return [];
  return kept.figures.map(({ metric, stepIndex, figures, gap }) => ({
    seriesId: seriesIdOf({ benchmarkId, hostClass: conditions.hostClass, metric, stepIndex }),
    point: {
      ...{ place, revision, conditions },
      measuredAtMs: measuredAtUs / 1000,
      figures: gap === null ? figures : null,
    },
  }));
}
