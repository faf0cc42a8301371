import type { Column } from '@rules/export/csv';
import { freeNames } from '@rules/words/free-names';

const UNITS: Record<string, string> = {
  '%': 'percent',
  'req/s': 'requests_per_second',
  '/s': 'per_second',
  'bit/s': 'bits_per_second',
  'bits/s': 'bits_per_second',
  Hz: 'hertz',
  'µs/req': 'us_per_request',
};

const words = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll('µ', 'u')
    .replaceAll('μ', 'u')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** A column's name with its unit last, unless that stands in it already: `target_cpus`. */
export function columnName(label: string, unit: string): string {
  const [name, last] = [words(label), UNITS[unit] ?? words(unit)];
  if (last !== '' && name === words(unit)) return last;
  return last === '' || name.endsWith(`_${last}`) ? name : `${name}_${last}`;
}

/** Columns none of which is called as another one is. */
export function distinct<Row>(columns: Column<Row>[]): Column<Row>[] {
  const free = freeNames();
  return columns.map((column) => ({ ...column, name: free(column.name) }));
}

/** A moment in a file, to the microsecond. */
export const secondsSince = (zeroUs: number, atUs: number): number => Number(((atUs - zeroUs) / 1e6).toFixed(6));

/** A name that every file system takes. */
export const fileNameOf = (...parts: string[]): string =>
  parts.map(words).filter(Boolean).join('-').slice(0, 120) || 'picture';
