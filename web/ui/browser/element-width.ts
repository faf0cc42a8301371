'use client';

import { type RefCallback, useCallback, useState } from 'react';
import { usePrinting } from './printing';

/** What a panel leaves of the narrower of A4 and Letter, upright: a picture is drawn before the page is laid out for paper. */
const PAPER_PX = 640;

/** The width of an element, as it changes; 0 until it is known. The element may come and go. */
export function useElementWidth<E extends HTMLElement>(): [RefCallback<E>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    // Paper does not wait for the observer.
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const printing = usePrinting();
  return [ref, printing ? Math.min(width, PAPER_PX) : width];
}
