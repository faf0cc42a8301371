'use client';

import type { Budget, HistoryEpoch, HistoryPoint, HostMove } from '@contract/benchmark';
import type { ComparedMetric } from '@contract/comparison';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { nearestIndex } from '@/charts/nearest';
import { useElementWidth } from '@/ui/browser/element-width';
import type { HistoryAxis, HistoryView } from '../url-state';
import type { ChangeMark } from './change-marks';
import { HistoryDrawing } from './history-drawing';
import { changeScale, columnsX, figureScale } from './history-scales';
import { HISTORY_HEIGHT, PLOT } from './plot';
import { type Stretch, stretchInSight, zoomedAround, zoomTo } from './shown-points';

interface HistoryChartProps {
  /** In the order in which they stand. */
  points: HistoryPoint[];
  epochs: HistoryEpoch[];
  changes: ChangeMark[];
  budgets: Budget[];
  hostMoves: HostMove[];
  metric: ComparedMetric;
  marginPercent: number;
  view: HistoryView;
  by: HistoryAxis;
  zoom: string[] | null;
  onZoom: (zoom: string[] | null) => void;
  marked: HistoryPoint | null;
  onMark: (point: HistoryPoint | null) => void;
  onOpen: (point: HistoryPoint) => void;
  label: string;
  /** What is read of the marked point. */
  said: string;
}

/** A shorter way is a click. */
const DRAGGED_PX = 6;
const ZOOM_KEYS: Record<string, 0.5 | 2> = { '+': 0.5, '=': 0.5, '-': 2 };

/** Pointed at, walked through by arrow keys, opened by a click, and zoomed by a drag or by + and −. */
export function HistoryChart(props: HistoryChartProps) {
  const { points, zoom, onZoom, marked, onMark, onOpen, label, said } = props;
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [first, last] = stretchInSight(points, zoom);
  const shown = points.slice(first, last + 1);
  const xs = columnsX(shown, props.by, PLOT.left, Math.max(PLOT.left + 1, width - PLOT.right));
  const at = marked === null ? -1 : shown.findIndex(({ experimentId }) => experimentId === marked.experimentId);
  const cursor = at === -1 ? null : at;

  const mark = (place: number): void => onMark(shown[Math.max(0, Math.min(shown.length - 1, place))] ?? null);
  const zoomBy = (factor: 0.5 | 2): void => {
    const middle = first + (cursor ?? Math.round((shown.length - 1) / 2));
    onZoom(zoomTo(points, zoomedAround([first, last], middle, factor, points.length)));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowRight: (cursor ?? -1) + 1, ArrowLeft: (cursor ?? shown.length) - 1, Home: 0, End: last }[
      event.key
    ];
    const factor = ZOOM_KEYS[event.key];
    if (to !== undefined) mark(to);
    else if (factor !== undefined) zoomBy(factor);
    else if (event.key === 'Enter' && marked) onOpen(marked);
    else if (event.key === 'Escape') {
      onMark(null);
      onZoom(null);
    } else return;
    event.preventDefault();
  };
  const xOf = (event: PointerEvent<HTMLDivElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    if (drag) return setDrag({ ...drag, to: xOf(event) });
    mark(nearestIndex(xs, xOf(event)) ?? 0);
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: xOf(event), to: xOf(event) });
  };
  const end = (event: PointerEvent<HTMLDivElement>): void => {
    setDrag(null);
    const hit = shown[nearestIndex(xs, xOf(event)) ?? 0];
    // A finger has pointed at nothing before: it says first which point that is.
    if (event.pointerType === 'touch')
      return hit?.experimentId === marked?.experimentId ? open(hit) : onMark(hit ?? null);
    if (!drag) return;
    if (!isDragged(drag)) return open(hit);
    const inside = insideOf(xs, drag);
    if (inside) onZoom(zoomTo(points, [first + inside[0], first + inside[1]]));
  };
  const open = (point: HistoryPoint | undefined): void => {
    if (point) onOpen(point);
  };
  const scale =
    props.view === 'change'
      ? changeScale(shown, props.marginPercent, PLOT.top, PLOT.bottom)
      : figureScale(shown, PLOT.top, PLOT.bottom);
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, shown.length)}
      aria-valuenow={(cursor ?? shown.length - 1) + 1}
      aria-valuetext={said}
      className={`relative touch-pan-y select-none rounded-[4px] outline-offset-[-2px] ${drag && isDragged(drag) ? 'cursor-ew-resize' : 'cursor-pointer'}`}
      style={{ height: HISTORY_HEIGHT }}
      onPointerMove={(event) => event.pointerType !== 'touch' && move(event)}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      onKeyDown={press}
    >
      {width > 0 && <HistoryDrawing drawn={{ ...props, points: shown, xs, scale, width }} cursor={cursor} />}
      {drag && isDragged(drag) && (
        <svg width={width} height={HISTORY_HEIGHT} aria-hidden className="pointer-events-none absolute inset-0">
          <rect
            x={Math.min(drag.from, drag.to)}
            y={PLOT.top}
            width={Math.abs(drag.to - drag.from)}
            height={PLOT.bottom - PLOT.top}
            fill="var(--shade)"
            stroke="var(--accent)"
          />
        </svg>
      )}
    </div>
  );
}

interface Drag {
  from: number;
  to: number;
}

const isDragged = ({ from, to }: Drag): boolean => Math.abs(to - from) >= DRAGGED_PX;

/** Null: there is none within. */
function insideOf(xs: number[], { from, to }: Drag): Stretch | null {
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const inside = xs.flatMap((x, at) => (x >= left && x <= right ? [at] : []));
  const [first, last] = [inside[0], inside.at(-1)];
  return first === undefined || last === undefined ? null : [first, last];
}
