import type { ReactNode } from 'react';

/** A word that people put on a run. */
export function TagLabel({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span
      title={title}
      className="inline-flex max-w-full items-center gap-1 rounded-[4px] border border-line-strong bg-raised px-1.5 text-xs text-muted"
    >
      {children}
    </span>
  );
}
