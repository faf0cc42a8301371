'use client';

import type { RunSummary } from '@contract/run';
import { hasTag } from '@rules/spec/tags';
import { type ReactNode, useRef } from 'react';
import { addAll, baselineFirst, type Chosen, toggleRange, toggle as toggleRun, without } from '@/lib/run-selection';
import type { RunFilters } from '../run-filters';
import { changeSelection } from '../selection';
import { ColumnsMenu } from './columns-menu';
import { RunCards } from './run-cards';
import { runsOfLines, type ShownLine } from './run-lines';
import { RunsTable } from './runs-table';
import { useColumnsHere, useIsWide } from './use-columns-here';

export interface RunListingProps {
  label: string;
  lines: ShownLine[];
  toggle: (experimentId: string) => void;
  filters: RunFilters;
  change: (filters: Partial<RunFilters>) => void;
  chosen: Chosen[];
  mayOperate: boolean;
  /** Rows of the filter before, while those of the present one are on their way. */
  stale: boolean;
  /** Asks for the next page. */
  more: () => void;
  /** Stands beside the order of cards; a table has it in its head. */
  foldSwitch?: ReactNode;
}

/** Which columns the list has, and the menu that chooses them. */
export function useColumnsMenu() {
  const { columns, defaults, setColumns } = useColumnsHere();
  return { columns, menu: <ColumnsMenu columns={columns} defaults={defaults} onChange={setColumns} /> };
}

/** Lines as a table, in narrow windows as cards; they can be chosen, alone or from one to another. */
export function RunListing({
  label,
  lines,
  toggle,
  filters,
  change,
  chosen,
  mayOperate,
  stale,
  more,
  foldSwitch,
}: RunListingProps) {
  const wide = useIsWide();
  const { columns, menu } = useColumnsMenu();
  const runs = runsOfLines(lines);
  const anchorId = useRef<string | null>(null);
  const choose = ({ id, name }: RunSummary, range: boolean): void => {
    const from = anchorId.current;
    anchorId.current = id;
    const run = { id, name };
    changeSelection((now) => (range ? toggleRange(now, runs, from, run) : toggleRun(now, run)));
  };
  const list = {
    label,
    lines,
    runs,
    toggle,
    columns,
    order: filters,
    onOrder: change,
    chosen,
    mayOperate,
    choose,
    chooseAll: (on: boolean) =>
      changeSelection((now) =>
        on
          ? addAll(
              now,
              baselineFirst(runs, ({ standing, createdAtUs }) => ({ pinned: standing?.pinned ?? false, createdAtUs })),
            )
          : without(
              now,
              runs.map(({ id }) => id),
            ),
      ),
    filterByTag: (tag: string) => {
      if (!hasTag(filters.tag, tag)) change({ tag: [...filters.tag, tag] });
    },
  };
  return (
    <div className={stale ? 'opacity-60' : undefined} aria-busy={stale}>
      {wide ? (
        // The server knows no window, and sends the table: a narrow one waits for its cards.
        <div className="max-md:not-print:hidden">
          <RunsTable {...list} more={more} />
        </div>
      ) : (
        <RunCards
          {...list}
          menu={
            <>
              {foldSwitch}
              {menu}
            </>
          }
        />
      )}
    </div>
  );
}
