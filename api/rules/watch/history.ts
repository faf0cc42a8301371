import type { BenchmarkHistory, HistoryEpoch, HistoryPoint, HistorySeries } from '../../contract/benchmark.ts';
import type { ComparedMetric } from '../../contract/comparison.ts';
import type { PrimaryOutcome } from '../../contract/experiment.ts';
import { changeText, METRICS, metricTitle } from '../outcomes/figures.ts';
import { studentTCritical } from '../statistics/student-t.ts';
import { groupsBy } from '../words/groups.ts';
import { newEpochText, type ShownConditions } from './epoch-words.ts';
import { type HostMove, hostMovesOf } from './host-move.ts';
import type { KeptPoint } from './kept-point.ts';
import type { KeptFigure } from './point-of-experiment.ts';
import { type Conditions, epochsOf, type PointFigures } from './series.ts';
import { WATCH_RULES } from './watch-rules.ts';
import { seriesNameOf, watchedSeries } from './watched-series.ts';

/** As intervals are shown everywhere. */
const ALPHA = 0.05;

/** The history of a benchmark: its epochs, and each metric of each step over its revisions. */
export function historyOf(
  points: readonly KeptPoint[],
  { primary, marginPercent }: { primary: PrimaryOutcome; marginPercent: number },
): BenchmarkHistory {
  const moves = movesOf(points, primary, marginPercent);
  const byTime = points.toSorted((a, b) => a.measuredAtUs - b.measuredAtUs);
  const { epochs, indexOf } = epochsByTime(byTime);
  const byPlace = byTime.toSorted((a, b) => a.place - b.place);
  const series = new Map<string, HistorySeries>();
  for (const point of byPlace) {
    for (const figure of point.figures) {
      const { metric, stepIndex } = figure;
      const key = `${metric} ${stepIndex}`;
      const own = series.get(key) ?? { metric, stepIndex, hostMoves: moves.get(key) ?? [], points: [] };
      own.points.push(shownPoint(point, figure, indexOf.get(point.experimentId) ?? 0));
      series.set(key, own);
    }
  }
  const rank = ({ metric, stepIndex }: { metric: ComparedMetric; stepIndex: number }): number =>
    metric === primary.metric && stepIndex === primary.stepIndex
      ? -1
      : stepIndex * METRICS.length + METRICS.indexOf(metric);
  return { epochs, series: [...series.values()].toSorted((a, b) => rank(a) - rank(b)) };
}

/** Of each metric of each step, over all epochs. */
function movesOf(
  points: readonly KeptPoint[],
  primary: PrimaryOutcome,
  marginPercent: number,
): Map<string, HistorySeries['hostMoves']> {
  const watched = watchedSeries({ id: '', primary, marginPercent, budgetOf: () => null, noiseOf: () => null }, points);
  // Of every step it would take seconds, and they have their hosts in common.
  const ofStep = watched.filter(({ id }) => seriesNameOf(id).stepIndex === primary.stepIndex);
  const found = ofStep.map((series): [string, HistorySeries['hostMoves']] => {
    const { metric, stepIndex } = seriesNameOf(series.id);
    const moves = epochsOf(series.points).flatMap((epoch) => hostMovesOf(epoch, series.margin, WATCH_RULES));
    return [`${metric} ${stepIndex}`, moves.map((move) => shownMove(move, metric))];
  });
  // A benchmark whose hosts were of several classes has a series of each.
  return new Map(
    [...groupsBy(found, ([key]) => key)].map(([key, of]) => [
      key,
      of.flatMap(([, moves]) => moves).toSorted((a, b) => a.afterUs - b.afterUs),
    ]),
  );
}

const shownMove = (
  { beforeMs, afterMs, size, ratioMoved }: HostMove,
  metric: ComparedMetric,
): HistorySeries['hostMoves'][number] => ({
  ...size,
  ratioMoved,
  beforeUs: Math.round(beforeMs * 1000),
  afterUs: Math.round(afterMs * 1000),
  sentence: `${metricTitle(metric)} of the reference, the same build, is ${changeText(size.ratio)} (${changeText(size.low)} to ${changeText(size.high)}) since: the hosts changed${ratioMoved ? ', and the ratio with them' : ''}.`,
});

const keyOf = (conditions: Conditions): string => JSON.stringify(Object.entries(conditions).sort());

/** A point of which no run finished is of the epoch before it. Each epoch says what changed since the point before its first. */
function epochsByTime(byTime: readonly KeptPoint[]): { epochs: HistoryEpoch[]; indexOf: Map<string, number> } {
  const epochs: HistoryEpoch[] = [];
  const known = new Map<string, number>();
  const indexOf = new Map<string, number>();
  let before: Conditions | null = null;
  let at = 0;
  for (const point of byTime) {
    const { conditions, experimentId } = point;
    if (conditions !== null) {
      const key = keyOf(conditions);
      at = known.get(key) ?? epochs.length;
      if (!known.has(key)) {
        known.set(key, at);
        epochs.push(epochOf(point, conditions, at, before));
      }
      before = conditions;
    }
    indexOf.set(experimentId, at);
  }
  return { epochs, indexOf };
}

const epochOf = (point: KeptPoint, now: Conditions, index: number, before: Conditions | null): HistoryEpoch => ({
  index,
  version: point.version,
  hostClass: now.hostClass,
  hosts: now.hostFingerprint,
  reference: point.reference,
  fromUs: point.measuredAtUs,
  because: before && newEpochText(shownConditions(before), shownConditions(now)),
});

const shownConditions = ({ benchmarkVersion, hostClass, hostFingerprint, reference }: Conditions): ShownConditions => ({
  ...{ version: benchmarkVersion, hostClass, hosts: hostFingerprint, reference },
});

function shownPoint(point: KeptPoint, { figures, gap }: KeptFigure, epoch: number): HistoryPoint {
  const { experimentId, revision, subject, committedAtUs, place, measuredAtUs, reference: against } = point;
  const ratio = figures && gap === null ? Math.exp(figures.logRatio) : null;
  return {
    ...{ experimentId, revision, subject, committedAtUs, place, measuredAtUs, against, epoch },
    rounds: figures?.rounds ?? 0,
    ratio,
    ...intervalOf(ratio === null ? null : figures),
    candidate: figures?.candidate ?? null,
    reference: figures?.reference ?? null,
    gap,
  };
}

function intervalOf(figures: PointFigures | null): Pick<HistoryPoint, 'low' | 'high'> {
  if (!figures?.error) return { low: null, high: null };
  const { logRatio, error } = figures;
  const reach = studentTCritical(ALPHA / 2, error.degrees) * error.logRatio;
  return { low: Math.exp(logRatio - reach), high: Math.exp(logRatio + reach) };
}
