'use client';

import { useLayoutEffect, useMemo } from 'react';
import { type Chosen, parseChosen } from '@/lib/run-selection';
import { KeptText, useKeptText } from '@/ui/browser/kept-choice';
import { cameBack } from '../shell/arrival';

/** Outlives another filter, a reload and the way back from a run or a comparison, in this tab. */
const kept = new KeptText('millionrps-selected-runs', () => sessionStorage);

export function useSelection(): Chosen[] {
  const text = useKeptText(kept);
  return useMemo(() => parseChosen(text), [text]);
}

/** Whoever opens the list anew begins with nothing chosen. */
export function useFreshSelection(): void {
  useLayoutEffect(() => {
    if (!cameBack()) changeSelection(() => []);
  }, []);
}

export function changeSelection(change: (chosen: Chosen[]) => Chosen[]): void {
  kept.write(JSON.stringify(change(parseChosen(kept.read()))));
}

/** As it is kept, for what is no component. */
export const keptSelection = (): string | null => kept.read();
