import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { ariaSort, type SortDirection } from './sort-button';
import { WideTable } from './wide-table';

/** A head alone stands over figures, which end on the right; `left` over words. */
export type Column = string | ColumnHead;

interface ColumnHead {
  head: ReactNode;
  left?: boolean;
  title?: string;
  className?: string;
  /** Of the column that rows are ordered by. */
  sorted?: SortDirection | null;
}

interface DataTableProps {
  label: string;
  columns: readonly (Column | false)[];
  /** Of globals.css: `first-stays`, `tight`, `inset`. */
  className?: string;
  /** The rows. */
  children: ReactNode;
}

/** A table with one row of heads, as wide as it needs. */
export function DataTable({ label, columns, className, children }: DataTableProps) {
  return (
    <WideTable label={label}>
      <table className={classNames('data-table', className)}>
        <thead>
          <tr>
            {columns.map(
              (column, place) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may be called the same
                column !== false && <Head key={place} {...headOf(column)} />,
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </WideTable>
  );
}

const headOf = (column: Column): ColumnHead => (typeof column === 'string' ? { head: column } : column);

function Head({ head, left, title, className, sorted = null }: ColumnHead) {
  return (
    <th
      scope="col"
      title={title}
      aria-sort={ariaSort(sorted)}
      className={classNames(left && 'left', className) || undefined}
    >
      {head}
    </th>
  );
}

/** Heads over words. */
export const words = (...heads: string[]): Column[] => heads.map((head) => ({ head, left: true }));
