/** Rows that are drawn beyond both edges: the keyboard steps to the next one before it is in sight. */
const BEYOND = 12;
/** A browser draws as many at once without being asked to leave any out; then all can be printed and found by Ctrl-F. */
const ALL_BELOW = 150;

export interface RowWindow {
  first: number;
  /** Behind the last row. */
  last: number;
}

/** Which of rows of one height are in sight, `from` pixels below the first one's upper edge, and a few around them. */
export function rowWindow(rows: number, height: number, from: number, seen: number): RowWindow {
  if (rows <= ALL_BELOW) return { first: 0, last: rows };
  const first = Math.min(Math.max(0, Math.floor(from / height) - BEYOND), rows);
  // Even, so that a striped or a measured table is not redrawn for each row.
  const begins = first - (first % 2);
  return { first: begins, last: Math.min(rows, Math.ceil((from + seen) / height) + BEYOND) };
}
