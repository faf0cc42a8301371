import type { SeriesColumn } from '../../contract/samples.ts';
import { CPU_NUMBER } from './columns.ts';
import type { Series } from './series.ts';

export interface Thinned extends Series {
  /** How many readings each row is the mean of; absent: one. */
  readings?: number[];
}

interface Wanted {
  rows: number;
  /** Moments between which means are asked for: no row lies across one. */
  edgesUs: number[];
  /** So many of the newest rows stay as they are, for who says what is so now. */
  newest?: number;
}

/**
 * At most so many rows of about equal numbers of readings, and some more where something begins or ends: each value is the
 * mean of its readings, with the lowest and the highest of them beside it. Means over whole rows are those of the readings.
 * Rows that are means already are put together by what they are of.
 */
export function thinSeries(series: Thinned, { rows, edgesUs, newest = 0 }: Wanted): Thinned {
  const count = series.timesUs.length;
  if (count <= rows) return series;
  const weights = series.readings ?? Array<number>(count).fill(1);
  const older = weights.slice(0, Math.max(0, count - newest));
  const most = Math.ceil(older.reduce((sum, weight) => sum + weight, 0) / Math.max(1, rows - newest));
  const stretches = stretchesOf(series, weights, { most, edgesUs, before: older.length });
  const columns = newest > 0 ? series.columns : series.columns.filter(({ unit }) => unit !== CPU_NUMBER);
  return {
    timesUs: stretches.map(([, end]) => series.timesUs[end - 1] as number),
    readings: stretches.map((stretch) => readingsIn(weights, stretch)),
    columns: columns.map((column) => thinColumn(column, weights, stretches)),
  };
}

type Stretch = [start: number, end: number];

interface Bounds {
  most: number;
  edgesUs: number[];
  /** Rows from here on are not put together. */
  before: number;
}

/** A gap stays a row of its own, and so does the first reading: when that began is not known. */
function stretchesOf({ timesUs, columns }: Series, weights: number[], { most, edgesUs, before }: Bounds): Stretch[] {
  const edges = [...edgesUs].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let last = { place: '', gap: true };
  let open = 0;
  let [reached, passed] = [0, 0];
  for (const [row, endedUs] of timesUs.entries()) {
    const beganUs = timesUs[row - 1] ?? Number.NEGATIVE_INFINITY;
    while (reached < edges.length && (edges[reached] as number) <= beganUs) reached++;
    while (passed < edges.length && (edges[passed] as number) < endedUs) passed++;
    const place = `${reached} ${passed}`;
    const gap = columns.every(({ values }) => values[row] === null);
    const fits = row > 1 && row < before && open + (weights[row] ?? 1) <= most;
    const stretch = stretches.at(-1);
    if (stretch && fits && !gap && !last.gap && last.place === place) {
      stretch[1] = row + 1;
      open += weights[row] ?? 1;
    } else {
      stretches.push([row, row + 1]);
      open = weights[row] ?? 1;
    }
    last = { place, gap };
  }
  return stretches;
}

const readingsIn = (weights: number[], [start, end]: Stretch): number =>
  weights.slice(start, end).reduce((sum, weight) => sum + weight, 0);

function thinColumn(column: SeriesColumn, weights: number[], stretches: Stretch[]): SeriesColumn {
  const { name, unit } = column;
  const figures = stretches.map((stretch) => figuresOf(column, weights, stretch));
  // The number of a CPU has no mean.
  if (unit === CPU_NUMBER)
    return { name, unit, values: figures.map(({ low, high, count }) => (count === 1 && low === high ? low : null)) };
  const spread = figures.some(({ low, high }) => low !== high);
  const partly = figures.some(({ count }, at) => count > 0 && count < readingsIn(weights, stretches[at] as Stretch));
  return {
    ...{ name, unit, values: figures.map(({ mean }) => mean) },
    ...(spread && { lows: figures.map(({ low }) => low), highs: figures.map(({ high }) => high) }),
    ...(partly && { readings: figures.map(({ count }) => count) }),
  };
}

function figuresOf({ values, lows, highs, readings }: SeriesColumn, weights: number[], [start, end]: Stretch) {
  let [sum, count, low, high] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = start; row < end; row++) {
    const value = values[row];
    if (value === null || value === undefined) continue;
    const weight = readings?.[row] ?? weights[row] ?? 1;
    sum += value * weight;
    count += weight;
    low = Math.min(low, lows?.[row] ?? value);
    high = Math.max(high, highs?.[row] ?? value);
  }
  if (count === 0) return { mean: null, low: null, high: null, count };
  return { mean: short(sum / count), low: short(low), high: short(high), count };
}

/** Half of what is sent would be digits that no screen shows. */
const short = (value: number): number => Number(value.toPrecision(7));
