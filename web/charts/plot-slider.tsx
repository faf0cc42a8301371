import type { KeyboardEvent, PointerEvent, ReactNode, RefCallback } from 'react';
import { nearestIndex } from './nearest';

interface PlotSliderProps {
  box: RefCallback<HTMLDivElement>;
  height: number;
  label: string;
  /** Where the cursor can stand, in px from the left, ascending. */
  places: number[];
  cursor: number | null;
  onCursor: (cursor: number | null) => void;
  /** What is read under the cursor. */
  said: string;
  /** Absent where nothing can be chosen. */
  onChoose?: () => void;
  children: ReactNode;
}

/** A plot with a cursor that goes from place to place, by the pointer and by the arrow keys. */
export function PlotSlider(props: PlotSliderProps) {
  const { box, height, label, places, cursor, onCursor, said, onChoose, children } = props;
  const last = places.length - 1;
  const move = (event: KeyboardEvent): void => {
    const to = { ArrowRight: (cursor ?? -1) + 1, ArrowLeft: (cursor ?? last + 1) - 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') onCursor(null);
    if (event.key === 'Enter') onChoose?.();
    if (to === undefined) return;
    event.preventDefault();
    onCursor(Math.min(last, Math.max(0, to)));
  };
  const point = (event: PointerEvent<HTMLDivElement>): void =>
    onCursor(nearestIndex(places, event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, places.length)}
      aria-valuenow={(cursor ?? 0) + 1}
      aria-valuetext={said}
      className="cursor-crosshair touch-pan-y"
      style={{ height }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onCursor(null)}
      onBlur={() => onCursor(null)}
      onClick={onChoose}
      onKeyDown={move}
    >
      {children}
    </div>
  );
}
