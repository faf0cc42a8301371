'use client';

import { formatMsTick, formatTick } from '@rules/words/numbers';
import { labelsWithRoom, linearScale, logScale, type Scale, stretchesOf } from '@/charts/chart-maths';
import { highestOf, lowestOf } from '@/charts/extent';
import { PlotFrame, pathOf } from '@/charts/plot-frame';
import { PlotSlider } from '@/charts/plot-slider';
import { boundsBelow, drawnAtBound, drawnMs, isBelow } from '@/charts/resolution';
import { PictureMenu } from '@/charts/save/picture-menu';
import { AXIS_WORDS, type Varies } from '@/lib/ramp';
import { useElementWidth } from '@/ui/browser/element-width';
import { sideOf } from '@/ui/sides';
import { STROKES } from '@/ui/strokes';
import { type Curve, type CurveColumn, positionsOf } from './curves';
import type { CurvePoint } from './measured-points';
import { labelOf } from './side-curves';

interface CurveChartProps {
  title: string;
  unit: string;
  latency: boolean;
  axis: Varies;
  columns: CurveColumn[];
  /** Curves in reading order. */
  curves: Curve[];
  /** The column under the cursor, shared by all charts. */
  cursor: number | null;
  onCursor: (cursor: number | null) => void;
  chosenRow: number | null;
  onChoose: (row: number) => void;
  /** What limited each point stands beside it. */
  walls?: boolean;
}

const WALL_INKS = { ok: 'fill-ok', warn: 'fill-warn', bad: 'fill-bad', muted: 'fill-muted' } as const;

const HEIGHT = 226;
const TOP = 12;
const BOTTOM = HEIGHT - 40;
const LEFT = 52;

export function CurveChart({
  title,
  unit,
  latency,
  axis,
  columns,
  curves,
  cursor,
  onCursor,
  chosenRow,
  onChoose,
  walls = false,
}: CurveChartProps) {
  const [ref, width] = useElementWidth<HTMLDivElement>();
  const xs = positionsOf(axis, columns, LEFT + 14, Math.max(LEFT + 15, width - 22));
  const column = cursor === null ? null : (columns[cursor] ?? null);
  const reading = readingAt(curves, column);
  const said = reading
    .map(({ curve, point }) => {
      const wall = point?.wall ? `, limit: ${point.wall.name}` : '';
      return `${labelOf(curve)} ${point?.text ?? 'no valid figure'}${wall}`;
    })
    .join(', ');
  return (
    <figure className="min-w-0" data-picture="">
      <figcaption className="min-h-10 text-xs">
        <div className="flex items-center justify-between gap-2">
          <p>
            <span className="text-sm font-medium">{title}</span> <span className="text-muted">{unit}</span>
          </p>
          <PictureMenu
            title={`${title} against ${AXIS_WORDS[axis]}`}
            csv={async () =>
              (await import('./curves-csv')).curvesCsv(curves, columns, AXIS_WORDS[axis], title, latency ? 'ms' : unit)
            }
          />
        </div>
        <div className="flex min-h-[1.125rem] flex-wrap gap-x-3 text-muted">
          {column && <span>at {column.label}</span>}
          {column &&
            reading.map(({ curve, point }) => (
              <span key={curve.runIndex} className="whitespace-nowrap">
                <span className="font-semibold text-ink">{labelOf(curve)}</span> {point?.text ?? 'no valid figure'}
              </span>
            ))}
        </div>
      </figcaption>
      <PlotSlider
        box={ref}
        height={HEIGHT}
        label={`${title} against ${AXIS_WORDS[axis]}: cursor over the steps, Enter chooses one`}
        places={xs}
        cursor={cursor}
        onCursor={onCursor}
        said={column ? `${column.label}: ${said}` : 'no step under the cursor'}
        onChoose={() => column && onChoose(column.row)}
      >
        {width > 0 && <Drawing {...{ axis, columns, curves, cursor, chosenRow, latency, walls, xs, width }} />}
      </PlotSlider>
      {latency && <OpenLegend us={boundsOf(curves)} />}
    </figure>
  );
}

const boundsOf = (curves: Curve[]): number[] =>
  boundsBelow(
    curves.flatMap(({ points }) =>
      points.map(({ value, range, resolutionUs }) => ({ ms: range?.low ?? value, resolutionUs })),
    ),
  );

function OpenLegend({ us }: { us: number[] }) {
  if (us.length === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-xs text-muted">
      <svg aria-hidden width="12" height="12" className="shrink-0">
        <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      open: {drawnAtBound(us)}
    </p>
  );
}

function readingAt(curves: Curve[], column: CurveColumn | null): { curve: Curve; point: CurvePoint | undefined }[] {
  return curves.map((curve) => ({ curve, point: curve.points.find(({ row }) => row === column?.row) }));
}

interface DrawingProps
  extends Pick<CurveChartProps, 'axis' | 'columns' | 'curves' | 'cursor' | 'chosenRow' | 'latency' | 'walls'> {
  xs: number[];
  width: number;
}

function Drawing({ axis, columns, curves, cursor, chosenRow, latency, walls, xs, width }: DrawingProps) {
  const heightOf = (value: number, { resolutionUs }: CurvePoint): number =>
    latency ? drawnMs(value, resolutionUs) : value;
  const isOpen = ({ value, resolutionUs }: CurvePoint): boolean => latency && isBelow(value, resolutionUs);
  const height = (point: CurvePoint): number => heightOf(point.value, point);
  const endsOf = (point: CurvePoint): number[] =>
    point.range ? [heightOf(point.range.low, point), heightOf(point.range.high, point)] : [];
  const y = scaleOf(
    curves.flatMap(({ points }) => points.flatMap((point) => [height(point), ...endsOf(point)])),
    latency,
  );
  const xOf = (row: number): number => xs[columns.findIndex((column) => column.row === row)] ?? 0;
  const labels = labelsWithRoom(xs, 44);
  const band = (index: number, className: string) => (
    <rect x={(xs[index] ?? 0) - 12} y={TOP - 6} width={24} height={BOTTOM - TOP + 8} rx={4} className={className} />
  );
  const chosen = columns.findIndex(({ rows }) => chosenRow !== null && rows.includes(chosenRow));
  return (
    <svg width={width} height={HEIGHT} aria-hidden className="block overflow-visible text-[11px]">
      {y && (
        <PlotFrame
          left={LEFT}
          right={width - 8}
          bottom={BOTTOM}
          ticks={y.ticks.map((tick) => ({ at: y(tick), label: latency ? formatMsTick(tick) : formatTick(tick) }))}
          columns={columns.flatMap(({ label }, i) => (labels[i] ? [{ at: xs[i] ?? 0, label }] : []))}
          axis={axis === 'step' ? 'steps: connections × depth, or req/s asked' : `${AXIS_WORDS[axis]}, log scale`}
        />
      )}
      {chosen >= 0 && band(chosen, 'fill-accent/12')}
      {cursor !== null && band(cursor, 'fill-accent/8')}
      {y &&
        [...curves].reverse().map(({ runIndex, mark, points }) => {
          const { ink, stroke, marker } = sideOf(mark);
          const placeOf = (point: CurvePoint) => [xOf(point.row), y(height(point))] as const;
          const lines = stretchesOf(points, (point) => (isOpen(point) ? null : point.kind))
            .filter(([first]) => first && !isOpen(first))
            .map((stretch) => pathOf(stretch.map(placeOf)));
          return (
            <g key={runIndex} fill={`var(--${ink})`}>
              <path
                d={lines.join('')}
                fill="none"
                stroke={`var(--${ink})`}
                strokeWidth="1.75"
                strokeDasharray={STROKES[stroke].join(' ')}
              />
              {points.map((point) => (
                <ErrorBar key={point.row} x={xOf(point.row)} ends={endsOf(point).map(y)} ink={ink} />
              ))}
              {points.map((point) => (
                <path
                  key={point.row}
                  d={marker}
                  transform={`translate(${placeOf(point).join(' ')})`}
                  {...(isOpen(point)
                    ? { fill: 'var(--panel)', stroke: `var(--${ink})`, strokeWidth: 1.5 }
                    : { stroke: 'var(--panel)', strokeWidth: 1 })}
                />
              ))}
              {walls &&
                points.map((point) => (
                  <WallMark key={point.row} point={point} at={placeOf(point)} below={isLower(point, curves)} />
                ))}
            </g>
          );
        })}
    </svg>
  );
}

function ErrorBar({ x, ends: [low, high], ink }: { x: number; ends: number[]; ink: string }) {
  if (low === undefined || high === undefined) return null;
  return (
    <path
      d={`M${x} ${low}V${high}M${x - 4} ${low}h8M${x - 4} ${high}h8`}
      stroke={`var(--${ink})`}
      strokeWidth="1.25"
      fill="none"
    />
  );
}

/** Marks of two curves that are close stand above the one and below the other. */
const isLower = (point: CurvePoint, curves: Curve[]): boolean =>
  curves.some(({ points }) => points.some(({ row, value }) => row === point.row && value > point.value));

function WallMark({ point, at: [x, y], below }: { point: CurvePoint; at: readonly [number, number]; below: boolean }) {
  if (!point.wall) return null;
  const { letter, ink } = point.wall;
  return (
    <text
      x={x}
      y={below ? y + 17 : y - 8}
      textAnchor="middle"
      stroke="var(--panel)"
      strokeWidth="3"
      paintOrder="stroke"
      className={`text-[11px] font-semibold ${WALL_INKS[ink]}`}
    >
      {letter}
    </text>
  );
}

function scaleOf(heights: number[], latency: boolean): Scale | null {
  if (heights.length === 0) return null;
  return latency
    ? logScale(lowestOf(heights), highestOf(heights), BOTTOM, TOP)
    : linearScale(highestOf(heights), BOTTOM, TOP);
}
