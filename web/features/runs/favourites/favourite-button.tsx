'use client';

import { Heart } from 'lucide-react';
import { Button } from '@/ui/button';
import { useFavour, useFavourite } from './use-favourite';

/** On the page of a run: whether it is a favourite of whoever looks. */
export function FavouriteButton({ runId }: { runId: string }) {
  const { data } = useFavourite(runId);
  const favour = useFavour();
  if (!data) return null;
  const { favourite } = data;
  return (
    <Button
      aria-pressed={favourite}
      aria-label="Favourite of yours"
      title={favourite ? 'A favourite of yours; click to take it out' : 'Make it a favourite; only you see it'}
      className="px-2"
      disabled={favour.isPending}
      onClick={() => favour.mutate({ runId, favourite: !favourite })}
    >
      <Heart aria-hidden className={`size-4 ${favourite ? 'fill-current text-accent' : ''}`} />
    </Button>
  );
}
