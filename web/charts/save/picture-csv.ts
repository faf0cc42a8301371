import type { Column } from '@rules/export/csv';

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

/** Names that would stand twice get a number. */
export function distinct<Row>(columns: Column<Row>[]): Column<Row>[] {
  const seen = new Map<string, number>();
  return columns.map((column) => {
    const times = (seen.get(column.name) ?? 0) + 1;
    seen.set(column.name, times);
    return times === 1 ? column : { ...column, name: `${column.name}_${times}` };
  });
}

/** A name that every file system takes. */
export const fileNameOf = (...parts: string[]): string =>
  parts.map(words).filter(Boolean).join('-').slice(0, 120) || 'picture';
