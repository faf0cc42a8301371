import type { HistoryPoint } from '@contract/benchmark';
import type { AnswerKind } from '@rules/outcomes/answer';
import { METRIC_WORDS } from '@rules/outcomes/figures';
import { isAgainstItself, ownFigure, ownInterval, pointKind } from '@rules/watch/point-answer';
import { formatTick } from '@rules/words/numbers';
import { PlotFrame, pathOf } from '@/charts/plot-frame';
import { KIND_INKS } from '@/features/compare/outcomes/kind-inks';
import { sideOf } from '@/ui/sides';
import type { HistoryAxis } from '../url-state';
import { Borders, Budgets, ChangeSpans, HostMoves } from './history-marks';
import { columnLabels, type ValueScale } from './history-scales';
import { type Drawn, HISTORY_HEIGHT, PLOT } from './plot';
import { joinedStretches } from './shown-points';

/** Gaps stand in a line of their own, below all values. */
const GAP_LINE = PLOT.bottom + 9;

interface Placed {
  point: HistoryPoint;
  x: number;
}

/** A metric over revisions: each with its interval, or both builds by their own figures. */
export function HistoryDrawing({ drawn, cursor }: { drawn: Drawn; cursor: number | null }) {
  const { points, xs, by, view, metric, scale, width } = drawn;
  const right = width - PLOT.right;
  const begins = scale.beginsAt === null ? '' : `; the axis begins at ${formatTick(scale.beginsAt)}`;
  const placed = points.map((point, at) => ({ point, x: xs[at] ?? 0 }));
  return (
    <svg width={width} height={HISTORY_HEIGHT} aria-hidden className="block text-[11px]">
      {view === 'change' && <Band drawn={drawn} right={right} />}
      <PlotFrame
        left={PLOT.left}
        right={right}
        bottom={PLOT.bottom + 16}
        ticks={scale.ticks}
        columns={columnLabels(points, xs, by)}
        axis={`${axisOf(points, by)}${begins}`}
        leftAxis={view === 'change' ? 'change against the reference' : METRIC_WORDS[metric].unit}
      />
      <ChangeSpans drawn={drawn} />
      <Borders drawn={drawn} right={right} />
      <HostMoves drawn={drawn} />
      <Budgets drawn={drawn} right={right} />
      {cursor !== null && (
        <path
          data-not-saved=""
          d={`M${xs[cursor] ?? 0} ${PLOT.top}V${PLOT.bottom + 16}`}
          stroke="var(--accent)"
          strokeWidth="1"
        />
      )}
      {view === 'change' ? <Changes drawn={drawn} placed={placed} /> : <Figures drawn={drawn} placed={placed} />}
      {placed.map(
        ({ point, x }) =>
          point.gap !== null && (
            <path
              key={point.experimentId}
              d={`M${x - 3} ${GAP_LINE - 3}l6 6m0 -6l-6 6`}
              stroke="var(--warn)"
              strokeWidth="1.5"
            />
          ),
      )}
    </svg>
  );
}

function axisOf(points: HistoryPoint[], by: HistoryAxis): string {
  if (by === 'days') return 'when it was measured';
  return points.every(({ against }) => against === null)
    ? 'builds, as they came'
    : 'revisions, as the branch orders them';
}

/** No change, and what does not matter around it. */
function Band({ drawn: { scale, marginPercent }, right }: { drawn: Drawn; right: number }) {
  const margin = 1 + marginPercent / 100;
  const [top, bottom] = [scale.y(margin), scale.y(1 / margin)];
  return (
    <>
      <rect x={PLOT.left} y={top} width={right - PLOT.left} height={bottom - top} fill="var(--shade)" />
      <path d={`M${PLOT.left} ${scale.y(1)}H${right}`} stroke="var(--control)" strokeWidth="1.5" />
    </>
  );
}

function Changes({ drawn: { metric, marginPercent, scale }, placed }: { drawn: Drawn; placed: Placed[] }) {
  const { y } = scale;
  return (
    <>
      {joinedStretches(placed, ({ point }) => point.ratio !== null).map((own) => (
        <path
          key={own[0]?.point.experimentId}
          d={pathOf(own.map(({ point, x }) => [x, y(point.ratio ?? 1)]))}
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth="1.5"
        />
      ))}
      {placed.map(({ point, x }) => {
        if (point.ratio === null) return null;
        const kind = pointKind(point, metric, marginPercent);
        const ink = kind ? KIND_INKS[kind] : 'var(--muted)';
        return (
          <g key={point.experimentId} stroke={ink}>
            <Interval point={point} x={x} scale={scale} />
            <path
              d={shapeOf(kind, point.ratio)}
              transform={`translate(${x} ${y(point.ratio)})`}
              fill={kind === null || kind === 'unclear' ? 'var(--panel)' : ink}
              strokeWidth="1.5"
            />
          </g>
        );
      })}
    </>
  );
}

function shapeOf(kind: AnswerKind | null, ratio: number): string {
  if (kind === 'better' || kind === 'worse') return ratio > 1 ? UP : DOWN;
  return kind === null ? SQUARE : DOT;
}

/** The direction is the shape, and the colour whether it is good. */
const UP = 'M0 -5L4.6 3.4H-4.6Z';
const DOWN = 'M0 5L4.6 -3.4H-4.6Z';
const DOT = 'M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z';
/** The reference against itself: noise alone. */
const SQUARE = 'M-3 -3H3V3H-3Z';
export const POINT_SHAPES = { UP, DOWN, DOT, SQUARE };

function Interval({ point: { low, high }, x, scale }: { point: HistoryPoint; x: number; scale: ValueScale }) {
  if (low === null || high === null) return null;
  const ends = (
    [
      [low, 1],
      [high, -1],
    ] as const
  ).map(([end, way]) =>
    scale.isBeyond(end)
      ? `M${x - 3} ${scale.y(end) - 4 * way}L${x} ${scale.y(end)}L${x + 3} ${scale.y(end) - 4 * way}`
      : '',
  );
  return (
    <path d={`M${x} ${scale.y(low)}V${scale.y(high)}${ends.join('')}`} fill="none" strokeWidth="1.5" opacity={0.6} />
  );
}

/** The reference is side A and the candidate side B, as in every comparison. */
function Figures({ drawn: { scale }, placed }: { drawn: Drawn; placed: Placed[] }) {
  const sides = [
    { side: sideOf(0), of: ({ point }: Placed) => (isAgainstItself(point) ? null : point.reference) },
    { side: sideOf(1), of: ({ point }: Placed) => ownFigure(point) },
  ];
  return sides.map(({ side: { ink, marker, letter }, of }) => (
    <g key={letter}>
      {joinedStretches(placed, (one) => of(one) !== null).map((own) => (
        <path
          key={own[0]?.point.experimentId}
          d={pathOf(own.map((one) => [one.x, scale.y(of(one) ?? 0)]))}
          fill="none"
          stroke={`var(--${ink})`}
          strokeWidth="1.5"
          opacity={0.6}
        />
      ))}
      {placed.map((one) => {
        const value = of(one);
        const ends = letter === 'B' ? ownInterval(one.point) : null;
        return (
          value !== null && (
            <g key={one.point.experimentId}>
              {ends && (
                <path d={`M${one.x} ${scale.y(ends[0])}V${scale.y(ends[1])}`} stroke={`var(--${ink})`} opacity={0.6} />
              )}
              <path
                d={marker}
                transform={`translate(${one.x} ${scale.y(value)})`}
                fill={one.point.gap === null ? `var(--${ink})` : 'var(--panel)'}
                stroke={one.point.gap === null ? 'var(--panel)' : `var(--${ink})`}
              />
            </g>
          )
        );
      })}
    </g>
  ));
}
