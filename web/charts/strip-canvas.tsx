'use client';

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { drawnTheme, subscribeToTheme } from '@/ui/browser/theme';
import type { EChart } from './echarts';

import { type PaintedLine, stripOption } from './strip-option';
import type { StripView } from './strip-spans';

interface StripCanvasProps {
  lines: PaintedLine[];
  unit: string;
  view: StripView;
  width: number;
  height: number;
}

/** ECharts paints and nothing else; it is loaded when the first chart is. */
export function StripCanvas({ lines, unit, view, width, height }: StripCanvasProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChart | null>(null);
  const latest = useRef<() => void>(() => {});
  const theme = useSyncExternalStore(subscribeToTheme, drawnTheme, () => 'dark' as const);

  useEffect(() => {
    let gone = false;
    import('./echarts').then(({ init }) => {
      if (gone || !box.current) return;
      chart.current = init(box.current);
      latest.current();
    });
    return () => {
      gone = true;
      chart.current?.dispose();
      chart.current = null;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read through the page's custom properties
  useEffect(() => {
    latest.current = () => {
      chart.current?.resize({ width, height });
      chart.current?.setOption(stripOption({ lines, unit, view, width }), true);
    };
    latest.current();
  }, [lines, unit, view, width, height, theme]);

  return <div ref={box} aria-hidden className="absolute inset-0" />;
}
