/** Rows that are drawn beyond both edges: the keyboard steps to the next one before it is in sight. */
const BEYOND = 12;
/** A browser can keep as many: then all can be printed and found by Ctrl-F. */
export const ALL_BELOW = 150;

export interface RowWindow {
  first: number;
  /** Behind the last row. */
  last: number;
}

export interface Sight {
  /** Pixels below the first row's upper edge. */
  from: number;
  /** Pixels in sight. */
  seen: number;
  /** These very rows have been on the page: there is time for those around them. */
  settled: boolean;
}

/** Which of rows of one height to draw: those in sight, then a few around them, or all where they are not many. */
export function rowWindow(rows: number, height: number, { from, seen, settled }: Sight): RowWindow {
  if (settled && rows <= ALL_BELOW) return { first: 0, last: rows };
  const beyond = settled ? BEYOND : 0;
  const first = Math.min(Math.max(0, Math.floor(from / height) - beyond), rows);
  // Even, so that a striped or a measured table is not redrawn for each row.
  const begins = first - (first % 2);
  return { first: begins, last: Math.min(rows, Math.ceil((from + seen) / height) + beyond) };
}
