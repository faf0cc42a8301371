'use client';

import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { formatOffset } from '@/lib/time';
import { useElementWidth } from '@/ui/browser/element-width';
import { highestOf } from './extent';
import { nearestIndex, rowNear } from './nearest';
import { PictureMenu } from './save/picture-menu';
import { notesInView } from './save/picture-notes';
import { meanWithin } from './series';
import { stretchOf } from './stretch';
import { StripCanvas } from './strip-canvas';
import { StripLegend } from './strip-legend';
import type { PaintedLine } from './strip-plot';
import { PLOT_BOTTOM, PLOT_LEFT, PLOT_RIGHT, StripNotes, StripSpans, type StripView } from './strip-spans';
import { momentAt, type TimePicks, useTimeDrag } from './time-drag';
import { pickByKey } from './time-keys';
import { TimeMark } from './time-mark';
import { formatUnit } from './units';

interface StripChartProps {
  title: string;
  unit: string;
  /** What all of it is a part of, such as 'of 8'. */
  of?: string | null;
  lines: PaintedLine[];
  view: StripView;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  /** Absent where a stretch can neither be marked nor zoomed to. */
  picks?: TimePicks;
  height?: number;
}

/** Nearer than this to the cursor a line has a reading there. */
const REACH_US = 1_500_000;

/** Lines over time under one cursor; each line has times of its own. */
export function StripChart({
  title,
  unit,
  of: whole,
  lines,
  view,
  cursorUs,
  onCursor,
  picks,
  height = 132,
}: StripChartProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const timesUs = useMemo(() => timesOf(lines), [lines]);
  const plotWidth = Math.max(1, width - PLOT_LEFT - PLOT_RIGHT);
  const index = cursorUs === null ? null : nearestIndex(timesUs, cursorUs);
  const atUs = index === null ? null : (timesUs[index] ?? null);
  const inView = atUs !== null && atUs >= view.fromUs && atUs <= view.toUs;
  const x = inView ? PLOT_LEFT + ((atUs - view.fromUs) / (view.toUs - view.fromUs)) * plotWidth : null;
  const rows = inView ? lines.map((line) => rowNear(line.timesUs, atUs, REACH_US)) : [];
  const reading = lines.map((line, place) => ({
    line: line.line,
    text: formatUnit(inView ? valueAt(line, rows[place]) : valueAtRest(line, view), unit),
    range: inView ? rangeAt(line, rows[place], unit) : null,
  }));
  const of = highestOf(
    lines.map(({ readings }, place) => readings?.[rows[place] ?? -1] ?? 1),
    1,
  );
  const when = inView
    ? `at ${formatOffset((atUs - view.zeroUs) / 1e6)}${idleAt(view, atUs)}${of > 1 ? `, mean of ${of} readings` : ''}`
    : view.newest !== null
      ? `${view.newest}${idleAt(view, timesUs.at(-1) ?? 0)}`
      : view.means
        ? `mean of ${view.means.label}`
        : 'mean of what is shown';

  const { drag, down, move, handlers } = useTimeDrag(view, plotWidth, picks);
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    onCursor(momentAt(event, view, plotWidth));
    move(event);
  };
  const press = (event: KeyboardEvent): void =>
    pickByKey(event, {
      picks,
      cursorUs: inView ? atUs : null,
      onCursor,
      beside: (from, by) => beside(timesUs, view, from, by),
    });
  const marked = drag ?? (picks?.mark ? stretchOf(picks.mark.startUs, picks.mark.endUs) : null);
  return (
    <figure className="min-w-0" data-picture="">
      <StripLegend title={title} of={whole ?? null} when={when} reading={reading}>
        <PictureMenu
          title={title}
          painted
          csv={async () => (await import('./save/chart-csv')).stripCsv(lines, unit, view)}
          notes={notesInView(view)}
        />
      </StripLegend>
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`${title}: cursor in time`}
        aria-valuemin={0}
        aria-valuemax={Math.round((view.toUs - view.zeroUs) / 1e6)}
        aria-valuenow={Math.round(((atUs ?? view.fromUs) - view.zeroUs) / 1e6)}
        aria-valuetext={`${when}: ${reading.map(({ line, text, range }) => `${line.label} ${text}${range ? `, ${range}` : ''}`).join(', ')}`}
        className="relative cursor-crosshair touch-pan-y"
        style={{ height }}
        onPointerMove={point}
        onPointerDown={(event) => {
          point(event);
          down(event);
        }}
        onPointerLeave={() => onCursor(null)}
        onBlur={() => onCursor(null)}
        onKeyDown={press}
        {...handlers}
      >
        {width > 0 && (
          <>
            <StripSpans view={view} plotWidth={plotWidth} />
            <StripCanvas lines={lines} unit={unit} view={view} width={width} height={height} />
            <StripNotes view={view} plotWidth={plotWidth} />
            {marked && <TimeMark stretch={marked} view={view} plotWidth={plotWidth} />}
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

/** What was read at a moment without load is not of it. */
function idleAt({ spans }: StripView, atUs: number): string {
  const span = spans.idle?.find(({ fromUs, toUs }) => atUs > fromUs && atUs <= toUs);
  return span ? `, ${span.label}` : '';
}

function beside(timesUs: number[], view: StripView, fromUs: number | null, by: 1 | -1): number | null {
  const from = nearestIndex(timesUs, fromUs ?? (by > 0 ? view.fromUs : view.toUs)) ?? 0;
  const next = timesUs[Math.min(timesUs.length - 1, Math.max(0, from + by))];
  return next !== undefined && next >= view.fromUs && next <= view.toUs ? next : null;
}

/** Every moment that some line has a value for, ascending. */
function timesOf(lines: PaintedLine[]): number[] {
  const different = [...new Set(lines.map(({ timesUs }) => timesUs))];
  return different.length === 1 ? (different[0] as number[]) : [...new Set(different.flat())].sort((a, b) => a - b);
}

const valueAt = ({ values }: PaintedLine, row: number | null = null): number | null =>
  row === null ? null : (values[row] ?? null);

/** Lowest and highest of the readings of a row, where they differ. */
function rangeAt({ lows, highs }: PaintedLine, row: number | null = null, unit: string): string | null {
  const [low, high] = row === null ? [] : [lows?.[row], highs?.[row]];
  if (low === null || low === undefined || high === null || high === undefined || low === high) return null;
  return `${formatUnit(low, unit)} to ${formatUnit(high, unit)}`;
}

/** Without a cursor: the present while the run goes on, else a mean. */
function valueAtRest(line: PaintedLine, view: StripView): number | null {
  if (view.newest !== null) return line.values.at(-1) ?? null;
  const over = line.means ?? view.means ?? view;
  return meanWithin(line, over.fromUs, over.toUs);
}
