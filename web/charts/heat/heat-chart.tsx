'use client';

import { BYTES_PER_PERCENT, NOT_READ } from '@contract/cpu-work';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { nearestIndex } from '@/charts/nearest';
import { repaints } from '@/charts/save/repaints';
import { stretchOf } from '@/charts/stretch';
import {
  PLOT_BOTTOM,
  PLOT_LEFT,
  PLOT_RIGHT,
  PLOT_TOP,
  StripNotes,
  StripSpans,
  type StripView,
} from '@/charts/strip-spans';
import { momentAt, type TimePicks, useTimeDrag } from '@/charts/time-drag';
import { pickByKey } from '@/charts/time-keys';
import { TimeMark } from '@/charts/time-mark';
import { formatOffset } from '@/lib/time';
import { useElementWidth } from '@/ui/browser/element-width';
import { drawnTheme, subscribeToTheme } from '@/ui/browser/theme';
import { RowNames, TimeAxis } from './heat-axes';
import { cellOf, columnAt, type HeatMap, type RowMark, rowPxOf } from './heat-map';
import { paintHeat } from './heat-paint';
import { type RowBand, RowBands } from './row-bands';

interface HeatChartProps {
  label: string;
  map: HeatMap;
  /** Beside the cells. */
  rowMarks: RowMark[];
  /** How high a row is; absent: by how many there are. */
  rowPx?: number;
  /** Where the arrow keys begin. */
  entryRow?: number;
  bands: RowBand[];
  /** Rows before which another group begins, and what that is called. */
  groups: { row: number; name: string }[];
  /** A custom property of the page. */
  ink: string;
  view: StripView;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  picks?: TimePicks;
  /** What is said of a cell: percent, or null where it was not read. */
  tell: (row: number, percent: number | null, column: number) => string;
  /** Drawn over the cells, from their left upper corner on. */
  over?: (plot: { plotWidth: number; rowPx: number }) => ReactNode;
  /** What is said while none is pointed at. */
  atRest: string;
}

/** Cells over time under the cursor of the strips beside it. Arrow keys go from cell to cell. */
export function HeatChart(props: HeatChartProps) {
  const { label, map, rowMarks, bands, groups, ink, view, cursorUs, onCursor, picks, tell, over, atRest } = props;
  const { rowPx = rowPxOf(map.rows), entryRow = 0 } = props;
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [row, setRow] = useState<number | null>(null);
  const plotWidth = Math.max(1, width - PLOT_LEFT - PLOT_RIGHT);
  const scale = plotWidth / (view.toUs - view.fromUs);
  const column = cursorUs === null ? null : columnAt(map, cursorUs);
  const at = column === null || row === null ? null : { column, row };
  const cell = at && cellOf(map, at.row, at.column);
  const told = at
    ? `${formatOffset(((map.toUs[at.column] ?? 0) - view.zeroUs) / 1e6)} · ${tell(at.row, cell === null || cell === NOT_READ ? null : cell / BYTES_PER_PERCENT, at.column)}`
    : atRest;

  const { drag, down, move, handlers } = useTimeDrag(view, plotWidth, picks);
  const marked = drag ?? (picks?.mark ? stretchOf(picks.mark.startUs, picks.mark.endUs) : null);
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const under = Math.floor((event.clientY - event.currentTarget.getBoundingClientRect().top - PLOT_TOP) / rowPx);
    const moment = momentAt(event, view, plotWidth);
    const place = columnAt(map, moment);
    setRow(under >= 0 && under < map.rows ? under : null);
    onCursor(place === null ? moment : (map.toUs[place] ?? moment));
    move(event);
  };
  const press = (event: KeyboardEvent): void => {
    const down = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const first = cursorUs === null && event.key.startsWith('Arrow');
    if (event.key === 'Escape') setRow(null);
    if (event.key.startsWith('Arrow'))
      setRow((now) => Math.min(map.rows - 1, Math.max(0, now === null ? entryRow : now + down)));
    if (first || down !== 0) {
      event.preventDefault();
      const moment = first ? map.toUs[nearestIndex(map.toUs, view.fromUs) ?? 0] : undefined;
      if (moment !== undefined) onCursor(moment);
      if (moment !== undefined) picks?.onPin(moment);
      return;
    }
    pickByKey(event, { picks, cursorUs, onCursor, beside: (from, by) => beside(map, view, from, by) });
  };
  const leave = (): void => {
    setRow(null);
    onCursor(null);
  };
  return (
    <div className="min-w-0">
      <p className="mb-1 min-h-[1.125rem] text-xs text-muted" aria-live="polite">
        {told}
      </p>
      <div
        ref={ref}
        role="application"
        aria-roledescription="heat map"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is driven by keys
        tabIndex={0}
        aria-label={`${label}. Arrow keys go from cell to cell.`}
        className="relative cursor-crosshair touch-pan-y text-[11px] leading-none"
        style={{ height: PLOT_TOP + map.rows * rowPx + PLOT_BOTTOM }}
        onPointerMove={point}
        onPointerDown={(event) => {
          point(event);
          down(event);
        }}
        onPointerLeave={leave}
        onBlur={leave}
        onKeyDown={press}
        {...handlers}
      >
        {width > 0 && (
          <>
            <StripSpans view={view} plotWidth={plotWidth} />
            <HeatCanvas map={map} view={view} ink={ink} width={plotWidth} height={map.rows * rowPx} />
            {over?.({ plotWidth, rowPx })}
            <RowNames marks={rowMarks} rowPx={rowPx} groups={groups} />
            <RowBands bands={bands} rowPx={rowPx} />
            <StripNotes view={view} plotWidth={plotWidth} />
            {marked && <TimeMark stretch={marked} view={view} plotWidth={plotWidth} />}
            {at && (
              <div
                aria-hidden
                className="pointer-events-none absolute border-2 border-bg outline-2 outline-ink"
                style={{
                  left: PLOT_LEFT + ((map.fromUs[at.column] ?? 0) - view.fromUs) * scale - 1,
                  width: Math.max(4, ((map.toUs[at.column] ?? 0) - (map.fromUs[at.column] ?? 0)) * scale + 2),
                  top: PLOT_TOP + at.row * rowPx - 1,
                  height: rowPx + 2,
                }}
              />
            )}
            {cursorUs !== null && cursorUs >= view.fromUs && cursorUs <= view.toUs && (
              <div
                aria-hidden
                className="pointer-events-none absolute w-px bg-muted"
                style={{
                  left: PLOT_LEFT + (cursorUs - view.fromUs) * scale,
                  top: PLOT_TOP,
                  bottom: PLOT_BOTTOM,
                }}
              />
            )}
            <TimeAxis view={view} plotWidth={plotWidth} />
          </>
        )}
      </div>
    </div>
  );
}

function beside(map: HeatMap, view: StripView, fromUs: number | null, by: 1 | -1): number | null {
  const from = nearestIndex(map.toUs, fromUs ?? view.fromUs) ?? 0;
  const to = Math.min(map.toUs.length - 1, Math.max(0, from + by));
  const moment = map.toUs[to];
  return moment !== undefined && moment >= view.fromUs && (map.fromUs[to] ?? 0) <= view.toUs ? moment : null;
}

interface HeatCanvasProps {
  map: HeatMap;
  view: StripView;
  ink: string;
  width: number;
  height: number;
}

function HeatCanvas({ map, view: { fromUs, toUs }, ink, width, height }: HeatCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useSyncExternalStore(subscribeToTheme, drawnTheme, () => 'dark' as const);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read through the page's custom properties
  useEffect(() => {
    if (!canvas.current) return;
    const painted = { map, fromUs, toUs, ink };
    paintHeat(canvas.current, width, height, painted);
    repaints.set(canvas.current, async (density) => {
      const copy = document.createElement('canvas');
      paintHeat(copy, width, height, painted, density);
      return copy;
    });
  }, [map, fromUs, toUs, ink, width, height, theme]);
  return (
    <canvas ref={canvas} aria-hidden className="absolute" style={{ left: PLOT_LEFT, top: PLOT_TOP, width, height }} />
  );
}
