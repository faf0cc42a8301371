'use client';

import { RUN_SORTS, type RunSort, type SortKind } from '@contract/choices';
import { nameTails } from '@rules/run/run-names';
import type { ReactNode } from 'react';
import { nextOrder, type RunFilters } from '@/features/runs/run-filters';
import { isChosen } from '@/lib/run-selection';
import { askedChips } from '@/lib/setting-chips';
import { SelectBox } from '@/ui/inputs/control';
import { CELLS } from './cells';
import { FoldCard, keyOf } from './fold-lines';
import { NameCell, type RowActions } from './name-cell';
import { type ColumnId, columnsShown, RUN_COLUMNS, type RunColumn } from './run-columns';
import type { ListedRun } from './run-lines';
import type { RunsTableProps } from './runs-table';
import { SelectAll } from './select-all';

/** The table for narrow windows: the same columns, one run below the other. */
export function RunCards({
  label,
  lines,
  runs,
  toggle,
  columns,
  order,
  onOrder,
  chosen,
  chooseAll,
  menu,
  ...actions
}: Omit<RunsTableProps, 'more'> & { menu: ReactNode }) {
  const shown = columnsShown(columns, runs);
  const tails = nameTails(runs);
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-3 py-2">
        <SelectAll runs={runs} chosen={chosen} chooseAll={chooseAll} />
        <OrderSelect order={order} onOrder={onOrder} />
        {menu}
      </div>
      <ul aria-label={label} className="divide-y divide-line">
        {lines.map((line) =>
          line.type === 'run' ? (
            <li
              key={line.run.id}
              data-chosen={isChosen(chosen, line.run.id) || undefined}
              className="px-3 py-2 data-chosen:bg-accent-soft"
            >
              <RunCard
                run={line.run}
                inside={line.inside}
                tail={tails.get(line.run.id)}
                columns={shown}
                chosen={isChosen(chosen, line.run.id)}
                {...actions}
              />
            </li>
          ) : (
            <li key={keyOf(line)} className="px-3 py-3">
              <FoldCard line={line} order={order} toggle={toggle} />
            </li>
          ),
        )}
      </ul>
    </>
  );
}

/** Pairs that belong together stand side by side; what was not asked for or not written takes no room. */
const ORDER: ColumnId[] = [
  'curve',
  'throughput',
  'load',
  'against',
  'p99',
  'server-cpu',
  'client-cpu',
  'verdict',
  'hosts',
  'tuning',
  'tool',
  'created',
  'status',
  'duration',
  'who',
  'notes',
];
/** Figures of the best step, and the load that gave it. */
const OF_THE_BEST = new Set<string>(['throughput', 'load', 'p99', 'server-cpu', 'client-cpu'] satisfies ColumnId[]);

const said = (id: string, { spec, notes, curve, standing, best }: ListedRun): boolean =>
  (best !== null || !OF_THE_BEST.has(id)) &&
  (id !== 'tuning' || askedChips(spec).length > 0) &&
  (id !== 'notes' || notes !== '') &&
  (id !== 'curve' || curve.length > 1) &&
  (id !== 'against' || standing !== null);

function RunCard({
  columns,
  ...cell
}: RowActions & {
  run: ListedRun;
  tail: string | undefined;
  inside: string | null;
  columns: RunColumn[];
  chosen: boolean;
}) {
  const shown = ORDER.flatMap((id) => columns.filter((column) => column.id === id && said(id, cell.run)));
  const withTarget = columns.some(({ id }) => id === 'target');
  return (
    <>
      <NameCell {...cell} under={withTarget && CELLS.target(cell.run, false)} />
      <dl className="ml-[1.625rem] mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
        {shown.map(({ id, label }) => (
          <div key={id} className="min-w-0">
            <dt className="sr-only">{label}</dt>
            <dd className="min-w-0 break-words">
              {CELLS[id as ColumnId](cell.run, false)}
              {SUFFIXES[id as ColumnId] && <span className="text-xs text-muted"> {SUFFIXES[id as ColumnId]}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What a figure is of, where no head stands above it. */
const SUFFIXES: Partial<Record<ColumnId, string>> = {
  p99: 'p99',
  'server-cpu': 'server CPU/req',
  'client-cpu': 'client CPU/req',
};

function OrderSelect({ order, onOrder }: Pick<RunsTableProps, 'order' | 'onOrder'>) {
  const sorted: { sort: RunSort; label: string }[] = [
    { sort: 'name', label: 'name' },
    ...RUN_COLUMNS.flatMap((column) => ('sort' in column ? [{ sort: column.sort, label: column.label }] : [])),
  ];
  return (
    <>
      <label htmlFor="runs-order" className="sr-only">
        Sort by
      </label>
      <SelectBox
        id="runs-order"
        value={`${order.sort} ${order.direction}`}
        onChange={({ target }) => {
          const [sort, direction] = target.value.split(' ') as [RunSort, RunFilters['direction']];
          onOrder({ sort, direction });
        }}
      >
        {sorted.flatMap(({ sort, label }) => {
          const first = nextOrder({ sort: sort === 'name' ? 'created' : 'name', direction: 'asc' }, sort);
          return [first, nextOrder(first, sort)].map(({ direction }) => (
            <option key={`${sort} ${direction}`} value={`${sort} ${direction}`}>
              {label}, {ORDER_WORDS[RUN_SORTS[sort].kind][direction]}
            </option>
          ));
        })}
      </SelectBox>
    </>
  );
}

const ORDER_WORDS: Record<SortKind, Record<RunFilters['direction'], string>> = {
  time: { asc: 'oldest first', desc: 'newest first' },
  name: { asc: 'A to Z', desc: 'Z to A' },
  figure: { asc: 'least first', desc: 'most first' },
  load: { asc: 'least first', desc: 'most first' },
  duration: { asc: 'shortest first', desc: 'longest first' },
};
