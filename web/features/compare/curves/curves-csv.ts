import { csvText } from '@rules/export/csv';
import { columnName } from '@/charts/save/picture-csv';
import type { Curve, CurveColumn } from './curves';
import type { Rounds } from './rounds';
import { labelOf } from './side-curves';

/** A row for each point of each curve. `figure` and its unit name the value. */
export function curvesCsv(curves: Curve[], columns: CurveColumn[], load: string, figure: string, unit: string): string {
  const labels = new Map(columns.map(({ row, label }) => [row, label]));
  const rows = curves.flatMap((curve) => curve.points.map((point) => ({ side: labelOf(curve), ...point })));
  const value = columnName(figure, unit);
  const repeated = rows.some(({ range }) => range);
  return csvText<(typeof rows)[number]>(
    [
      { name: 'side', of: ({ side }) => side },
      { name: columnName(load, ''), of: ({ row }) => labels.get(row) ?? null },
      { name: value, of: ({ bound, range, value: figure }) => (bound && range ? null : figure) },
      ...(repeated
        ? [
            { name: `${value}_lowest`, of: ({ range }: (typeof rows)[number]) => range?.low ?? null },
            { name: `${value}_highest`, of: ({ range }: (typeof rows)[number]) => range?.high ?? null },
            { name: 'measurements', of: ({ range }: (typeof rows)[number]) => range?.count ?? 1 },
          ]
        : []),
      { name: 'limited_by', of: ({ wall }) => wall?.name ?? null },
    ],
    rows,
  );
}

/** A row for each dot. */
export function roundsCsv(
  { paired, dots }: Rounds,
  nameOf: (side: number) => string,
  figure: string,
  unit: string,
): string {
  return csvText(
    [
      { name: 'side', of: ({ sideIndex }) => nameOf(sideIndex) },
      { name: paired ? 'round' : 'run', of: ({ place }) => place + 1 },
      { name: columnName(figure, unit), of: ({ value }) => value },
    ],
    dots,
  );
}
