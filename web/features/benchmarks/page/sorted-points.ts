import type { HistoryPoint } from '@contract/benchmark';
import { ownFigure } from '@rules/watch/point-answer';
import type { SortDirection } from '@/ui/sort-button';

export type PointSort = 'revision' | 'value' | 'measured';

export interface PointOrder {
  sort: PointSort;
  direction: SortDirection;
}

/** Every column begins with what is newest or highest. */
export const nextPointOrder = (now: PointOrder, clicked: PointSort): PointOrder => ({
  sort: clicked,
  direction: now.sort === clicked && now.direction === 'desc' ? 'asc' : 'desc',
});

/** `points`: as the branch orders them. Gaps come last, whichever way values are ordered. */
export function sortedPoints(points: HistoryPoint[], { sort, direction }: PointOrder): HistoryPoint[] {
  const way = direction === 'asc' ? 1 : -1;
  if (sort === 'revision') return direction === 'asc' ? points : points.toReversed();
  if (sort === 'measured') return points.toSorted((a, b) => way * (a.measuredAtUs - b.measuredAtUs));
  const [values, gaps] = [points.filter(({ gap }) => gap === null), points.filter(({ gap }) => gap !== null)];
  return [...values.toSorted((a, b) => way * (sortedBy(a) - sortedBy(b))), ...gaps];
}

const sortedBy = (point: HistoryPoint): number =>
  point.against === null ? (ownFigure(point) ?? 0) : (point.ratio ?? 0);
