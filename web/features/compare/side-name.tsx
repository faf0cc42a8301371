import type { ShownResult } from '@contract/comparison';
import { markOfSide } from '@/features/compare/outcomes/outcomes';
import { SideMark } from '@/ui/side-mark';

/** A side by its mark, its letters and what differs in it; of an experiment by the name of its configuration. */
export function SideName({ comparison, sideIndex }: { comparison: ShownResult; sideIndex: number }) {
  const side = comparison.sides[sideIndex];
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5">
      <span className="self-center">
        <SideMark index={markOfSide(comparison, sideIndex)} />
      </span>
      <span className="min-w-0 break-words font-semibold">{side?.letters}</span>
      {side && side.name !== side.letters && <span className="min-w-0 break-words font-normal">{side.name}</span>}
    </span>
  );
}
