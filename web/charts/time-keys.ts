import type { KeyboardEvent } from 'react';
import { stretchOf } from './stretch';
import type { TimePicks } from './time-drag';

interface OnTime {
  picks: TimePicks | undefined;
  cursorUs: number | null;
  onCursor: (cursorUs: number | null) => void;
  /** The reading beside a moment, or the first one from that side. */
  beside: (fromUs: number | null, by: 1 | -1) => number | null;
}

/** Shift and an arrow mark, Enter zooms to the mark, Escape takes back: the mark first, then cursor and zoom. */
export function pickByKey(event: KeyboardEvent, { picks, cursorUs, onCursor, beside }: OnTime): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
  const mark = picks?.mark ?? null;
  if (event.key === 'Escape') {
    if (mark) return picks?.onMark(null);
    onCursor(null);
    picks?.onPin(null);
    picks?.onZoom(null);
  }
  if (event.key === 'Enter' && picks && mark) {
    event.preventDefault();
    picks.onZoom(stretchOf(mark.startUs, mark.endUs));
  }
  if (by === null) return;
  event.preventDefault();
  const marking = event.shiftKey && picks !== undefined;
  const fromUs = marking && mark ? mark.endUs : cursorUs;
  const next = beside(fromUs, by);
  if (next === null) return;
  if (marking) picks.onMark({ startUs: mark?.startUs ?? cursorUs ?? next, endUs: next });
  onCursor(next);
  picks?.onPin(next);
}
