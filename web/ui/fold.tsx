'use client';

import { ChevronRight } from 'lucide-react';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { usePrinting } from './browser/printing';
import { classNames } from './class-names';

interface FoldProps {
  /** Names the section in the address, and is its anchor. */
  id: string;
  title: ReactNode;
  /** What the closed section holds: a count, or its answer in a few words. */
  summary?: ReactNode;
  /** Beside the title of the open section. */
  actions?: ReactNode;
  children: ReactNode;
  /** The body reaches the section's edges: for tables. */
  flush?: boolean;
  className?: string;
}

/** The open sections of a page stand in its address. */
export function useFold(id: string): [boolean, () => void] {
  const [opened, setOpened] = useQueryState('open', parseAsArrayOf(parseAsString).withDefault([]));
  const open = opened.includes(id);
  const toggle = (): void => {
    const next = open ? opened.filter((one) => one !== id) : [...opened, id];
    setOpened(next.length > 0 ? next : null);
  };
  return [open, toggle];
}

/** A section in one line until it is opened. Paper shows it whole. What is closed is not drawn. */
export function Fold({ id, title, summary, actions, children, flush, className }: FoldProps) {
  const [open, toggle] = useFold(id);
  const printing = usePrinting();
  const shown = open || printing;
  return (
    <section
      id={id}
      className={classNames('min-w-0 scroll-mt-14 rounded-panel border border-line bg-panel', className)}
    >
      <div className="flex flex-wrap items-center gap-x-3 pr-4 sm:pr-5">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={shown ? `${id}-content` : undefined}
            onClick={toggle}
            className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-panel px-3 py-1.5 text-left outline-offset-[-2px] hover:text-accent sm:min-h-10 sm:px-4"
          >
            <ChevronRight
              aria-hidden
              className={classNames('size-4 shrink-0 text-muted transition-transform', open && 'rotate-90')}
            />
            <span className="shrink-0 text-sm font-semibold">{title}</span>
            {summary && <span className="min-w-0 truncate text-xs font-normal text-muted">{summary}</span>}
          </button>
        </h2>
        {shown && actions && <div className="flex flex-wrap items-center gap-2 py-1.5">{actions}</div>}
      </div>
      {shown && (
        <div id={`${id}-content`} className={flush ? 'pt-1' : 'px-4 pb-4 pt-1 sm:px-5'}>
          {children}
        </div>
      )}
    </section>
  );
}
