import type { Comparison } from '@contract/comparison';
import { SideMark } from '@/ui/side-mark';
import { markOfSide } from './outcomes/outcomes';

/** Line, shape, letters and name of every side, in the order in which the columns of the page stand. */
export function SidesLegend({ comparison, order }: { comparison: Comparison; order: number[] }) {
  const { runs, sides } = comparison;
  const ids = order.map((index) => runs[index]?.id);
  const placed = sides.map((side, index) => ({
    side,
    index,
    at: Math.min(...side.runIds.map((id) => ids.indexOf(id))),
  }));
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {placed
        .sort((a, b) => a.at - b.at)
        .map(({ side, index }) => (
          <li key={side.runIds[0]} className="inline-flex min-w-0 max-w-72 items-center gap-1.5">
            <SideMark index={markOfSide(comparison, index)} line />
            <span className="font-semibold text-ink">{side.letters}</span>
            <span className="truncate">{side.name}</span>
          </li>
        ))}
    </ul>
  );
}
