import { linearTicks } from '@/lib/chart-maths';
import { stackedTop } from '@/lib/stack';
import { formatOffset } from '@/lib/time';
import { formatAxis } from '@/lib/units';
import type { EChartOption } from './echarts';
import type { PaintedLine } from './strip-canvas';
import { INKS } from './strip-legend';
import { PLOT_BOTTOM, PLOT_LEFT, PLOT_RIGHT, PLOT_TOP, type StripView } from './strip-spans';

interface Strip {
  lines: PaintedLine[];
  timesUs: number[];
  unit: string;
  view: StripView;
  width: number;
}

const DASH_TYPES = { solid: 'solid', dashed: [5, 3], dotted: [1.5, 3] } as const;

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function stripOption({ lines, timesUs, unit, view, width }: Strip): EChartOption {
  const muted = token('--muted');
  const grid = token('--line');
  const font = getComputedStyle(document.body).fontFamily;
  const seconds = timesUs.map((timeUs) => (timeUs - view.zeroUs) / 1e6);
  const ticks = unit === '%' ? [0, 50, 100] : linearTicks(highest(lines, timesUs, view), 2);
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
      splitLine: { lineStyle: { color: grid } },
      axisLabel: { color: muted, fontSize: 11, formatter: (value: number) => formatAxis(value, unit) },
    },
    series: lines.map(({ line, values }) => ({
      type: 'line' as const,
      name: line.label,
      silent: true,
      clip: true,
      connectNulls: false,
      showSymbol: timesUs.length < 3,
      symbolSize: 4,
      sampling: line.fill === null ? ('lttb' as const) : undefined,
      stack: line.fill === null ? undefined : 'parts',
      itemStyle: { color: token(INKS[line.ink]) },
      lineStyle: {
        color: token(INKS[line.ink]),
        width: line.fill === null ? 1.6 : 0.6,
        type: DASH_TYPES[line.stroke] as 'solid' | number[],
        opacity: line.fill === null ? 1 : 0.6,
      },
      areaStyle: line.fill === null ? undefined : { color: token(INKS[line.ink]), opacity: line.fill },
      data: seconds.map((second, index) => [second, values[index] ?? null] as [number, number]),
    })),
  };
}

/** The highest value in view, so that a start-up spike outside of it does not flatten the rest. */
function highest(lines: PaintedLine[], timesUs: number[], view: StripView): number {
  const within = timesUs.flatMap((timeUs, index) => (timeUs >= view.fromUs && timeUs <= view.toUs ? [index] : []));
  const stacked = lines.filter(({ line }) => line.fill !== null).map(({ values }) => values);
  const single = lines.filter(({ line }) => line.fill === null).map(({ values }) => values);
  return Math.max(
    0,
    ...within.map((index) => stackedTop(stacked, index)),
    ...within.flatMap((index) => single.map((values) => values[index] ?? 0)),
  );
}
