import { formatOffset } from '@/lib/time';
import { STROKES } from '@/ui/strokes';
import { linearTicks } from './chart-maths';
import type { EChartOption } from './echarts';
import type { Span } from './phases';
import type { Line } from './series-groups';
import { highestInView } from './stack';
import { PLOT_BOTTOM, PLOT_LEFT, PLOT_RIGHT, PLOT_TOP, type StripView } from './strip-spans';
import { formatAxis } from './units';

export interface PaintedLine {
  line: Line;
  timesUs: number[];
  values: (number | null)[];
  /** Over what its mean is taken; without it over what is shown. */
  means?: Span;
}

interface Strip {
  lines: PaintedLine[];
  unit: string;
  view: StripView;
  width: number;
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function stripOption({ lines, unit, view, width }: Strip): EChartOption {
  const muted = token('--muted');
  const grid = token('--line');
  const font = getComputedStyle(document.body).fontFamily;
  const ticks = unit === '%' ? [0, 50, 100] : linearTicks(highestInView(lines, view), 2);
  return {
    animation: false,
    textStyle: { fontFamily: font },
    grid: { left: PLOT_LEFT, right: PLOT_RIGHT, top: PLOT_TOP, bottom: PLOT_BOTTOM, outerBoundsMode: 'none' },
    xAxis: {
      type: 'value',
      min: (view.fromUs - view.zeroUs) / 1e6,
      max: (view.toUs - view.zeroUs) / 1e6,
      minInterval: 1,
      splitNumber: Math.max(2, Math.floor(width / 110)),
      axisLine: { lineStyle: { color: token('--line-strong') } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        color: muted,
        fontSize: 11,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: (value: number) => formatOffset(value),
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: ticks.at(-1),
      interval: ticks[1],
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: grid } },
      axisLabel: { color: muted, fontSize: 11, formatter: (value: number) => formatAxis(value, unit) },
    },
    series: lines.map(({ line, timesUs, values }) => ({
      type: 'line' as const,
      name: line.label,
      silent: true,
      clip: true,
      connectNulls: line.sparse ?? false,
      showSymbol: timesUs.length < 3,
      symbolSize: 4,
      sampling: line.fill === null ? ('lttb' as const) : undefined,
      stack: line.fill === null ? undefined : 'parts',
      itemStyle: { color: token(`--${line.ink}`) },
      lineStyle: {
        color: token(`--${line.ink}`),
        width: line.fill === null ? 1.6 : 0.6,
        type: line.stroke === 'solid' ? ('solid' as const) : STROKES[line.stroke],
        opacity: line.fill === null ? 1 : 0.6,
      },
      areaStyle: line.fill === null ? undefined : { color: token(`--${line.ink}`), opacity: line.fill },
      data: timesUs.map((timeUs, i) => [(timeUs - view.zeroUs) / 1e6, values[i] ?? null] as [number, number]),
    })),
  };
}
