import type { ShownResult } from '@contract/comparison';
import { markOfSide } from '@/features/compare/outcomes/outcomes';
import { SideMark } from '@/ui/side-mark';

interface SideNameProps {
  comparison: ShownResult;
  sideIndex: number;
  lettersOnly?: boolean;
}

/** A side by its mark, its letters and what differs in it; of an experiment by the name of its configuration. */
export function SideName({ comparison, sideIndex, lettersOnly }: SideNameProps) {
  const side = comparison.sides[sideIndex];
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5">
      <span className="self-center">
        <SideMark index={markOfSide(comparison, sideIndex)} />
      </span>
      <span className="min-w-0 break-words font-semibold">{side?.letters}</span>
      {side && !lettersOnly && side.name !== side.letters && (
        <span className="min-w-0 break-words font-normal">{side.name}</span>
      )}
    </span>
  );
}
