'use client';

import type { RunSort } from '@contract/choices';
import { nameTails } from '@rules/run/run-names';
import { plural } from '@rules/words/numbers';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo } from 'react';
import { nextOrder, type RunFilters } from '@/features/runs/run-filters';
import { type Chosen, isChosen } from '@/lib/run-selection';
import { classNames } from '@/ui/class-names';
import { ariaSort, SortButton } from '@/ui/sort-button';
import { WideTable } from '@/ui/wide-table';
import { CELLS } from './cells';
import { FoldRow, keyOf } from './fold-lines';
import { NameCell, type RowActions } from './name-cell';
import { type ColumnId, columnsShown, type RunColumn } from './run-columns';
import type { ListedRun, ShownLine } from './run-lines';
import { SelectAll } from './select-all';
import { useRowWindow } from './use-row-window';

export interface RunsTableProps extends RowActions {
  label: string;
  lines: ShownLine[];
  /** The runs of the lines. */
  runs: ListedRun[];
  toggle: (experimentId: string) => void;
  columns: ColumnId[];
  order: Pick<RunFilters, 'sort' | 'direction'>;
  onOrder: (order: Pick<RunFilters, 'sort' | 'direction'>) => void;
  chosen: Chosen[];
  chooseAll: (on: boolean) => void;
  /** Asks for the lines behind the last one; without any, or while they are on their way, it does nothing. */
  more: () => void;
}

export function RunsTable({
  label,
  lines,
  runs,
  toggle,
  columns,
  order,
  onOrder,
  chosen,
  chooseAll,
  more,
  ...actions
}: RunsTableProps) {
  const shown = columnsShown(columns, runs);
  const head = { order, onOrder };
  const tails = useMemo(() => nameTails(runs), [runs]);
  const { body, first, last, atEnd } = useRowWindow(lines.map(lineKey), ROW_PIXELS);
  useEffect(() => {
    if (atEnd) more();
  }, [atEnd, more]);
  const below = lines.length - last;
  return (
    <WideTable label={label} tall>
      <table className="data-table first-stays tight rows list" aria-rowcount={lines.length + 1}>
        <thead>
          <tr>
            <SortableHead {...head} label="name" sort="name">
              <SelectAll runs={runs} chosen={chosen} chooseAll={chooseAll} />
            </SortableHead>
            {shown.map(({ id, label, sort, left }) =>
              sort ? (
                <SortableHead key={id} {...head} label={label} sort={sort} left={left} />
              ) : (
                <th key={id} scope="col" className={left ? 'left' : undefined}>
                  <Head label={label} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={stepThroughBoxes}>
          {first > 0 && <Spacer rows={first} />}
          {lines
            .slice(first, last)
            .map((line) =>
              line.type === 'run' ? (
                <RunRow
                  key={lineKey(line)}
                  run={line.run}
                  inside={line.inside}
                  tail={tails.get(line.run.id)}
                  columns={shown}
                  chosen={isChosen(chosen, line.run.id)}
                  {...actions}
                />
              ) : (
                <FoldRow key={lineKey(line)} line={line} columns={shown.length} order={order} toggle={toggle} />
              ),
            )}
          {below > 0 && <Spacer rows={below} />}
        </tbody>
      </table>
    </WideTable>
  );
}

const lineKey = (line: ShownLine): string => (line.type === 'run' ? line.run.id : keyOf(line));

/** As globals.css has it for `rows`. */
const ROW_PIXELS = 40;

/** In the place of rows that are out of sight. */
const Spacer = ({ rows }: { rows: number }) => (
  <tr aria-hidden data-spacer className="print:!h-auto" style={{ height: rows * ROW_PIXELS }}>
    <td colSpan={100} className="left">
      <span className="not-print:hidden">{plural(rows, 'more line')} left out of print</span>
    </td>
  </tr>
);

/** 'server CPU per request' takes two lines rather than the room of another column. */
function Head({ label }: { label: string }) {
  const [what, per] = label.split(' per ');
  return (
    <span className={classNames('inline-grid leading-tight', per && 'whitespace-nowrap')}>
      {what}
      {per && <span>per {per}</span>}
    </span>
  );
}

interface SortableHeadProps extends Pick<RunsTableProps, 'order' | 'onOrder'> {
  label: string;
  sort: RunSort;
  left?: boolean;
  children?: React.ReactNode;
}

function SortableHead({ label, sort, left, order, onOrder, children }: SortableHeadProps) {
  const direction = order.sort === sort ? order.direction : null;
  return (
    <th scope="col" className={left ? 'left' : undefined} aria-sort={ariaSort(direction)}>
      <span className="inline-flex items-center gap-2.5">
        {children}
        <SortButton direction={direction} onSort={() => onOrder(nextOrder(order, sort))}>
          <Head label={label} />
        </SortButton>
      </span>
    </th>
  );
}

interface RunRowProps extends RowActions {
  run: ListedRun;
  inside: string | null;
  tail: string | undefined;
  columns: RunColumn[];
  chosen: boolean;
}

function RunRow({ run, inside, tail, columns, chosen, ...actions }: RunRowProps) {
  const router = useRouter();
  const open = (event: MouseEvent): void => {
    // The link in the row is for the keyboard and for new tabs; text may still be selected.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.target.closest('a, button, input, label, form')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    router.push(`/runs/${run.id}`);
  };
  return (
    <tr className="cursor-pointer" data-chosen={chosen || undefined} onClick={open}>
      <td>
        <NameCell run={run} inside={inside} tail={tail} chosen={chosen} {...actions} />
      </td>
      {columns.map(({ id, left }) => (
        <td key={id} className={left ? 'left' : undefined}>
          {CELLS[id as ColumnId](run, true)}
        </td>
      ))}
    </tr>
  );
}

/** Arrow keys lead from box to box; with shift the next box takes the state of the one left. */
function stepThroughBoxes(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLInputElement) || !('selectRun' in event.target.dataset)) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-select-run]')];
  const next = boxes[boxes.indexOf(event.target) + step];
  event.preventDefault();
  if (!next) return;
  next.focus();
  if (event.shiftKey && next.checked !== event.target.checked) next.click();
}
