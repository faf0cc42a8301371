'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

interface TuningGroupProps {
  title: string;
  /** What is asked in it; empty: as it is. */
  asked: string;
  /** Something in it cannot be. */
  faulty: boolean;
  onOpen?: () => void;
  children: ReactNode;
}

/** Settings that belong together, folded until they are looked at. What is folded can still be found and focused. */
export function TuningGroup({ title, asked, faulty, onOpen, children }: TuningGroupProps) {
  // Only where it begins: afterwards it is the reader's.
  const [openAtFirst] = useState(faulty);
  return (
    <details
      open={openAtFirst}
      className="group border-t border-line first:border-t-0"
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
    >
      <summary className="flex cursor-pointer list-none items-baseline gap-x-2 rounded-control px-3 py-2.5 text-sm hover:bg-raised [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 translate-y-0.5 text-muted transition-transform group-open:rotate-90"
        />
        <span className="shrink-0 font-medium">{title}</span>
        <span className="min-w-0 text-xs [overflow-wrap:anywhere]">
          {faulty && <span className="mr-1.5 font-medium text-bad">needs a look</span>}
          {asked === '' ? <span className="text-muted">as it is</span> : asked}
        </span>
      </summary>
      <div className="px-3 pb-4 pt-1">{children}</div>
    </details>
  );
}
