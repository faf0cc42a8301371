import type { HistoryEpoch, HistoryPoint } from '@contract/benchmark';
import { epochDifference } from '@rules/watch/epoch-words';
import type { HistoryAxis } from '../url-state';

/** By the branch, or by when they were measured: an old revision may be measured late. */
export const orderedPoints = (points: HistoryPoint[], by: HistoryAxis): HistoryPoint[] =>
  by === 'days' ? points.toSorted((a, b) => a.measuredAtUs - b.measuredAtUs) : points;

/** First and last place in sight, among all of them. */
export type Stretch = [number, number];

/** What the address names; all of them where it names none of these. */
export function stretchInSight(points: HistoryPoint[], zoom: string[] | null): Stretch {
  const all: Stretch = [0, points.length - 1];
  const places = (zoom ?? []).map((id) => points.findIndex(({ experimentId }) => experimentId === id));
  if (places.length !== 2 || places.includes(-1)) return all;
  return [Math.min(...places), Math.max(...places)];
}

/** Null: all of them. */
export function zoomTo(points: HistoryPoint[], [from, to]: Stretch): string[] | null {
  const [first, last] = [points[Math.max(0, from)], points[Math.min(points.length - 1, to)]];
  if (!first || !last || (from <= 0 && to >= points.length - 1)) return null;
  return [first.experimentId, last.experimentId];
}

/** Fewer points are no picture. */
const LEAST_IN_SIGHT = 3;

/** Half as many points around one of them, or twice as many. */
export function zoomedAround([from, to]: Stretch, at: number, factor: 0.5 | 2, count: number): Stretch {
  const size = Math.min(count, Math.max(LEAST_IN_SIGHT, Math.round((to - from + 1) * factor)));
  const share = to === from ? 0.5 : (at - from) / (to - from);
  const start = Math.min(count - size, Math.max(0, Math.round(at - share * (size - 1))));
  return [start, start + size - 1];
}

export interface EpochBorder {
  /** Of the first point beyond it, among the points in sight. */
  at: number;
  /** 'reference', 'host setup and design' */
  changed: string;
}

/** Where points may no longer be compared with those before. An epoch can come back. */
export function epochBorders(points: HistoryPoint[], epochs: HistoryEpoch[]): EpochBorder[] {
  const known = new Map(epochs.map((epoch) => [epoch.index, epoch]));
  return points.flatMap(({ epoch }, at) => {
    const [before, now] = [known.get(points[at - 1]?.epoch ?? epoch), known.get(epoch)];
    return before && now && before !== now ? [{ at, changed: epochDifference(before, now) }] : [];
  });
}

/** Neighbours that a line may join: values of one epoch. */
export function joinedStretches<T extends { point: HistoryPoint }>(placed: T[], isValue: (one: T) => boolean): T[][] {
  const stretches: T[][] = [[]];
  for (const [at, one] of placed.entries()) {
    const before = placed[at - 1];
    if (before && (before.point.epoch !== one.point.epoch || !isValue(before))) stretches.push([]);
    if (isValue(one)) stretches.at(-1)?.push(one);
  }
  return stretches.filter(({ length }) => length > 1);
}
