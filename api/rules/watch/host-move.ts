import { changeAt, changePointsOf } from '../statistics/e-divisive.ts';
import type { Epoch, MeasuredPoint } from './series.ts';
import { logRatiosOf } from './steps.ts';
import { type Size, sizeOf } from './suspect.ts';
import type { WatchRules } from './watch-rules.ts';

/**
 * The host moved: the reference, one and the same build, reads another figure since. Hosts move in time and not with
 * revisions, so it lies between two moments.
 */
export interface HostMove {
  beforeMs: number;
  afterMs: number;
  /** The reference's figure after / before. */
  size: Size;
  /** The ratio of candidate to reference changed there, too: then it is more than the host, or the host changes the ratio. */
  ratioMoved: boolean;
}

/** @param margin as a share: a smaller move of the host is not worth a word */
export function hostMovesOf({ points }: Epoch, margin: number, rules: WatchRules): HostMove[] {
  const byTime = points.toSorted((a, b) => a.measuredAtMs - b.measuredAtMs);
  const { alpha, segmentLeast } = rules;
  const least = Math.log1p(margin);
  const moves = changePointsOf(
    byTime.map(({ figures }) => Math.log(figures.reference)),
    { alpha, segmentLeast, differenceLeast: () => least },
  );
  return moves.map((move) => {
    const ratio = changeAt(logRatiosOf(byTime), move.from, move.index, move.to);
    return {
      beforeMs: measuredAt(byTime, move.index - 1),
      afterMs: measuredAt(byTime, move.index),
      size: sizeOf(move.difference, { error: move.error.difference, degrees: move.error.degrees }),
      ratioMoved: ratio.pValue < alpha && Math.abs(ratio.difference) > least,
    };
  });
}

const measuredAt = (points: readonly MeasuredPoint[], index: number): number =>
  points[index]?.measuredAtMs ?? Number.NaN;
