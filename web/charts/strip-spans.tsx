import type { Span } from './phases';

export const PLOT_LEFT = 68;
export const PLOT_RIGHT = 8;
export const PLOT_TOP = 18;
export const PLOT_BOTTOM = 22;

export interface StripView {
  spans: { warmups: Span[]; steps: (Span & { stepIndex: number })[] };
  zeroUs: number;
  fromUs: number;
  toUs: number;
  means: Span | null;
  /** The run goes on and its end is in view. */
  live: boolean;
}

/** Warm-ups hatched, measured stretches bracketed and named, under the lines. */
export function StripSpans({ view, plotWidth }: { view: StripView; plotWidth: number }) {
  const place = (span: Span): { left: number; width: number } | null => {
    const scale = plotWidth / (view.toUs - view.fromUs);
    const from = Math.max(span.fromUs, view.fromUs);
    const to = Math.min(span.toUs, view.toUs);
    return to <= from ? null : { left: PLOT_LEFT + (from - view.fromUs) * scale, width: (to - from) * scale };
  };
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {view.spans.warmups.map((span) => {
        const box = place(span);
        return (
          box && (
            <div
              key={`warm-up ${span.fromUs}`}
              className="absolute bg-[repeating-linear-gradient(135deg,var(--shade)_0_4px,transparent_4px_8px)]"
              style={{ ...box, top: PLOT_TOP, bottom: PLOT_BOTTOM }}
            >
              {box.width > 52 && <span className="absolute left-1 top-0 text-[11px] text-muted">warm-up</span>}
            </div>
          )
        );
      })}
      {view.spans.steps.map((span) => {
        const box = place(span);
        return (
          box && (
            <div
              key={`step ${span.fromUs}`}
              className="absolute border-t-2 border-line-strong text-[11px] leading-3 text-muted"
              style={{ ...box, top: PLOT_TOP - 5, bottom: PLOT_BOTTOM }}
            >
              <span className="absolute -top-[15px] left-0 whitespace-nowrap">
                {box.width > 40 ? span.label : box.width > 12 ? span.stepIndex + 1 : ''}
              </span>
            </div>
          )
        );
      })}
    </div>
  );
}
