import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

export type SortDirection = 'asc' | 'desc';

/** As a column's head says it: `aria-sort`. Null: the rows are ordered by another. */
export const ariaSort = (direction: SortDirection | null): 'ascending' | 'descending' | undefined =>
  direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending';

interface SortButtonProps {
  direction: SortDirection | null;
  onSort: () => void;
  children: ReactNode;
}

/** In the head of a column that rows can be ordered by. */
export function SortButton({ direction, onSort, children }: SortButtonProps) {
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={`inline-flex items-center gap-1 rounded-[4px] [text-align:inherit] hover:text-ink ${direction ? 'text-ink' : ''}`}
      onClick={onSort}
    >
      {children}
      {direction && <Arrow aria-hidden className="size-3" />}
    </button>
  );
}
