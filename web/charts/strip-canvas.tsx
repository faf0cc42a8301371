'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { drawnTheme, subscribeToTheme } from '@/ui/browser/theme';
import { repaints } from './save/repaints';
import type { Strip } from './strip-plot';

/** uPlot paints and nothing else; it is loaded when the first chart is. */
export function StripCanvas({ lines, unit, view, width, height }: Strip) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useSyncExternalStore(subscribeToTheme, drawnTheme, () => 'dark' as const);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read through the page's custom properties
  useEffect(() => {
    const here = box.current;
    const strip = { lines, unit, view, width, height };
    if (here) repaints.set(here, async (density) => (await import('./strip-plot')).stripPicture(strip, density));
    let gone = false;
    let takeAway = (): void => {};
    import('./strip-plot').then(({ paintStrip }) => {
      if (!gone && box.current) takeAway = paintStrip(box.current, strip);
    });
    return () => {
      gone = true;
      takeAway();
    };
  }, [lines, unit, view, width, height, theme]);

  return <div ref={box} aria-hidden className="absolute inset-0" />;
}
