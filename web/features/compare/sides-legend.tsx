import type { Run } from '@/api/types';
import { SideMark } from '@/components/side-mark';
import { sideOf } from '@/lib/sides';

/** Line, shape, letter and name of every run. */
export function SidesLegend({ runs, order }: { runs: Run[]; order: number[] }) {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {order.map((index) => (
        <li key={index} className="inline-flex min-w-0 max-w-72 items-center gap-1.5">
          <SideMark index={index} line />
          <span className="font-semibold text-ink">{sideOf(index).letter}</span>
          <span className="truncate">{runs[index]?.name}</span>
        </li>
      ))}
    </ul>
  );
}
