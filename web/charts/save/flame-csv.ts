import { type Column, csvText } from '@rules/export/csv';
import type { FlameTree } from '../flame/flame-tree';
import { columnName } from './picture-csv';

/** What the counts of a flame graph are of, and the names of its sides; one side has none. */
export interface FlameCounts {
  unit: string;
  sides: string[];
}

/** A row for each frame of what is shown, as a walk from the outermost comes to it. */
export function flameCsv(tree: FlameTree, zoom: number | null, { unit, sides }: FlameCounts): string {
  const [first, end] = zoom === null ? [0, tree.parents.length] : [zoom, tree.ends[zoom] ?? tree.parents.length];
  const functionOf = (frame: number) => tree.functions[tree.places[frame] ?? -1];
  const counted = sides.flatMap((side, lane): Column<number>[] => [
    { name: columnName(`${side} self`, unit), of: (frame) => tree.selfs[lane]?.[frame] ?? null },
    { name: columnName(`${side} total`, unit), of: (frame) => tree.totals[lane]?.[frame] ?? null },
  ]);
  return csvText(
    [
      { name: 'depth', of: (frame) => (tree.depths[frame] ?? 0) - (tree.depths[first] ?? 0) },
      { name: 'function', of: (frame) => functionOf(frame)?.name ?? null },
      { name: 'file', of: (frame) => functionOf(frame)?.file ?? null },
      ...counted,
    ],
    Array.from({ length: end - first }, (_, place) => first + place),
  );
}
