'use client';

import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { formatOffset } from '@/lib/time';
import { useElementWidth } from '@/ui/browser/element-width';
import { nearestIndex } from './nearest';
import { meanWithin } from './series';
import { StripCanvas } from './strip-canvas';
import { StripLegend } from './strip-legend';
import type { PaintedLine } from './strip-plot';
import { PLOT_BOTTOM, PLOT_LEFT, PLOT_RIGHT, StripSpans, type StripView } from './strip-spans';
import { formatUnit } from './units';

interface StripChartProps {
  title: string;
  unit: string;
  lines: PaintedLine[];
  view: StripView;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  height?: number;
}

/** Nearer than this to the cursor a line has a reading there. */
const REACH_US = 1_500_000;

/** Lines over time under one cursor; each line has times of its own. */
export function StripChart({ title, unit, lines, view, cursorUs, onCursor, height = 132 }: StripChartProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const timesUs = useMemo(() => timesOf(lines), [lines]);
  const plotWidth = Math.max(1, width - PLOT_LEFT - PLOT_RIGHT);
  const index = cursorUs === null ? null : nearestIndex(timesUs, cursorUs);
  const atUs = index === null ? null : (timesUs[index] ?? null);
  const inView = atUs !== null && atUs >= view.fromUs && atUs <= view.toUs;
  const x = inView ? PLOT_LEFT + ((atUs - view.fromUs) / (view.toUs - view.fromUs)) * plotWidth : null;
  const reading = lines.map((line) => ({
    line: line.line,
    text: formatUnit(inView ? valueAt(line, atUs) : valueAtRest(line, view), unit),
  }));
  const when = inView
    ? `at ${formatOffset((atUs - view.zeroUs) / 1e6)}`
    : view.live
      ? 'now'
      : view.means
        ? `mean of ${view.means.label}`
        : 'mean of what is shown';

  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - PLOT_LEFT;
    const share = Math.min(1, Math.max(0, offset / plotWidth));
    onCursor(view.fromUs + share * (view.toUs - view.fromUs));
  };
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Escape') onCursor(null);
    if (by === 0) return;
    event.preventDefault();
    const from = index ?? nearestIndex(timesUs, by > 0 ? view.fromUs : view.toUs) ?? 0;
    const next = timesUs[Math.min(timesUs.length - 1, Math.max(0, from + by))];
    if (next !== undefined && next >= view.fromUs && next <= view.toUs) onCursor(next);
  };
  return (
    <figure className="min-w-0">
      <StripLegend title={title} when={when} reading={reading} />
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`${title}: cursor in time`}
        aria-valuemin={0}
        aria-valuemax={Math.round((view.toUs - view.zeroUs) / 1e6)}
        aria-valuenow={Math.round(((atUs ?? view.fromUs) - view.zeroUs) / 1e6)}
        aria-valuetext={`${when}: ${reading.map(({ line, text }) => `${line.label} ${text}`).join(', ')}`}
        className="relative cursor-crosshair touch-pan-y"
        style={{ height }}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onCursor(null)}
        onBlur={() => onCursor(null)}
        onKeyDown={step}
      >
        {width > 0 && (
          <>
            <StripSpans view={view} plotWidth={plotWidth} />
            <StripCanvas lines={lines} unit={unit} view={view} width={width} height={height} />
            {x !== null && (
              <div
                aria-hidden
                className="pointer-events-none absolute top-0 w-px bg-muted"
                style={{ left: x, bottom: PLOT_BOTTOM }}
              />
            )}
          </>
        )}
      </div>
    </figure>
  );
}

/** Every moment that some line has a value for, ascending. */
function timesOf(lines: PaintedLine[]): number[] {
  const different = [...new Set(lines.map(({ timesUs }) => timesUs))];
  return different.length === 1 ? (different[0] as number[]) : [...new Set(different.flat())].sort((a, b) => a - b);
}

function valueAt({ timesUs, values }: PaintedLine, atUs: number): number | null {
  const index = nearestIndex(timesUs, atUs);
  if (index === null || Math.abs((timesUs[index] ?? 0) - atUs) > REACH_US) return null;
  return values[index] ?? null;
}

/** Without a cursor: the present while the run goes on, else a mean. */
function valueAtRest({ timesUs, values, means }: PaintedLine, view: StripView): number | null {
  if (view.live) return values.at(-1) ?? null;
  const over = means ?? view.means ?? view;
  return meanWithin(timesUs, values, over.fromUs, over.toUs);
}
