'use client';

import type { DistributionPoint } from '@contract/point';
import { resolutionText } from '@rules/load/latency-resolution';
import { formatLatencyMs, formatMsTick } from '@rules/words/numbers';
import { type ReactNode, useState } from 'react';
import { useElementWidth } from '@/ui/browser/element-width';
import { sideOf } from '@/ui/sides';
import { STROKES } from '@/ui/strokes';
import { labelsWithRoom, logScale } from './chart-maths';
import { cursorStops, latencyAt, percentileName, type TailScale, tailScale, tailSentence } from './distribution';
import { highestOf, lowestOf } from './extent';
import { PlotFrame, pathOf } from './plot-frame';
import { PlotSlider } from './plot-slider';
import { boundsBelow, drawnMs, isBelow } from './resolution';
import { PictureMenu } from './save/picture-menu';

export interface TailCurve {
  /** Its place among the sides: colour, dash and shape. */
  side: number;
  /** A few characters, for beside its reading. */
  label: string;
  points: DistributionPoint[];
  resolutionUs: number;
}

interface TailChartProps {
  curves: TailCurve[];
  label: string;
  /** The mark by which a curve is known, before its reading. */
  mark: (curve: TailCurve) => ReactNode;
}

const TOP = 12;
/** Lower on a phone, so that it is seen with the answer above it. */
const heightOf = (width: number): number => (width < 420 ? 190 : 268);
const LEFT = 60;

/** Latency against percentiles, every further nine as wide as the one before. */
export function TailChart({ curves, label, mark }: TailChartProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState<number | null>(null);
  const x = tailScale(
    curves.map(({ points }) => points),
    LEFT,
    Math.max(LEFT + 1, width - 16),
  );
  const stops = cursorStops(curves.map(({ points }) => points));
  const percentile = cursor === null ? null : (stops[Math.min(cursor, stops.length - 1)] ?? null);
  const reading = percentile === null ? [] : curves.map((curve) => ({ curve, text: readingOf(curve, percentile) }));
  const said =
    percentile === null
      ? 'no percentile under the cursor'
      : `${percentileName(percentile)}: ${reading.map(({ curve, text }) => `${curve.label} ${text}`).join(', ')}`;
  return (
    <figure className="min-w-0" data-picture="">
      <figcaption className="relative flex min-h-10 flex-wrap pr-10 content-start gap-x-4 gap-y-0.5 text-xs text-muted">
        {percentile === null ? (
          <span className="print:hidden">Point at the curves, or move along them with the arrow keys.</span>
        ) : (
          <>
            <span>
              <span className="font-semibold text-ink">{percentileName(percentile)}</span>, {tailSentence(percentile)}
            </span>
            {reading.map(({ curve, text }) => (
              <span key={curve.side} className="inline-flex items-center gap-1.5 whitespace-nowrap">
                {mark(curve)}
                <span className="font-medium text-ink">{text}</span>
              </span>
            ))}
          </>
        )}
        <span className="absolute right-0 top-0">
          <PictureMenu
            title="Latency by percentile"
            csv={async () => (await import('./save/chart-csv')).tailCsv(curves)}
          />
        </span>
      </figcaption>
      <PlotSlider
        box={ref}
        height={heightOf(width)}
        label={label}
        places={stops.map(x)}
        cursor={cursor}
        onCursor={setCursor}
        said={said}
      >
        {width > 0 && <Drawing curves={curves} x={x} width={width} percentile={percentile} />}
      </PlotSlider>
      <NotDrawn curves={curves} />
    </figure>
  );
}

/** A line would claim a latency where only its bound is known. */
function NotDrawn({ curves }: { curves: TailCurve[] }) {
  const bounds = boundsBelow(
    curves.flatMap(({ points, resolutionUs }) => points.map(({ latencyMs: ms }) => ({ ms, resolutionUs }))),
  );
  if (bounds.length === 0) return null;
  return (
    <p className="text-xs text-muted">
      Not drawn: percentiles below the tool’s resolution ({bounds.map(resolutionText).join(', ')}).
    </p>
  );
}

function readingOf({ points, resolutionUs }: TailCurve, percentile: number): string {
  const ms = latencyAt(points, percentile);
  return ms === null ? 'too few requests' : `${formatLatencyMs(ms, resolutionUs)} ms`;
}

interface DrawingProps {
  curves: TailCurve[];
  x: TailScale;
  width: number;
  percentile: number | null;
}

function Drawing({ curves, x, width, percentile }: DrawingProps) {
  const svgHeight = heightOf(width);
  const bottom = svgHeight - 40;
  const height = (ms: number, { resolutionUs }: TailCurve): number => drawnMs(ms, resolutionUs);
  const all = curves.flatMap((curve) => curve.points.map(({ latencyMs }) => height(latencyMs, curve)));
  const y = logScale(lowestOf(all), highestOf(all), bottom, TOP);
  const whole = curves.some(({ points }) => points.some((one) => one.percentile >= 100));
  const ticks = whole ? [...x.ticks, 100] : x.ticks;
  const room = labelsWithRoom(ticks.map(x), 46);
  return (
    <svg width={width} height={svgHeight} aria-hidden className="block overflow-visible text-[11px]">
      <PlotFrame
        left={LEFT}
        right={width - 8}
        bottom={bottom}
        ticks={y.ticks.map((tick) => ({ at: y(tick), label: formatMsTick(tick) }))}
        columns={ticks.flatMap((tick, i) => (room[i] ? [{ at: x(tick), label: percentileName(tick) }] : []))}
        axis="percentile, each further nine as wide as the one before"
      />
      {percentile !== null && <path d={`M${x(percentile)} ${TOP}V${bottom}`} stroke="var(--muted)" />}
      {[...curves].reverse().map((curve) => {
        const { ink, stroke, marker } = sideOf(curve.side);
        const places = curve.points
          .filter(({ latencyMs }) => !isBelow(latencyMs, curve.resolutionUs))
          .map((one) => [x(one.percentile), y(height(one.latencyMs, curve))] as const);
        const under = percentile === null ? null : latencyAt(curve.points, percentile);
        return (
          <g key={curve.side} fill={`var(--${ink})`}>
            <path
              d={pathOf(places)}
              fill="none"
              stroke={`var(--${ink})`}
              strokeWidth="1.75"
              strokeDasharray={STROKES[stroke].join(' ')}
            />
            {under !== null && percentile !== null && (
              <path
                d={marker}
                transform={`translate(${x(percentile)} ${y(height(under, curve))})`}
                {...(isBelow(under, curve.resolutionUs)
                  ? { fill: 'var(--panel)', stroke: `var(--${ink})`, strokeWidth: 1.5 }
                  : { stroke: 'var(--panel)' })}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}
