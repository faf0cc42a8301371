import type { Comparison } from '@contract/comparison';
import { nameOfRun } from '@/lib/run-names';
import { SideMark } from '@/ui/side-mark';
import { sideOf } from '@/ui/sides';

/** Line, shape, letter and name of every run, by what differs. */
export function SidesLegend({ comparison, order }: { comparison: Comparison; order: number[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {order.map((index) => (
        <li key={index} className="inline-flex min-w-0 max-w-72 items-center gap-1.5">
          <SideMark index={index} line />
          <span className="font-semibold text-ink">{sideOf(index).letter}</span>
          <span className="truncate">{nameOfRun(comparison, index)}</span>
        </li>
      ))}
    </ul>
  );
}
