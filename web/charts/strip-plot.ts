import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatOffset } from '@/lib/time';
import { STROKES } from '@/ui/strokes';
import { linearTicks, PX_PER_TIME_LABEL, TIME_STEPS } from './chart-maths';
import type { Span } from './phases';
import type { DrawnColumn } from './series';
import type { Line } from './series-group';
import { highestInView } from './stack';
import { PLOT_BOTTOM, PLOT_LEFT, PLOT_RIGHT, PLOT_TOP, type StripView } from './strip-spans';
import { formatAxis } from './units';

export interface PaintedLine extends DrawnColumn {
  line: Line;
  /** Over what its mean is taken; without it over what is shown. */
  means?: Span;
}

export interface Strip {
  lines: PaintedLine[];
  unit: string;
  view: StripView;
  width: number;
  height: number;
}

const BAND_OPACITY = 0.22;

/** Paints into an element of that size; returns what takes it away. The cursor and the legend are drawn elsewhere. */
export function paintStrip(box: HTMLElement, strip: Strip): () => void {
  const plot = new uPlot(optionsOf(strip), columnsOf(strip), box);
  return () => plot.destroy();
}

/** The same on a canvas of its own, with so many of its pixels for each of the page. */
export async function stripPicture(strip: Strip, density: number): Promise<HTMLCanvasElement> {
  const scale = Math.max(1, density / (window.devicePixelRatio || 1));
  const box = document.createElement('div');
  await new Promise<void>((resolve) => {
    const options = optionsOf(strip, scale);
    new uPlot({ ...options, hooks: { draw: [() => resolve()] } }, columnsOf(strip), box);
  });
  return box.querySelector('canvas') as HTMLCanvasElement;
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const faint = (colour: string, opacity: number): string =>
  `color-mix(in srgb, ${colour} ${opacity * 100}%, transparent)`;

/** `scale`: everything so many times as large. */
function optionsOf({ lines, unit, view, width, height }: Strip, scale = 1): uPlot.Options {
  const ticks = unit === '%' ? [0, 50, 100] : linearTicks(highestInView(lines, view), 2);
  const [first, last] = [(view.fromUs - view.zeroUs) / 1e6, (view.toUs - view.zeroUs) / 1e6];
  const text = { stroke: token('--muted'), font: `${11 * scale}px ${getComputedStyle(document.body).fontFamily}` };
  return {
    width: width * scale,
    height: height * scale,
    padding: [PLOT_TOP * scale, PLOT_RIGHT * scale, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { time: false, range: [first, last] }, y: { range: [0, ticks.at(-1) ?? 1] } },
    axes: [
      {
        ...text,
        size: PLOT_BOTTOM * scale,
        gap: 3 * scale,
        space: PX_PER_TIME_LABEL * scale,
        incrs: TIME_STEPS,
        // At the edges there is no room for them.
        filter: (_, splits) => splits.map((at) => (at > first && at < last ? at : null)),
        values: (_, splits) => splits.map((at) => (at === null ? null : formatOffset(at))),
        grid: { show: false },
        ticks: { show: false },
        border: { show: true, stroke: token('--line-strong'), width: scale },
      },
      {
        ...text,
        size: PLOT_LEFT * scale,
        gap: 6 * scale,
        splits: () => ticks,
        values: (_, splits) => splits.map((value) => formatAxis(value, unit)),
        grid: { stroke: token('--line'), width: scale },
        ticks: { show: false },
      },
    ],
    series: [{}, ...lines.flatMap((line) => seriesOf(line, scale))],
    bands: bandsOf(lines),
  };
}

/** Between the lowest and the highest reading of a row there is a band behind its line. Of a stack no band could be read. */
const hasBand = ({ line, lows, highs }: PaintedLine): boolean => line.fill === null && !!lows && !!highs;

const EDGE: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };

function seriesOf(painted: PaintedLine, scale: number): uPlot.Series[] {
  const { line, timesUs } = painted;
  const ink = token(`--${line.ink}`);
  const own: uPlot.Series = {
    label: line.label,
    stroke: line.fill === null ? ink : faint(ink, 0.6),
    width: (line.fill === null ? 1.6 : 0.6) * scale,
    dash: STROKES[line.stroke].map((length) => length * scale),
    spanGaps: line.sparse ?? false,
    ...(line.fill !== null && { fill: faint(ink, line.fill), fillTo: 0 }),
    points: { show: timesUs.length < 3, size: 4 * scale, fill: ink },
  };
  if (!hasBand(painted)) return [own];
  const edge = { ...EDGE, spanGaps: line.sparse ?? false };
  return [own, edge, edge];
}

/** Parts of a stack are filled down to the part below them, the lowest to zero. */
function bandsOf(lines: PaintedLine[]): uPlot.Band[] {
  const stacked: number[] = [];
  const bands: uPlot.Band[] = [];
  let place = 1;
  for (const painted of lines) {
    const { line } = painted;
    if (line.fill !== null) stacked.push(place);
    if (hasBand(painted)) {
      bands.push({ series: [place + 2, place + 1], fill: faint(token(`--${line.ink}`), BAND_OPACITY) });
      place += 2;
    }
    place++;
  }
  return [
    ...stacked.slice(1).map((upper, index): uPlot.Band => ({ series: [upper, stacked[index] ?? upper] })),
    ...bands,
  ];
}

/** Times in seconds since zero, and a column a line. A line goes on through the times that only others have. */
export function columnsOf({ lines, view }: Pick<Strip, 'lines' | 'view'>): uPlot.AlignedData {
  const tops: number[] = [];
  const tables = lines.map((painted): uPlot.AlignedData => {
    const { line, timesUs, values, lows = [], highs = [] } = painted;
    const times = timesUs.map((timeUs) => (timeUs - view.zeroUs) / 1e6);
    if (hasBand(painted)) return [times, values, lows, highs];
    if (line.fill === null) return [times, values];
    const column = values.map((value, index) => {
      tops[index] = (tops[index] ?? 0) + (value ?? 0);
      return value === null ? null : tops[index];
    });
    return [times, column];
  });
  const [first] = lines;
  if (lines.some(({ timesUs }) => timesUs !== first?.timesUs)) return uPlot.join(tables);
  return [tables[0]?.[0] ?? [], ...tables.flatMap(([, ...columns]) => columns)];
}
