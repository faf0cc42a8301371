import type { HistoryPoint } from '@contract/benchmark';
import { ownFigure, ownInterval } from '@rules/watch/point-answer';
import { highestOf, lowestOf } from '@/charts/extent';

export interface StripMark {
  point: HistoryPoint;
  x: number;
  /** Null of a gap. */
  y: number | null;
  /** Ends of its interval; null without one. */
  ends: [number, number] | null;
}

export interface StripPlaces {
  marks: StripMark[];
  /** Where an epoch begins. */
  borders: number[];
  /** No change, and the margin above and below it; null where builds are drawn by their own figures. */
  band: { top: number; middle: number; bottom: number } | null;
}

/** Beyond this share of intervals an end does not stretch the picture. */
const SHARE_IN_SIGHT = 0.9;
const EDGE = 3;
const LEAST_RANGE = 0.01;

/**
 * Ratios around no change, at the same distance for a doubling and a halving. Where every build was measured against itself a ratio
 * says nothing of it: then its own figure around their middle.
 */
export function stripPlaces(
  points: HistoryPoint[],
  marginPercent: number,
  { width, height }: { width: number; height: number },
): StripPlaces {
  const alone = points.every(({ against }) => against === null);
  const margin = Math.log1p(marginPercent / 100);
  const logs = points.map((point) => logOf(point, alone));
  const ends = points.map((point) => endsOf(point, alone));
  const allEnds = ends.flatMap((one) => one ?? []);
  const [low, high] = rangeOf(
    logs.filter((log) => log !== null),
    alone ? allEnds : usualEnds(allEnds),
    alone ? null : margin,
  );
  const y = (log: number): number =>
    EDGE + ((high - Math.min(high, Math.max(low, log))) / (high - low)) * (height - 2 * EDGE);
  const x = (at: number): number => ((at + 0.5) / Math.max(1, points.length)) * width;
  const marks = points.map((point, at): StripMark => {
    const [log, own] = [logs[at] ?? null, ends[at]];
    return { point, x: x(at), y: log === null ? null : y(log), ends: own ? [y(own[0]), y(own[1])] : null };
  });
  return {
    marks,
    borders: points.flatMap(({ epoch }, at) => (at > 0 && points[at - 1]?.epoch !== epoch ? [x(at - 0.5)] : [])),
    band: alone ? null : { top: y(margin), middle: y(0), bottom: y(-margin) },
  };
}

function logOf(point: HistoryPoint, alone: boolean): number | null {
  const value = point.gap !== null ? null : alone ? ownFigure(point) : point.ratio;
  return value === null ? null : Math.log(value);
}

function endsOf(point: HistoryPoint, alone: boolean): [number, number] | null {
  const [low, high] = alone ? (ownInterval(point) ?? []) : [point.low, point.high];
  return low == null || high == null ? null : [Math.log(low), Math.log(high)];
}

/** Without the few that are much wider than the others. */
function usualEnds(ends: number[]): number[] {
  const sorted = ends.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return sorted.slice(0, Math.ceil(sorted.length * SHARE_IN_SIGHT));
}

/** At least as much as the margin takes, or as tells a hundredth. */
function rangeOf(logs: number[], ends: number[], margin: number | null): [number, number] {
  const around = margin === null ? [] : [margin * 1.5, -margin * 1.5];
  const all = [...logs, ...ends, ...around];
  const [low, high] = [lowestOf(all), highestOf(all)];
  const short = Math.max(0, LEAST_RANGE - (high - low)) / 2;
  return all.length === 0 ? [-LEAST_RANGE, LEAST_RANGE] : [low - short, high + short];
}
