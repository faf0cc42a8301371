'use client';

import { type ReactNode, useCallback, useRef, useState } from 'react';
import { classNames } from './class-names';

interface WideTableProps {
  label: string;
  /** It may have any number of rows: then it scrolls by itself, below a head that stays. */
  tall?: boolean;
  children: ReactNode;
}

/**
 * A table that may be wider than its panel: it scrolls sideways, is reachable by keyboard, and says so when columns are
 * out of sight.
 */
export function WideTable({ label, tall = false, children }: WideTableProps) {
  const area = useRef<HTMLElement | null>(null);
  const [hidden, setHidden] = useState({ left: false, right: false });
  const look = useCallback((): void => {
    const element = area.current;
    if (!element) return;
    const { scrollLeft, clientWidth, scrollWidth } = element;
    const next = { left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1 };
    setHidden((before) => (before.left === next.left && before.right === next.right ? before : next));
  }, []);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      area.current = element;
      if (!element) return;
      const observer = new ResizeObserver(look);
      observer.observe(element);
      if (element.firstElementChild) observer.observe(element.firstElementChild);
      return () => observer.disconnect();
    },
    [look],
  );
  const overflows = hidden.left || hidden.right;
  return (
    <div className="relative">
      {overflows && (
        <p className="px-4 pb-1 pt-1 text-xs text-muted sm:px-5 print:hidden">
          {hidden.right ? 'More columns to the right: scroll sideways' : 'More columns to the left: scroll back'}
        </p>
      )}
      <section
        ref={attach}
        onScroll={look}
        aria-label={label}
        className={classNames(
          'relative overflow-x-auto rounded-b-panel outline-offset-[-2px] print:overflow-visible',
          hidden.left && 'scrolled',
          tall && 'max-h-[max(26rem,calc(100dvh-4rem))] overflow-y-auto overscroll-y-auto print:max-h-none',
        )}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
        tabIndex={0}
      >
        {children}
      </section>
      {hidden.right && (
        <div
          aria-hidden
          className="print:hidden pointer-events-none absolute bottom-0 right-0 top-6 w-10 rounded-br-panel bg-gradient-to-l from-panel to-transparent"
        />
      )}
    </div>
  );
}
