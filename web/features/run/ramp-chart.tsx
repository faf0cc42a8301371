'use client';

import { labelsWithRoom, linearScale, logScale, plottableMs, rampPositions } from '@/lib/chart-maths';
import { formatCount, formatLatencyMs, formatMsTick, formatTick } from '@/lib/format';
import { PlotFrame, pathOf } from './plot-frame';

export interface RampPoint {
  stepIndex: number;
  x: number;
  requestsPerSecond: number;
  p99: number | null;
  resolutionUs: number;
}

interface RampChartProps {
  points: RampPoint[];
  axis: string;
  width: number;
  chosen: number | null;
  onChoose: (stepIndex: number) => void;
}

const HEIGHT = 232;
const TOP = 12;
const BOTTOM = HEIGHT - 40;
const LEFT = 52;

export function RampChart({ points, axis, width, chosen, onChoose }: RampChartProps) {
  const ordered = [...points].sort((a, b) => a.x - b.x || a.stepIndex - b.stepIndex);
  const right = width - 58;
  const xs = rampPositions(
    ordered.map(({ x }) => x),
    LEFT + 14,
    right - 14,
  );
  const latencies = ordered.flatMap(({ p99, resolutionUs }) => (p99 === null ? [] : [plottableMs(p99, resolutionUs)]));
  const y = linearScale(Math.max(...ordered.map((point) => point.requestsPerSecond)), BOTTOM, TOP);
  const z = latencies.length > 0 ? logScale(Math.min(...latencies), Math.max(...latencies), BOTTOM, TOP) : null;
  const labels = labelsWithRoom(xs, 40);
  const rates = ordered.map((point, i) => [xs[i] ?? 0, y(point.requestsPerSecond)] as const);
  const tails = ordered.flatMap(({ p99, resolutionUs }, i) =>
    p99 === null || !z ? [] : [[xs[i] ?? 0, z(plottableMs(p99, resolutionUs))] as const],
  );
  return (
    <svg
      width={width}
      height={HEIGHT}
      className="block overflow-visible text-[11px]"
      aria-label={`req/s and p99 against ${axis}`}
    >
      <PlotFrame
        left={LEFT}
        right={right}
        bottom={BOTTOM}
        ticks={y.ticks.map((tick) => ({ at: y(tick), label: formatTick(tick) }))}
        rightTicks={z?.ticks.map((tick) => ({ at: z(tick), label: formatMsTick(tick) }))}
        columns={ordered.flatMap(({ x }, i) => (labels[i] ? [{ at: xs[i] ?? 0, label: formatTick(x) }] : []))}
        axis={axis === 'step' ? axis : `${axis}, log scale`}
      />
      <path d={pathOf(tails)} fill="none" stroke="var(--client)" strokeWidth="1.5" strokeDasharray="4 3" />
      <path d={pathOf(rates)} fill="none" stroke="var(--server)" strokeWidth="2" />
      {ordered.map((point, i) => (
        <Mark
          key={point.stepIndex}
          point={point}
          axis={axis}
          x={xs[i] ?? 0}
          rateY={y(point.requestsPerSecond)}
          tailY={point.p99 === null || !z ? null : z(plottableMs(point.p99, point.resolutionUs))}
          chosen={chosen === point.stepIndex}
          onChoose={() => onChoose(point.stepIndex)}
        />
      ))}
    </svg>
  );
}

interface MarkProps {
  point: RampPoint;
  axis: string;
  x: number;
  rateY: number;
  tailY: number | null;
  chosen: boolean;
  onChoose: () => void;
}

function Mark({ point, axis, x, rateY, tailY, chosen, onChoose }: MarkProps) {
  const p99 = point.p99 === null ? 'p99 not reported' : `p99 ${formatLatencyMs(point.p99, point.resolutionUs)} ms`;
  const said = `Step ${point.stepIndex + 1}, ${axis} ${formatCount(point.x)}: ${formatCount(point.requestsPerSecond)} req/s, ${p99}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG group cannot be a button element
    <g
      role="button"
      tabIndex={0}
      aria-pressed={chosen}
      aria-label={said}
      className="cursor-pointer"
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose();
      }}
    >
      <title>{said}</title>
      <rect
        x={x - 14}
        y={TOP - 6}
        width={28}
        height={BOTTOM - TOP + 8}
        rx={4}
        className={chosen ? 'fill-accent/12' : 'fill-transparent hover:fill-accent/8'}
      />
      <circle cx={x} cy={rateY} r={3.5} fill="var(--server)" />
      {tailY !== null && <rect x={x - 3} y={tailY - 3} width={6} height={6} fill="var(--client)" />}
    </g>
  );
}
