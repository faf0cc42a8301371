import type { ReactNode } from 'react';

/** Entries of a panel, one below the other: they wrap on a phone where a table would scroll. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  );
}
