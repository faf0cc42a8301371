export type Cell = string | number | boolean | null;

export interface Column<Row> {
  /** Lower case with underscores, the unit in it: `latency_ms_p99`. */
  name: string;
  of: (row: Row) => Cell;
}

/**
 * RFC 4180 with a line of names. Null is empty, an empty text has its quotes; numbers have a point and no thousands
 * separator.
 */
export const csvText = <Row>(columns: Column<Row>[], rows: Row[]): string => csvHead(columns) + csvLines(columns, rows);

/** The line of names alone, before lines that are made a few at a time. */
export const csvHead = <Row>(columns: Column<Row>[]): string => lineOf(columns.map(({ name }) => name));

export const csvLines = <Row>(columns: Column<Row>[], rows: Row[]): string =>
  rows.map((row) => lineOf(columns.map(({ of }) => of(row)))).join('');

const lineOf = (cells: Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  return quoted(NUMBER.test(cell) ? cell : cell.replace(FORMULA, "'"));
}

/**
 * Spreadsheets run such a text as a formula, even after leading blanks. An apostrophe makes it text again. Where a country writes a comma
 * in its numbers, a cell ends at a semicolon for them, whatever is quoted.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;
/** Which is no formula: -1 is what the kernel says of a NIC that belongs to no node. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

const quoted = (text: string): string => (/^$|[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
