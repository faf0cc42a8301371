'use client';

import { useMemo } from 'react';
import { KeptText, useKeptText } from '@/components/kept-choice';
import { type Chosen, parseChosen } from '@/lib/run-selection';

/** Outlives a look at a run, a reload and another filter, in this tab. */
const kept = new KeptText('millionrps-selected-runs', () => sessionStorage);

export function useSelection(): Chosen[] {
  const text = useKeptText(kept);
  return useMemo(() => parseChosen(text), [text]);
}

export function changeSelection(change: (chosen: Chosen[]) => Chosen[]): void {
  kept.write(JSON.stringify(change(parseChosen(kept.read()))));
}
