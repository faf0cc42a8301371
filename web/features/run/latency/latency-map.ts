import { BYTES_PER_PERCENT, NOT_READ } from '@contract/cpu-work';
import type { StepLatencyOverTime } from '@contract/latency-over-time';
import type { LatencyHistogram } from '@contract/load';
import { maxUs, percentilesMs, requestsIn } from '@rules/load/histogram';
import { bucketOf, bucketPosition, bucketStartUs } from '@rules/load/latency-buckets';
import { histogramOfInterval } from '@rules/load/latency-over-time';
import { formatMsTick } from '@rules/words/numbers';
import type { HeatMap, RowMark } from '@/charts/heat/heat-map';

/** One interval of a step. */
export interface LatencyColumn {
  stepIndex: number;
  fromUs: number;
  toUs: number;
  requests: number;
  /** Null without a request. */
  p50Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
  /** Requests by row. */
  counts: number[];
}

export interface LatencyMap {
  map: HeatMap;
  columns: LatencyColumn[];
  /** Where each row begins and ends, in microseconds; the first row has the longest latencies. */
  rows: { fromUs: number; toUs: number }[];
  rowPx: number;
  marks: RowMark[];
  /** Where a latency lies, in rows from the top: in the middle of its row. */
  placeOf: (ms: number) => number;
}

const ROWS_MOST = 72;
const HEIGHT_PX = 288;
const ROW_PX_MOST = 14;
const PX_PER_MARK = 16;

/** Shares are drawn from a ten-thousandth on, each tenfold as far from the next; what is rarer looks like that, and is seen. */
const RAREST = 1e-4;
const FULL = 100 * BYTES_PER_PERCENT;
export const LEAST_DRAWN = 0.25;

/** The byte of a cell by its share of the requests of its interval. */
export function levelOf(count: number, requests: number): number {
  if (count === 0) return NOT_READ;
  const decades = Math.log10(Math.max(RAREST, count / requests) / RAREST) / -Math.log10(RAREST);
  return Math.round(FULL * (LEAST_DRAWN + (1 - LEAST_DRAWN) * decades));
}

/** All steps on one time and latency axis; null of no request. */
export function latencyMapOf(steps: readonly StepLatencyOverTime[]): LatencyMap | null {
  const found = steps.flatMap(({ stepIndex, overTime }) =>
    overTime.intervals.map((interval, i) => ({
      ...{ stepIndex, ...spanOf(overTime, i) },
      histogram: histogramOfInterval(overTime, interval),
    })),
  );
  const buckets = found.flatMap(({ histogram }) => histogram.valuesUs.map(bucketOf));
  if (buckets.length === 0) return null;
  const axis = axisOf(
    buckets.reduce((a, b) => Math.min(a, b)),
    buckets.reduce((a, b) => Math.max(a, b)),
  );
  const columns = found.map(({ histogram, ...rest }) => ({
    ...rest,
    ...figuresOf(histogram, axis.rowOf, axis.rows.length),
  }));
  const cells = new Uint8Array(axis.rows.length * columns.length);
  for (const [column, { counts, requests }] of columns.entries())
    for (const [row, count] of counts.entries()) cells[row * columns.length + column] = levelOf(count, requests);
  const map = {
    rows: axis.rows.length,
    fromUs: columns.map(({ fromUs }) => fromUs),
    toUs: columns.map(({ toUs }) => toUs),
    cells,
  };
  const { rows, rowPx, marks, rowOf } = axis;
  return { map, columns, rows, rowPx, marks, placeOf: (ms) => rowOf(bucketOf(Math.round(ms * 1000))) + 0.5 };
}

function spanOf({ startedAtUs, durationUs, intervalSeconds }: StepLatencyOverTime['overTime'], i: number) {
  const lengthUs = intervalSeconds * 1e6;
  return { fromUs: startedAtUs + i * lengthUs, toUs: startedAtUs + Math.min((i + 1) * lengthUs, durationUs) };
}

/** Rows of as many buckets each as make them few, from the longest latencies down. */
function axisOf(least: number, most: number) {
  let size = 1;
  while (Math.floor(most / size) - Math.floor(least / size) >= ROWS_MOST) size *= 2;
  const [bottom, top] = [Math.floor(least / size), Math.floor(most / size)];
  const count = top - bottom + 1;
  const rowOf = (bucket: number): number => top - Math.floor(bucket / size);
  const rows = Array.from({ length: count }, (_, row) => ({
    fromUs: bucketStartUs((top - row) * size),
    toUs: bucketStartUs((top - row + 1) * size),
  }));
  const rowPx = Math.max(3, Math.min(ROW_PX_MOST, Math.floor(HEIGHT_PX / count)));
  const at = (us: number): number => top + 1 - bucketPosition(us) / size;
  return { rowOf, rows, rowPx, marks: marksOf(rows[count - 1]?.fromUs ?? 0, rows[0]?.toUs ?? 1, at, rowPx) };
}

/** 1, 2 and 5 of each decade, as far as there is room. */
function marksOf(fromUs: number, toUs: number, at: (us: number) => number, rowPx: number): RowMark[] {
  const marks: RowMark[] = [];
  for (let decade = 1; decade <= toUs; decade *= 10) {
    for (const us of [decade, 2 * decade, 5 * decade]) {
      const before = marks.at(-1);
      if (us < fromUs || us > toUs || (before && (before.at - at(us)) * rowPx < PX_PER_MARK)) continue;
      marks.push({ at: at(us), name: formatMsTick(us / 1000) });
    }
  }
  return marks;
}

function figuresOf(histogram: LatencyHistogram, rowOf: (bucket: number) => number, rows: number) {
  const counts = Array<number>(rows).fill(0);
  for (const [i, value] of histogram.valuesUs.entries()) {
    const row = rowOf(bucketOf(value));
    counts[row] = (counts[row] ?? 0) + (histogram.counts[i] ?? 0);
  }
  const { p50, p99 } = percentilesMs(histogram);
  const most = maxUs(histogram);
  return { requests: requestsIn(histogram), p50Ms: p50, p99Ms: p99, maxMs: most === null ? null : most / 1000, counts };
}
