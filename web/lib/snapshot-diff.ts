import { csvText } from '@rules/export/csv';
import { groupsBy } from '@rules/words/groups';

export interface SnapshotRow {
  key: string;
  group: string;
  left: string | null;
  right: string | null;
  differs: boolean;
}

export interface SnapshotGroup {
  name: string;
  rows: SnapshotRow[];
}

type Values = Record<string, string>;

/** The busiest processes are an observation: they are other ones at every look. */
export const isObservation = (key: string): boolean => key.startsWith('top/');

/** `nic/eth0`, `sysctl`: what a key belongs to. */
export function groupOf(key: string): string {
  const [first = '', second] = key.split('/');
  return first === 'nic' && second ? `nic/${second}` : first;
}

const inNumbers = new Intl.Collator('en', { numeric: true });

/** Every key of either side, in an order in which rx-2 stands before rx-10. */
export function snapshotRows(left: Values, right: Values): SnapshotRow[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].sort(inNumbers.compare).map((key) => {
    const [before, after] = [left[key] ?? null, right[key] ?? null];
    return { key, group: groupOf(key), left: before, right: after, differs: before !== after && !isObservation(key) };
  });
}

/** Rows that have every word of `text` in their key or values; differences only unless `all`. */
export function fittingRows(rows: SnapshotRow[], { text, all }: { text: string; all: boolean }): SnapshotRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (!all && !row.differs) return false;
    const read = `${row.key}\n${row.left ?? ''}\n${row.right ?? ''}`.toLowerCase();
    return words.every((word) => read.includes(word));
  });
}

/** Rows drawn before a click shows the rest: thousands at once make a page slow. */
const AT_FIRST = 200;

/** The first of many rows, until all are asked for. */
export const drawnRows = (rows: SnapshotRow[], all: boolean): SnapshotRow[] => (all ? rows : rows.slice(0, AT_FIRST));

/** What belongs together, in the order of the first of each. */
export const groupsOf = (rows: SnapshotRow[]): SnapshotGroup[] =>
  [...groupsBy(rows, ({ group }) => group)].map(([name, own]) => ({ name, rows: own }));

/** A value that is not there is an empty cell without quotes, an empty one has them. */
export const snapshotCsv = (rows: SnapshotRow[], left: string, right: string): string =>
  csvText<SnapshotRow>(
    [
      { name: 'key', of: (row) => row.key },
      { name: left, of: (row) => row.left },
      { name: right, of: (row) => row.right },
    ],
    rows,
  );

export function snapshotJson(rows: SnapshotRow[], left: string, right: string): string {
  const values = Object.fromEntries(rows.map((row) => [row.key, [row.left, row.right]]));
  return `${JSON.stringify({ columns: [left, right], values }, null, 2)}\n`;
}
