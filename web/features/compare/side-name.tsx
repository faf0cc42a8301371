import type { ShownResult } from '@/api/types';
import { SideMark } from '@/components/side-mark';
import { markOfSide } from '@/lib/outcomes';

/** A side by its mark and its letters; of an experiment by the name of its configuration. */
export function SideName({ comparison, sideIndex }: { comparison: ShownResult; sideIndex: number }) {
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5">
      <span className="self-center">
        <SideMark index={markOfSide(comparison, sideIndex)} />
      </span>
      <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{comparison.sides[sideIndex]?.letters}</span>
    </span>
  );
}
