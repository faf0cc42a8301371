'use client';

import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { finerQuery } from '@/features/run/series/finer-query';
import type { SeriesOfSides, ShownSide } from './overlaid-sides';

interface Shown {
  sides: ShownSide[];
  children: (parts: SeriesOfSides) => ReactNode;
}

/** One strip of a part of several runs, of as many readings as there is room for. */
export type FinerStrip = (shown: Shown) => ReactNode;

export function FinerSides({ sides, children }: Shown) {
  const read = useQueries({ queries: sides.map(({ run, host, shown }) => finerQuery(run, host, shown)) });
  return children(Object.fromEntries(sides.map(({ run }, index) => [run.id, read[index]?.data])));
}
