'use client';

import type { RunPoint } from '@contract/run-points';
import { formatMsTick, formatTick } from '@rules/words/numbers';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { PlotFrame } from '@/charts/plot-frame';
import { type Chosen, isChosen } from '@/lib/run-selection';
import { useElementWidth } from '@/ui/browser/element-width';
import { drawnTheme, subscribeToTheme } from '@/ui/browser/theme';
import { axesOf, type Brush, insideOf, nearestTo, type Placed, placeAll, stepFrom } from './placing';
import { paintScatter } from './scatter-paint';

const HEIGHT = 440;
const LEFT = 64;
const RIGHT = 20;
const TOP = 12;
const BOTTOM = HEIGHT - 44;
/** A finger is no pointer. */
const REACH = { mouse: 16, touch: 28 };
/** A shorter way is a click. */
const DRAGGED = 5;

interface ScatterPlotProps {
  points: RunPoint[];
  chosen: Chosen[];
  marked: RunPoint | null;
  onMark: (run: RunPoint | null) => void;
  onOpen: (run: RunPoint) => void;
  /** One is added or taken away; several are added. */
  onPick: (runs: RunPoint[]) => void;
  label: string;
}

/** Points to point at, to open by a click, and to select by a box; arrow keys go from one to the next. */
export function ScatterPlot({ points, chosen, marked, onMark, onOpen, onPick, label }: ScatterPlotProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [brush, setBrush] = useState<Brush | null>(null);
  const axes = useMemo(
    () => axesOf(points, { left: LEFT, right: Math.max(LEFT + 1, width - RIGHT), top: TOP, bottom: BOTTOM }),
    [points, width],
  );
  const placed = useMemo(() => placeAll(points, axes), [points, axes]);
  const here = placed.find(({ run }) => run.runId === marked?.runId) ?? null;

  const press = (event: KeyboardEvent): void => {
    const next = stepFrom(placed, here, event.key);
    if (next) onMark(next.run);
    else if (event.key === 'Escape') onMark(null);
    else if (here && event.key === 'Enter') onOpen(here.run);
    else if (here && (event.key === ' ' || event.key === 'x')) onPick([here.run]);
    else if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const at = placeOf(event);
    if (brush) setBrush({ ...brush, toX: at.x, toY: at.y });
    else onMark(nearestTo(placed, at, REACH.mouse)?.run ?? null);
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = placeOf(event);
    setBrush({ fromX: x, fromY: y, toX: x, toY: y });
  };
  const end = (event: PointerEvent<HTMLDivElement>): void => {
    const at = placeOf(event);
    setBrush(null);
    if (brush && isBox(brush)) return onPick(insideOf(placed, brush).map(({ run }) => run));
    const touched = event.pointerType === 'touch';
    if (!touched && !brush) return;
    const hit = nearestTo(placed, at, touched ? REACH.touch : REACH.mouse);
    // A finger has pointed at nothing before: it says first which run that is.
    if (hit && touched && hit.run.runId !== marked?.runId) onMark(hit.run);
    else if (hit && event.shiftKey) onPick([hit.run]);
    else if (hit) onOpen(hit.run);
  };
  return (
    <div
      ref={ref}
      role="application"
      aria-roledescription="scatter plot"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is driven by keys
      tabIndex={0}
      aria-label={label}
      data-scatter
      className={`relative touch-pan-y select-none rounded-[4px] text-[11px] outline-offset-[-2px] ${here && !brush ? 'cursor-pointer' : 'cursor-crosshair'}`}
      style={{ height: HEIGHT }}
      onPointerMove={(event) => event.pointerType !== 'touch' && move(event)}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => setBrush(null)}
      onKeyDown={press}
    >
      {width > 0 && (
        <>
          <svg width={width} height={HEIGHT} aria-hidden className="absolute inset-0">
            <PlotFrame
              left={LEFT}
              right={width - RIGHT}
              bottom={BOTTOM}
              ticks={axes.y.ticks.map((tick) => ({ at: axes.y(tick), label: tick === 0 ? '0' : formatMsTick(tick) }))}
              columns={columnsOf(axes.x.ticks, axes.x, width)}
              axis="req/s, at the best step of each run"
              leftAxis="p99 at that step"
            />
          </svg>
          <PointsCanvas placed={placed} width={width} />
          <svg width={width} height={HEIGHT} aria-hidden className="pointer-events-none absolute inset-0">
            {placed.map(
              (one) => isChosen(chosen, one.run.runId) && <Ring key={one.run.runId} at={one} look="chosen" />,
            )}
            {placed.map((one) => one.run.pinned && <Pin key={one.run.runId} at={one} />)}
            {here && <Ring at={here} look="marked" />}
            {brush && isBox(brush) && (
              <rect
                x={Math.min(brush.fromX, brush.toX)}
                y={Math.min(brush.fromY, brush.toY)}
                width={Math.abs(brush.toX - brush.fromX)}
                height={Math.abs(brush.toY - brush.fromY)}
                fill="var(--shade)"
                stroke="var(--accent)"
              />
            )}
          </svg>
        </>
      )}
    </div>
  );
}

const placeOf = (event: PointerEvent<HTMLDivElement>): { x: number; y: number } => {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

const isBox = ({ fromX, fromY, toX, toY }: Brush): boolean => Math.hypot(toX - fromX, toY - fromY) >= DRAGGED;

const PX_PER_LABEL = 64;

/** Labels of the axis below, as many as have room. */
function columnsOf(ticks: number[], at: (value: number) => number, width: number) {
  const each = Math.ceil((ticks.length * PX_PER_LABEL) / Math.max(1, width - LEFT - RIGHT));
  return ticks.filter((_, place) => place % each === 0).map((tick) => ({ at: at(tick), label: formatTick(tick) }));
}

function PointsCanvas({ placed, width }: { placed: Placed[]; width: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useSyncExternalStore(subscribeToTheme, drawnTheme, () => 'dark' as const);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read through the page's custom properties
  useEffect(() => {
    if (canvas.current) paintScatter(canvas.current, placed, width, HEIGHT);
  }, [placed, width, theme]);
  return <canvas ref={canvas} aria-hidden className="absolute inset-0" style={{ width, height: HEIGHT }} />;
}

const Ring = ({ at: { x, y }, look }: { at: Placed; look: 'chosen' | 'marked' }) => (
  <circle
    cx={x}
    cy={y}
    r={look === 'chosen' ? 8 : 10}
    fill="none"
    stroke={look === 'chosen' ? 'var(--accent)' : 'var(--text)'}
    strokeWidth={look === 'chosen' ? 2 : 1.5}
  />
);

const Pin = ({ at: { x, y } }: { at: Placed }) => (
  <text
    x={x}
    y={y - 9}
    textAnchor="middle"
    className="fill-accent text-sm [paint-order:stroke]"
    stroke="var(--panel)"
    strokeWidth="3"
  >
    ★
  </text>
);
