import type { HistoryPoint } from '@contract/benchmark';
import { ownInterval } from '@rules/watch/point-answer';
import { formatTick } from '@rules/words/numbers';
import { labelsWithRoom } from '@/charts/chart-maths';
import type { Tick } from '@/charts/plot-frame';
import { ticksAround } from '@/features/compare/curves/rounds';
import { scaleOf } from '@/features/compare/outcomes/interval-scale';
import { formatDay } from '@/lib/time';
import { revisionName } from '../revision-name';
import type { HistoryAxis } from '../url-state';

export interface ValueScale {
  y: (value: number) => number;
  isBeyond: (value: number) => boolean;
  ticks: Tick[];
  /** Where the axis begins, if not at 0; null of a change. */
  beginsAt: number | null;
}

/** Ends of intervals beyond this share of them do not stretch the axis: they end in an arrow. */
const SHARE_IN_SIGHT = 0.9;
const LABEL_ROOM = 26;

/** Ratios around no change. */
export function changeScale(points: HistoryPoint[], marginPercent: number, top: number, bottom: number): ValueScale {
  const margin = 1 + marginPercent / 100;
  const ends = points.flatMap(({ low, high }) => (low === null || high === null ? [] : [low, high]));
  const usual = ends.toSorted((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)));
  const inSight = usual.slice(0, Math.ceil(usual.length * SHARE_IN_SIGHT));
  const ratios = points.flatMap(({ ratio }) => ratio ?? []);
  const scale = scaleOf([margin, 1 / margin, ...ratios, ...inSight], bottom - top, LABEL_ROOM);
  const y = (ratio: number): number => bottom - scale.x(ratio);
  return {
    y,
    isBeyond: scale.isBeyond,
    ticks: scale.ticks.map(({ x, label }) => ({ at: bottom - x, label })),
    beginsAt: null,
  };
}

/** Figures of both builds, in the metric's unit. */
export function figureScale(points: HistoryPoint[], top: number, bottom: number): ValueScale {
  const values = points.flatMap((point) =>
    [point.candidate ?? [], point.reference ?? [], ownInterval(point) ?? []].flat(),
  );
  const ticks = ticksAround(values.length > 0 ? values : [0, 1]);
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - top);
  return {
    y,
    isBeyond: () => false,
    ticks: ticks.map((tick) => ({ at: y(tick), label: formatTick(tick) })),
    beginsAt: low === 0 ? null : low,
  };
}

/** One beside the other, or each where its moment is. */
export function columnsX(points: HistoryPoint[], by: HistoryAxis, left: number, right: number): number[] {
  const [first, last] = [points[0]?.measuredAtUs ?? 0, points.at(-1)?.measuredAtUs ?? 0];
  const room = (right - left) / Math.max(1, points.length);
  if (by === 'revisions' || last === first) return points.map((_, at) => left + (at + 0.5) * room);
  const edge = Math.min(room / 2 + 16, 40);
  return points.map(
    ({ measuredAtUs }) => left + edge + ((measuredAtUs - first) / (last - first)) * (right - left - 2 * edge),
  );
}

const PX_PER_COMMIT = 66;
const PX_PER_DATE = 66;
const MOST_LABEL = 12;

/** Names of as many points as have room. */
export function columnLabels(points: HistoryPoint[], xs: number[], by: HistoryAxis): Tick[] {
  const shown = labelsWithRoom(xs, by === 'days' ? PX_PER_DATE : PX_PER_COMMIT);
  return points.flatMap((point, at) => {
    const name = by === 'days' ? formatDay(point.measuredAtUs) : revisionName(point.revision);
    const label = name.length > MOST_LABEL ? `${name.slice(0, MOST_LABEL - 1)}…` : name;
    return shown[at] ? [{ at: xs[at] ?? 0, label }] : [];
  });
}
