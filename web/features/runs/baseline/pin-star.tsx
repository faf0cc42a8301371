'use client';

import type { RunSummary } from '@contract/run';
import { Star } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import { suspectText, usePinBaseline } from './use-baseline';

interface PinStarProps {
  run: Pick<RunSummary, 'id' | 'name' | 'verdict'>;
  pinned: boolean;
  mayPin: boolean;
}

/** A full star on the baseline of a group; an empty one, where the pointer or the focus is, makes a run it. */
export function PinStar({ run, pinned, mayPin }: PinStarProps) {
  const pin = usePinBaseline();
  const validity = run.verdict?.validity ?? null;
  if (!mayPin) return pinned ? <PinnedMark /> : null;
  return (
    <button
      type="button"
      data-pin-run
      aria-pressed={pinned}
      aria-label={`Baseline of its group: ${run.name}`}
      title={
        pinned
          ? 'Baseline of its group; click to unpin'
          : `Pin as the baseline of its group (b).${suspectText(validity)}`
      }
      disabled={pin.isPending}
      className={classNames(
        // In the margin before the box: names have little room as it is. In a narrow window buttons are as large as for a finger, and it
        // would cover the box.
        'grid size-4 shrink-0 place-items-center rounded-[4px] hover:text-ink pointer-coarse:-my-3 pointer-coarse:size-11 max-sm:-my-3 max-sm:size-11 sm:pointer-fine:absolute sm:pointer-fine:-left-[18px]',
        pinned
          ? 'text-accent'
          : 'text-muted sm:pointer-fine:opacity-0 focus-visible:opacity-100 [:is(tr,li):is(:hover,:focus-within)_&]:opacity-100',
      )}
      onClick={() => pin.mutate({ runId: run.id, pin: !pinned, validity })}
    >
      <Star aria-hidden className={classNames('size-3.5', pinned && 'fill-current')} />
    </button>
  );
}

const PinnedMark = () => (
  <span title="Baseline of its group" className="absolute -left-[18px] text-accent">
    <Star aria-hidden className="size-3.5 fill-current" />
    <span className="sr-only">baseline of its group</span>
  </span>
);
