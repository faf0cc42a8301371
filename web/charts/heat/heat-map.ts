import { NOT_READ } from '@contract/cpu-work';

/** Rows of cells over time, a byte a cell: row by row, NOT_READ where there is nothing. */
export interface HeatMap {
  rows: number;
  /** Columns, ascending: from when to when. */
  fromUs: number[];
  toUs: number[];
  cells: Uint8Array;
}

export function heatMapOf(rows: number, fromUs: number[], toUs: number[], base64: string): HeatMap {
  const text = atob(base64);
  const cells = new Uint8Array(text.length);
  for (let at = 0; at < cells.length; at++) cells[at] = text.charCodeAt(at);
  return { rows, fromUs, toUs, cells };
}

export const cellOf = ({ cells, fromUs }: HeatMap, row: number, column: number): number =>
  cells[row * fromUs.length + column] ?? NOT_READ;

/** The column at a moment; null in a gap, before the first and after the last. */
export function columnAt({ fromUs, toUs }: HeatMap, atUs: number): number | null {
  let [low, high] = [0, toUs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((toUs[middle] as number) < atUs) low = middle + 1;
    else high = middle;
  }
  const from = fromUs[low];
  return from !== undefined && from <= atUs ? low : null;
}

/** How high a row is drawn: few CPUs with room for a finger, hundreds still apart. */
export function rowPxOf(rows: number): number {
  if (rows <= 4) return 24;
  if (rows <= 16) return 14;
  if (rows <= 48) return 8;
  return rows <= 96 ? 5 : rows <= 192 ? 3 : 2;
}

/** What stands beside the cells, at so many rows from the top. */
export interface RowMark {
  at: number;
  name: string;
}

/** So far apart that they can be read. */
const PX_PER_NAME = 13;

/** The name of every row, or of every so many. */
export function marksOf(names: string[]): RowMark[] {
  const rowPx = rowPxOf(names.length);
  const step = [1, 2, 4, 8, 16, 32, 64, 128].find((size) => size * rowPx >= PX_PER_NAME) ?? 256;
  return names.flatMap((name, row) => (row % step === 0 ? [{ at: row + 0.5, name }] : []));
}

/**
 * A byte for each pixel of a stretch of time, row by row: the highest of the cells that lie under it, so that nothing is lost
 * where columns are narrower than pixels.
 */
export function pixelsOf(map: HeatMap, fromUs: number, toUs: number, width: number): Uint8Array {
  const pixels = new Uint8Array(width * map.rows).fill(NOT_READ);
  const columns = map.fromUs.length;
  const scale = width / (toUs - fromUs);
  for (let column = 0; column < columns; column++) {
    const [left, right] = [
      ((map.fromUs[column] as number) - fromUs) * scale,
      ((map.toUs[column] as number) - fromUs) * scale,
    ];
    const first = Math.max(0, Math.floor(left));
    const end = Math.min(width, Math.max(first + 1, Math.floor(right)));
    if (right <= 0 || left >= width) continue;
    for (let row = 0; row < map.rows; row++) {
      const cell = map.cells[row * columns + column] as number;
      if (cell === NOT_READ) continue;
      for (let at = row * width + first; at < row * width + end; at++) {
        const before = pixels[at] as number;
        if (before === NOT_READ || cell > before) pixels[at] = cell;
      }
    }
  }
  return pixels;
}
