import type { SeriesColumn } from '../../contract/samples.ts';
import { CPU_NUMBER, type Series } from './series.ts';

export interface Thinned extends Series {
  /** How many readings each row is the mean of; absent: one. */
  readings?: number[];
}

interface Wanted {
  rows: number;
  /** Moments between which means are asked for: no row lies across one. */
  edgesUs: number[];
}

/**
 * At most so many rows of equal numbers of readings, and some more where something begins or ends: each value is the mean of
 * its readings, with the lowest and the highest of them beside it. Means over whole rows are those of the readings.
 */
export function thinSeries(series: Series, { rows, edgesUs }: Wanted): Thinned {
  const most = Math.ceil(series.timesUs.length / rows);
  if (most <= 1) return series;
  const stretches = stretchesOf(series, most, edgesUs);
  return {
    timesUs: stretches.map(([, end]) => series.timesUs[end - 1] as number),
    readings: stretches.map(([start, end]) => end - start),
    // The number of a CPU has no mean.
    columns: series.columns.filter(({ unit }) => unit !== CPU_NUMBER).map((column) => thinColumn(column, stretches)),
  };
}

type Stretch = [start: number, end: number];

/** A gap stays a row of its own, and so does the first reading: when that began is not known. */
function stretchesOf({ timesUs, columns }: Series, most: number, edgesUs: number[]): Stretch[] {
  const edges = [...edgesUs].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let before = { place: '', gap: true };
  let [reached, passed] = [0, 0];
  for (const [row, endedUs] of timesUs.entries()) {
    const beganUs = timesUs[row - 1] ?? Number.NEGATIVE_INFINITY;
    while (reached < edges.length && (edges[reached] as number) <= beganUs) reached++;
    while (passed < edges.length && (edges[passed] as number) < endedUs) passed++;
    const place = `${reached} ${passed}`;
    const gap = columns.every(({ values }) => values[row] === null);
    const open = stretches.at(-1);
    if (open && row > 1 && !gap && !before.gap && before.place === place && row - open[0] < most) open[1] = row + 1;
    else stretches.push([row, row + 1]);
    before = { place, gap };
  }
  return stretches;
}

function thinColumn({ name, unit, values }: SeriesColumn, stretches: Stretch[]): SeriesColumn {
  const figures = stretches.map(([start, end]) => figuresOf(values, start, end));
  const spread = figures.some(({ low, high }) => low !== high);
  const partly = figures.some(({ count }, row) => count > 0 && count < lengthOf(stretches[row] as Stretch));
  return {
    ...{ name, unit, values: figures.map(({ mean }) => mean) },
    ...(spread && { lows: figures.map(({ low }) => low), highs: figures.map(({ high }) => high) }),
    ...(partly && { readings: figures.map(({ count }) => count) }),
  };
}

const lengthOf = ([start, end]: Stretch): number => end - start;

function figuresOf(values: (number | null)[], start: number, end: number) {
  let [sum, count, low, high] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = start; row < end; row++) {
    const value = values[row];
    if (value === null || value === undefined) continue;
    sum += value;
    count++;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (count === 0) return { mean: null, low: null, high: null, count };
  return { mean: short(sum / count), low: short(low), high: short(high), count };
}

/** Half of what is sent would be digits that no screen shows. */
const short = (value: number): number => Number(value.toPrecision(7));
