'use client';

import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { ALL_BELOW, type RowWindow, rowWindow } from './row-window';

/** The next rows are on their way before the last one is reached. */
const ENDS_BEFORE = 30;

interface Rows extends RowWindow {
  body: (body: HTMLElement | null) => void;
  /** Whoever looks has scrolled to the last of them. */
  atEnd: boolean;
}

/**
 * Of a table that scrolls within a `section`: the rows to draw. `body` is where they stand. Rows that are new to the page are
 * painted as far as they are in sight, the others a moment later.
 */
export function useRowWindow(keys: string[], height: number): Rows {
  const rows = keys.length;
  const [place, setPlace] = useState({ from: 0, seen: 900 });
  const these = rows <= ALL_BELOW ? keys.join() : '';
  const settled = useDeferredValue(these, null) === these;
  const area = useRef<HTMLElement | null>(null);
  const look = useCallback((): void => {
    if (!area.current) return;
    const { scrollTop, clientHeight } = area.current;
    // Rows of one step look the same: drawing waits until one has passed.
    const from = scrollTop - (scrollTop % (height * 4));
    setPlace((now) => (now.from === from && now.seen === clientHeight ? now : { from, seen: clientHeight }));
  }, [height]);
  const body = useCallback(
    (element: HTMLElement | null) => {
      const scrolls = element?.closest('section') ?? null;
      area.current = scrolls;
      scrolls?.addEventListener('scroll', look, { passive: true });
      return () => scrolls?.removeEventListener('scroll', look);
    },
    [look],
  );
  // Another filter has other rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in sight changes with them
  useEffect(look, [look, rows]);
  const seen = place.seen + height * 4;
  const atEnd = place.from > 0 && place.from + seen > (rows - ENDS_BEFORE) * height;
  return { ...rowWindow(rows, height, { from: place.from, seen, settled }), body, atEnd };
}
