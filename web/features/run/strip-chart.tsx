'use client';

import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import type { HostSeries } from '@/api/types';
import { useElementWidth } from '@/components/element-width';
import { nearestIndex } from '@/lib/nearest';
import { column, meanWithin } from '@/lib/series';
import type { SeriesGroup } from '@/lib/series-groups';
import { formatOffset } from '@/lib/time';
import { formatUnit } from '@/lib/units';
import { type PaintedLine, StripCanvas } from './strip-canvas';
import { StripLegend } from './strip-legend';
import { PLOT_BOTTOM, PLOT_LEFT, PLOT_RIGHT, StripSpans, type StripView } from './strip-spans';

interface StripChartProps {
  group: SeriesGroup;
  host: HostSeries;
  view: StripView;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
}

const HEIGHT = 132;

export function StripChart({ group, host, view, cursorUs, onCursor }: StripChartProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const { timesUs } = host;
  const lines: PaintedLine[] = useMemo(
    () => group.lines.map((line) => ({ line, values: column(host, line.name)?.values ?? [] })),
    [group, host],
  );
  const plotWidth = Math.max(1, width - PLOT_LEFT - PLOT_RIGHT);
  const index = cursorUs === null ? null : nearestIndex(timesUs, cursorUs);
  const atUs = index === null ? null : (timesUs[index] ?? null);
  const inView = atUs !== null && atUs >= view.fromUs && atUs <= view.toUs;
  const x = inView ? PLOT_LEFT + ((atUs - view.fromUs) / (view.toUs - view.fromUs)) * plotWidth : null;
  const mean = view.means ?? { fromUs: view.fromUs, toUs: view.toUs };
  const latest = view.live ? timesUs.length - 1 : null;
  const reading = lines.map(({ line, values }) => ({
    line,
    text: formatUnit(
      inView && index !== null
        ? (values[index] ?? null)
        : latest !== null
          ? (values[latest] ?? null)
          : meanWithin(timesUs, values, mean.fromUs, mean.toUs),
      group.unit,
    ),
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
      <StripLegend title={group.title} when={when} reading={reading} />
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={`${group.title}: cursor in time`}
        aria-valuemin={0}
        aria-valuemax={Math.round((view.toUs - view.zeroUs) / 1e6)}
        aria-valuenow={Math.round(((atUs ?? view.fromUs) - view.zeroUs) / 1e6)}
        aria-valuetext={`${when}: ${reading.map(({ line, text }) => `${line.label} ${text}`).join(', ')}`}
        className="relative cursor-crosshair touch-pan-y"
        style={{ height: HEIGHT }}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onCursor(null)}
        onBlur={() => onCursor(null)}
        onKeyDown={step}
      >
        {width > 0 && (
          <>
            <StripSpans view={view} plotWidth={plotWidth} />
            <StripCanvas lines={lines} timesUs={timesUs} unit={group.unit} view={view} width={width} height={HEIGHT} />
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
