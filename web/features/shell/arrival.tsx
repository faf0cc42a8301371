'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** The path that the browser's history led back or forward to; null once another one was opened by a link. */
let returnedTo: string | null = null;

if (typeof window !== 'undefined') {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (loaded && loaded.type !== 'navigate') returnedTo = window.location.pathname;
  window.addEventListener('popstate', () => {
    returnedTo = window.location.pathname;
  });
}

/** The page that is shown was come back to, or loaded again: what was left on it is still meant. */
export const cameBack = (): boolean => returnedTo === window.location.pathname;

/** A page that was gone to within the app begins at its content, for the keyboard too. */
export function Arrival() {
  const path = usePathname();
  const shown = useRef(path);
  useEffect(() => {
    if (returnedTo !== path) returnedTo = null;
    if (shown.current === path) return;
    shown.current = path;
    const main = document.getElementById('main');
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [path]);
  return null;
}
