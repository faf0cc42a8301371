import type { Held, HeldWord } from '@contract/run-baseline';
import { HELD_NAMES, heldChange } from '@rules/comparison/held-words';
import { ArrowDown, ArrowUp } from 'lucide-react';

/** Whether it is good: the arrow says the direction. */
const LOOKS: Record<HeldWord, string> = {
  worse: 'text-bad font-medium',
  better: 'text-ok font-medium',
  unclear: 'text-muted',
  'not-comparable': 'text-muted',
};

interface HeldChangeProps {
  held: Held;
  /** The load of the figure that stands beside it, in short: the change may be of another one, and then says so. */
  besideLoad: string | null;
}

/** What a run came to against the baseline of its group. */
export function HeldChange({ held, besideLoad }: HeldChangeProps) {
  const { word, ratio, load, sentence } = held;
  const change = heldChange(held);
  const claimed = word === 'worse' || word === 'better';
  const Arrow = ratio !== null && ratio > 1 ? ArrowUp : ArrowDown;
  return (
    <span title={sentence} className={`inline-flex items-center gap-1 whitespace-nowrap ${LOOKS[word]}`}>
      {claimed && <Arrow aria-hidden className="size-3 shrink-0" />}
      {change}
      {load !== null && load !== besideLoad && <span className="text-xs font-normal text-muted">at {load}</span>}
      <span className={claimed ? 'sr-only' : 'max-w-20 whitespace-normal text-xs leading-tight'}>
        {HELD_NAMES[word]}
      </span>
    </span>
  );
}
