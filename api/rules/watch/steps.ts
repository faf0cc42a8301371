import { changeRangeOf } from '../statistics/change-range.ts';
import { type ChangePoint, changePointsOf } from '../statistics/e-divisive.ts';
import { medianOf } from '../statistics/log-sample.ts';
import { type Noise, noiseFloorOf } from '../statistics/noise-floor.ts';
import type { Epoch, MeasuredPoint, WatchedSeries } from './series.ts';
import { directionOf, placeOf, type RevisionRange, type Suspect, sizeOf } from './suspect.ts';
import type { WatchRules } from './watch-rules.ts';

export const logRatiosOf = (points: readonly MeasuredPoint[]): number[] =>
  points.map(({ figures }) => figures.logRatio);

/** Only another revision can change the ratio to a reference that stays the same. */
const mayChangeAt =
  (points: readonly MeasuredPoint[]) =>
  (index: number): boolean =>
    points[index]?.revision !== points[index - 1]?.revision;

/** Every change of level of an epoch's log ratios, old ones among them, as it is drawn. */
export function stepsOf(series: WatchedSeries, { points }: Epoch, rules: WatchRules): ChangePoint[] {
  if (points.length === 0) return [];
  return changePointsOf(logRatiosOf(points), {
    alpha: rules.alpha,
    segmentLeast: rules.segmentLeast,
    differenceLeast: differenceLeastOf(series, points, rules.alpha),
    mayChangeAt: mayChangeAt(points),
  });
}

/** The larger of the margin and of what as many nights of identical builds differ by, as |ln ratio|. */
function differenceLeastOf(
  { margin, noise }: { margin: number; noise: Noise | null },
  points: readonly MeasuredPoint[],
  alpha: number,
): (before: number, after: number) => number {
  const ofMargin = Math.log1p(margin);
  if (noise === null) return () => ofMargin;
  const rounds = medianOf(points.map(({ figures }) => figures.rounds));
  return (before, after) => Math.max(ofMargin, noiseFloorOf(noise, rounds / (1 / before + 1 / after), alpha));
}

/** Recent steps of an epoch: what to confirm, unless it is known. */
export function suspectedSteps(series: WatchedSeries, epoch: Epoch, rules: WatchRules): Suspect[] {
  const { points } = epoch;
  return stepsOf(series, epoch, rules)
    .filter(({ index }) => points.length - index <= rules.recentPoints)
    .map((step) => ({
      channel: 'step',
      seriesId: series.id,
      group: series.group,
      conditions: epoch.conditions,
      direction: directionOf(series, step.difference),
      range: rangeOf(points, step),
      size: sizeOf(step.difference, { error: step.error.difference, degrees: step.error.degrees }),
      pValue: step.pValue,
    }));
}

function rangeOf(points: readonly MeasuredPoint[], step: ChangePoint): RevisionRange {
  const { lastBefore, firstAfter } = changeRangeOf(logRatiosOf(points), step, mayChangeAt(points));
  const [before, after] = [points[lastBefore], points[firstAfter]];
  if (!before || !after) throw new RangeError(`A step at ${step.index} of ${points.length} points has no range.`);
  return { before: placeOf(before), after: placeOf(after) };
}
