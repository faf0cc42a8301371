import type { Span } from './phases';

export const PLOT_LEFT = 68;
export const PLOT_RIGHT = 8;
export const PLOT_TOP = 18;
export const PLOT_BOTTOM = 22;

/** What a person wrote there, by its number in a list. */
export interface StripNote {
  number: number;
  fromUs: number;
  /** Null of a moment. */
  toUs: number | null;
  text: string;
}

export interface StripView {
  spans: {
    warmups: Span[];
    steps: (Span & { stepIndex: number })[];
    /** Stretches without load, dimmed; absent where only steps are drawn. */
    idle?: Span[];
  };
  zeroUs: number;
  fromUs: number;
  toUs: number;
  notes?: StripNote[];
  means: Span | null;
  /** What the newest reading is called while the run goes on and its end is in view; else null. */
  newest: 'now' | 'last reading' | null;
}

/** Narrower than this, a stretch without load has no room for its name. */
const IDLE_LABEL_PX = 90;

/** Stretches without load dimmed, warm-ups hatched, measured stretches bracketed and named, under the lines. */
export function StripSpans({ view, plotWidth }: { view: StripView; plotWidth: number }) {
  const place = (span: Span): { left: number; width: number } | null => {
    const from = Math.max(span.fromUs, view.fromUs);
    const to = Math.min(span.toUs, view.toUs);
    return to <= from ? null : { left: PLOT_LEFT + (from - view.fromUs) * scale, width: (to - from) * scale };
  };
  const scale = plotWidth / (view.toUs - view.fromUs);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {view.spans.idle?.map((span) => {
        const box = place(span);
        return (
          box && (
            <div
              key={`idle ${span.fromUs}`}
              className="absolute overflow-hidden bg-raised text-[11px] leading-3 text-muted"
              style={{ ...box, top: PLOT_TOP, bottom: PLOT_BOTTOM }}
            >
              {box.width > IDLE_LABEL_PX && <span className="absolute left-1 top-1">{span.label}</span>}
            </div>
          )
        );
      })}
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

/** What people wrote, over the lines: its number has to be read. */
export function StripNotes({ view, plotWidth }: { view: StripView; plotWidth: number }) {
  const scale = plotWidth / (view.toUs - view.fromUs);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {view.notes?.map((note) => (
        <Note key={note.number} note={note} view={view} scale={scale} />
      ))}
    </div>
  );
}

function Note({ note: { number, fromUs, toUs }, view, scale }: { note: StripNote; view: StripView; scale: number }) {
  const [from, to] = [Math.max(fromUs, view.fromUs), Math.min(toUs ?? fromUs, view.toUs)];
  if (to < from) return null;
  const left = PLOT_LEFT + (from - view.fromUs) * scale;
  return (
    <div
      className="absolute border-l border-dashed border-ink bg-ink/8"
      style={{ left, width: Math.max(1, (to - from) * scale), top: PLOT_TOP, bottom: PLOT_BOTTOM }}
    >
      <span className="absolute bottom-0.5 left-0.5 rounded-[3px] bg-ink px-1 text-[10px] font-semibold leading-[14px] text-bg">
        {number}
      </span>
    </div>
  );
}
