import type { Stretch } from './stretch';
import { PLOT_BOTTOM, PLOT_LEFT, PLOT_TOP, type StripView } from './strip-spans';

/** A stretch that was marked, or is being drawn. */
export function TimeMark({ stretch, view, plotWidth }: { stretch: Stretch; view: StripView; plotWidth: number }) {
  const scale = plotWidth / (view.toUs - view.fromUs);
  const left = Math.max(0, (stretch.fromUs - view.fromUs) * scale);
  const right = Math.min(plotWidth, (stretch.toUs - view.fromUs) * scale);
  if (right < left) return null;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute border-x border-accent bg-accent/15"
      style={{ left: PLOT_LEFT + left, width: Math.max(1, right - left), top: PLOT_TOP, bottom: PLOT_BOTTOM }}
    />
  );
}
