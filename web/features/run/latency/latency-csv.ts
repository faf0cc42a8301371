import { type Column, csvText } from '@rules/export/csv';
import { secondsSince } from '@/charts/save/picture-csv';
import { noteColumn, notesInView } from '@/charts/save/picture-notes';
import type { StripView } from '@/charts/strip-spans';
import type { LatencyColumn, LatencyMap } from './latency-map';

/** A row for each interval; how many of its requests took how long, a column for each row of the picture. */
export function latencyCsv(
  { columns, rows }: Pick<LatencyMap, 'columns' | 'rows'>,
  view: Pick<StripView, 'zeroUs' | 'fromUs' | 'toUs' | 'notes'>,
): string {
  const { zeroUs } = view;
  const counts = rows.map(
    ({ fromUs, toUs }, row): Column<LatencyColumn> => ({
      name: `requests_from_${fromUs}_below_${toUs}_us`,
      of: (column) => column.counts[row] ?? 0,
    }),
  );
  return csvText<LatencyColumn>(
    [
      { name: 'from_s', of: ({ fromUs }) => secondsSince(zeroUs, fromUs) },
      { name: 'to_s', of: ({ toUs }) => secondsSince(zeroUs, toUs) },
      { name: 'step', of: ({ stepIndex }) => stepIndex + 1 },
      { name: 'requests', of: ({ requests }) => requests },
      { name: 'p50_ms', of: ({ p50Ms }) => p50Ms },
      { name: 'p99_ms', of: ({ p99Ms }) => p99Ms },
      ...counts.reverse(),
      ...noteColumn(notesInView(view), columns, (column) => column),
    ],
    columns,
  );
}
