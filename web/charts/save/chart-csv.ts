import { BYTES_PER_PERCENT, NOT_READ } from '@contract/cpu-work';
import type { DistributionPoint } from '@contract/point';
import { type Column, csvText } from '@rules/export/csv';
import { cellOf, type HeatMap } from '@/charts/heat/heat-map';
import type { StripView } from '@/charts/strip-spans';
import type { PaintedLine } from '../strip-plot';
import { columnName, distinct, secondsSince } from './picture-csv';
import { noteColumn, notesInView } from './picture-notes';

type Shown = Pick<StripView, 'fromUs' | 'toUs' | 'zeroUs' | 'notes'>;

type Saved = Pick<PaintedLine, 'line' | 'timesUs' | 'values' | 'lows' | 'highs'>;

/**
 * A row for each moment in view that some line was read at; a line that was not has an empty cell. Where a row is of several
 * readings, their lowest and highest stand beside their mean.
 */
export function stripCsv(lines: Saved[], unit: string, view: Shown): string {
  const rows = [...new Set(lines.flatMap(({ timesUs }) => timesUs))]
    .filter((atUs) => atUs >= view.fromUs && atUs <= view.toUs)
    .sort((a, b) => a - b);
  const columns = lines.flatMap(({ line: { label }, timesUs, values, lows, highs }): Column<number>[] => {
    const places = new Map(timesUs.map((atUs, place) => [atUs, place]));
    const of = (name: string, column: (number | null)[]): Column<number> => ({
      name: columnName(name, unit),
      of: (atUs) => column[places.get(atUs) ?? -1] ?? null,
    });
    if (!lows || !highs) return [of(label, values)];
    return [of(`${label} mean`, values), of(`${label} lowest`, lows), of(`${label} highest`, highs)];
  });
  const before = new Map(rows.map((atUs, place) => [atUs, rows[place - 1] ?? Number.NEGATIVE_INFINITY]));
  const notes = noteColumn(notesInView(view), rows, (atUs) => ({ fromUs: before.get(atUs) ?? atUs, toUs: atUs }));
  const time: Column<number> = { name: 'time_s', of: (atUs) => secondsSince(view.zeroUs, atUs) };
  return csvText(distinct([time, ...columns, ...notes]), rows);
}

/** A row for each column in view, a column for each CPU. */
export function heatCsv(map: HeatMap, cpus: number[], work: string, view: Shown): string {
  const places = map.fromUs.flatMap((fromUs, place) =>
    fromUs < view.toUs && (map.toUs[place] ?? 0) > view.fromUs ? [place] : [],
  );
  const percent = (cell: number): number | null =>
    cell === NOT_READ ? null : Number((cell / BYTES_PER_PERCENT).toFixed(1));
  return csvText(
    [
      { name: 'from_s', of: (place) => secondsSince(view.zeroUs, map.fromUs[place] ?? 0) },
      { name: 'to_s', of: (place) => secondsSince(view.zeroUs, map.toUs[place] ?? 0) },
      ...cpus.map((cpu, row) => ({
        name: `cpu_${cpu}_${work}_percent`,
        of: (place: number) => percent(cellOf(map, row, place)),
      })),
      ...noteColumn(notesInView(view), places, (place) => ({
        fromUs: map.fromUs[place] ?? 0,
        toUs: map.toUs[place] ?? 0,
      })),
    ],
    places,
  );
}

export function tailCsv(curves: { label: string; points: DistributionPoint[] }[]): string {
  const rows = curves.flatMap(({ label, points }) => points.map((point) => ({ label, ...point })));
  return csvText(
    [
      { name: 'curve', of: ({ label }) => label },
      { name: 'percentile', of: ({ percentile }) => percentile },
      { name: 'latency_ms', of: ({ latencyMs }) => latencyMs },
    ],
    rows,
  );
}
