'use client';

import { Heart } from 'lucide-react';
import { classNames } from '@/ui/class-names';
import { useFavour } from './use-favourite';

interface FavouriteMarkProps {
  run: { id: string; name: string };
  favourite: boolean;
}

/** A full heart on a favourite of one’s own; an empty one, where the pointer or the focus is, makes a run one. */
export function FavouriteMark({ run, favourite }: FavouriteMarkProps) {
  const favour = useFavour();
  return (
    <button
      type="button"
      data-favour-run
      aria-pressed={favourite}
      aria-label={`Favourite of yours: ${run.name}`}
      title={favourite ? 'A favourite of yours; click to take it out (f)' : 'Make it a favourite of yours (f)'}
      disabled={favour.isPending}
      className={classNames(
        'grid size-4 shrink-0 place-items-center rounded-[4px] hover:text-ink print:hidden pointer-coarse:-my-3 pointer-coarse:h-11 pointer-coarse:w-7',
        favourite
          ? 'text-accent'
          : // Fingers have it in the menu.
            'text-muted opacity-0 pointer-coarse:hidden focus-visible:opacity-100 [:is(tr,li):is(:hover,:focus-within)_&]:opacity-100',
      )}
      onClick={() => favour.mutate({ runId: run.id, favourite: !favourite })}
    >
      <Heart aria-hidden className={classNames('size-3.5', favourite && 'fill-current')} />
    </button>
  );
}
