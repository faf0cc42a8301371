'use client';

import { type PointerEvent, useRef, useState } from 'react';
import { type Stretch, stretchOf } from './stretch';
import { PLOT_LEFT, type StripView } from './strip-spans';

/** What can be done on a time axis besides looking along it. */
export interface TimePicks {
  pinnedUs: number | null;
  /** From where it was begun to where it was led; either may be the earlier. */
  mark: { startUs: number; endUs: number } | null;
  onPin: (atUs: number | null) => void;
  onMark: (mark: { startUs: number; endUs: number } | null) => void;
  /** Null: all of it again. */
  onZoom: (stretch: Stretch | null) => void;
}

/** Nearer than this a press and a release are a click. */
const CLICK_PX = 5;

export const momentAt = (event: PointerEvent<HTMLElement>, view: StripView, plotWidth: number): number => {
  const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - PLOT_LEFT;
  return view.fromUs + (Math.min(plotWidth, Math.max(0, offset)) / plotWidth) * (view.toUs - view.fromUs);
};

/**
 * Dragging zooms, with Shift it marks; a click holds the cursor, one more beside it lets it go. A finger moves the cursor and holds
 * it where it is lifted, so that the page still scrolls under it.
 */
export function useTimeDrag(view: StripView, plotWidth: number, picks: TimePicks | undefined) {
  const start = useRef<{ x: number; atUs: number } | null>(null);
  const [drag, setDrag] = useState<Stretch | null>(null);
  const stop = (): void => {
    start.current = null;
    setDrag(null);
  };
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !picks) return;
    start.current = { x: event.clientX, atUs: momentAt(event, view, plotWidth) };
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const from = start.current;
    if (!from || event.pointerType === 'touch' || Math.abs(event.clientX - from.x) < CLICK_PX) return;
    setDrag(stretchOf(from.atUs, momentAt(event, view, plotWidth)));
  };
  const up = (event: PointerEvent<HTMLElement>): void => {
    const from = start.current;
    stop();
    if (!from || !picks) return;
    const atUs = momentAt(event, view, plotWidth);
    if (event.pointerType !== 'touch' && Math.abs(event.clientX - from.x) >= CLICK_PX) {
      if (event.shiftKey) picks.onMark({ startUs: from.atUs, endUs: atUs });
      else picks.onZoom(stretchOf(from.atUs, atUs));
      return;
    }
    const nearUs = (CLICK_PX / plotWidth) * (view.toUs - view.fromUs);
    picks.onPin(picks.pinnedUs !== null && Math.abs(picks.pinnedUs - atUs) <= nearUs ? null : atUs);
  };
  return { drag, down, move, handlers: { onPointerUp: up, onPointerCancel: stop } };
}
