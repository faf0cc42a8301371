'use client';

import { ABSENT } from '@rules/words/numbers';
import type { ReactNode } from 'react';
import { useMediaQuery } from './browser/media-query';
import { DataTable } from './data-table';

export interface ListColumn<Row> {
  /** Above its cells, on a card before its own. */
  head: string;
  /** Null where there is nothing to say. */
  cell: (row: Row) => ReactNode;
  /** Figures end on the right. */
  figure?: boolean;
}

interface ListTableProps<Row> {
  label: string;
  rows: Row[];
  keyOf: (row: Row) => string;
  /** What a row is called: the first column, and the head of a card. */
  name: ListColumn<Row>;
  columns: ListColumn<Row>[];
  /** Buttons of a row. */
  actions?: (row: Row) => ReactNode;
  /** Cards in a wide window, too: it stands in a dialog. */
  narrow?: boolean;
}

/** A list of things: a line each, on a phone a card each. Names are cut where the others need the room. */
export function ListTable<Row>({ narrow = false, ...props }: ListTableProps<Row>) {
  const wide = useMediaQuery('(min-width: 48rem)') && !narrow;
  return wide ? <Lines {...props} /> : <Cards {...props} />;
}

function Lines<Row>({ label, rows, keyOf, name, columns, actions }: ListTableProps<Row>) {
  const heads = columns.map(({ head, figure }) => ({ head, left: !figure }));
  const last = actions ? [{ head: <span className="sr-only">Actions</span> }] : [];
  return (
    <DataTable label={label} className="rows list" columns={[{ head: name.head, left: true }, ...heads, ...last]}>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          <td>{name.cell(row)}</td>
          {columns.map(({ head, cell, figure }) => (
            <td key={head} className={figure ? undefined : 'left'}>
              {cell(row) ?? <span className="text-muted">{ABSENT}</span>}
            </td>
          ))}
          {actions && (
            <td>
              <div className="flex justify-end gap-1.5">{actions(row)}</div>
            </td>
          )}
        </tr>
      ))}
    </DataTable>
  );
}

function Cards<Row>({ label, rows, keyOf, name, columns, actions }: ListTableProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {rows.map((row) => (
        <li key={keyOf(row)} className="grid gap-1.5 px-4 py-2.5 text-sm">
          <div className="min-w-0 [overflow-wrap:anywhere]">{name.cell(row)}</div>
          <dl className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
            {columns.map(({ head, cell }) => {
              const content = cell(row);
              return content === null ? null : (
                <div key={head} className="flex min-w-0 items-center gap-1">
                  <dt className="text-muted">{head}</dt>
                  <dd className="min-w-0 [overflow-wrap:anywhere]">{content}</dd>
                </div>
              );
            })}
          </dl>
          {actions && <div className="flex flex-wrap items-center gap-2 empty:hidden">{actions(row)}</div>}
        </li>
      ))}
    </ul>
  );
}

/** A name that is cut where its column ends, with the marks beside it. */
export function RowName({ children, title, marks }: { children: ReactNode; title?: string; marks?: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2 max-md:flex-wrap">
      <span title={title} className="min-w-0 font-medium md:truncate">
        {children}
      </span>
      {marks}
    </span>
  );
}
