'use client';

import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { repaints } from '@/charts/save/repaints';
import { useElementWidth } from '@/ui/browser/element-width';
import { drawnTheme, subscribeToTheme } from '@/ui/browser/theme';
import { flameLayout, frameAt, neighbour, ROW_PX } from './flame-layout';
import { type FlameLook, paintFlame } from './flame-paint';
import type { FlameTree } from './flame-tree';

interface FlameGraphProps {
  label: string;
  tree: FlameTree;
  look: FlameLook;
  matched: Uint8Array | null;
  /** The frame that is as wide as the picture; null: all of the tree. */
  zoom: number | null;
  onZoom: (frame: number | null) => void;
  /** Exact figures of a frame. */
  tell: (frame: number) => string;
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** Frames from the outermost at the top down. A click or Enter widens one, Escape goes back; arrow keys go from frame to frame. */
export function FlameGraph({ label, tree, look, matched, zoom, onZoom, tell }: FlameGraphProps) {
  const [box, width] = useElementWidth<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useSyncExternalStore(subscribeToTheme, drawnTheme, () => 'dark' as const);
  const [cursor, setCursor] = useState<number | null>(null);
  const [byKey, setByKey] = useState(false);
  const layout = useMemo(() => flameLayout(tree, zoom, width), [tree, zoom, width]);
  const height = Math.max(1, layout.rows) * ROW_PX;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read through the page's custom properties
  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const painted = { tree, layout, look, matched };
    paintFlame(canvas.current, width, height, painted);
    repaints.set(canvas.current, async (density) => {
      const copy = document.createElement('canvas');
      paintFlame(copy, width, height, painted, density);
      return copy;
    });
  }, [tree, layout, look, matched, width, height, theme]);

  const at = cursor !== null && cursor < tree.parents.length ? cursor : null;
  const place = at === null ? -1 : layout.frames.indexOf(at);
  const under = (event: PointerEvent | React.MouseEvent): number | null => {
    const area = canvas.current?.getBoundingClientRect();
    return area ? frameAt(tree, layout, event.clientX - area.left, event.clientY - area.top) : null;
  };
  const press = (event: KeyboardEvent): void => {
    if (ARROWS.includes(event.key)) {
      setByKey(true);
      setCursor(neighbour(tree, layout, at, event.key));
    } else if (event.key === 'Enter' && at !== null) onZoom(at);
    else if (event.key === 'Escape' && zoom !== null) onZoom(null);
    else return;
    event.preventDefault();
  };
  const told = at === null ? null : tree.functions[tree.places[at] as number];
  return (
    <div className="min-w-0">
      <div className="mb-1 min-h-11 text-xs leading-5" aria-live={byKey ? 'polite' : 'off'}>
        {told && at !== null ? (
          <>
            <p className="truncate font-mono">
              {told.name} <span className="text-muted">{told.file}</span>
            </p>
            <p>{tell(at)}</p>
          </>
        ) : (
          <p className="text-muted">Point at a frame for its figures; click or Enter zooms in, Escape out.</p>
        )}
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is driven by keys
        tabIndex={0}
        role="application"
        aria-roledescription="flame graph"
        aria-label={`${label}. Arrow keys go from frame to frame, Enter zooms in, Escape out.`}
        className="max-h-[540px] overflow-y-auto overflow-x-hidden rounded-control print:max-h-none"
        onKeyDown={press}
      >
        <div ref={box} className="relative" style={{ height }}>
          <canvas
            ref={canvas}
            aria-hidden
            className="absolute inset-0 cursor-pointer"
            style={{ width, height }}
            onPointerMove={(event) => {
              setByKey(false);
              setCursor(under(event));
            }}
            onPointerLeave={() => !byKey && setCursor(null)}
            onClick={(event) => {
              const frame = under(event);
              if (frame === null) return;
              setCursor(frame);
              onZoom(frame === zoom ? null : frame);
            }}
          />
          {place >= 0 && at !== null && (
            <div
              aria-hidden
              className="pointer-events-none absolute border-2 border-ink"
              style={{
                left: layout.lefts[place],
                width: Math.max(3, layout.widths[place] ?? 0),
                top: (tree.depths[at] as number) * ROW_PX,
                height: ROW_PX - 1,
              }}
            />
          )}
        </div>
      </section>
      {layout.left > 0 && (
        <p className="mt-1 text-xs text-muted">
          {layout.left.toLocaleString('en-US')} frames are narrower than half a pixel; zoom in to see them.
        </p>
      )}
    </div>
  );
}
