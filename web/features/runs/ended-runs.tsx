'use client';

import type { RunSummary } from '@contract/run';
import { hasTag } from '@rules/spec/tags';
import { formatCount, plural } from '@rules/words/numbers';
import { useRef } from 'react';
import { runsOfLines, type ShownLine } from '@/features/runs/table/run-lines';
import { addAll, type Chosen, toggleRange, toggle as toggleRun, without } from '@/lib/run-selection';
import { useMediaQuery } from '@/ui/browser/media-query';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import type { RunFilters } from './run-filters';
import { changeSelection } from './selection';
import { ColumnsMenu } from './table/columns-menu';
import { RunCards } from './table/run-cards';
import { CARD_COLUMNS, DEFAULT_COLUMNS } from './table/run-columns';
import { RunsTable } from './table/runs-table';
import { useColumns } from './url-state';

interface EndedRunsProps {
  lines: ShownLine[];
  /** Lines without those inside of others. */
  listed: number;
  total: number;
  toggle: (experimentId: string) => void;
  waiting: number;
  showAll: () => void;
  filters: RunFilters;
  change: (filters: Partial<RunFilters>) => void;
  chosen: Chosen[];
  mayOperate: boolean;
  /** Rows of the filter before, while those of the present one are on their way. */
  stale: boolean;
  /** Asks for the next page. */
  more: () => void;
}

export function EndedRuns(props: EndedRunsProps) {
  const { lines, listed, total, toggle, waiting, showAll, filters, change, chosen, mayOperate, stale, more } = props;
  const runs = runsOfLines(lines);
  const wide = useMediaQuery('(min-width: 48rem)');
  const defaults = wide ? DEFAULT_COLUMNS : CARD_COLUMNS;
  const { columns, setColumns } = useColumns(defaults);
  const anchorId = useRef<string | null>(null);
  const choose = ({ id, name }: RunSummary, range: boolean): void => {
    const from = anchorId.current;
    anchorId.current = id;
    const run = { id, name };
    changeSelection((now) => (range ? toggleRange(now, runs, from, run) : toggleRun(now, run)));
  };
  const list = {
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
          ? addAll(now, runs)
          : without(
              now,
              runs.map(({ id }) => id),
            ),
      ),
    filterByTag: (tag: string) => {
      if (!hasTag(filters.tag, tag)) change({ tag: [...filters.tag, tag] });
    },
  };
  const menu = <ColumnsMenu columns={columns} defaults={defaults} onChange={setColumns} />;
  return (
    <Panel
      title="Ended"
      aside={`${listed < total ? `${formatCount(listed)} of ` : ''}${countText(total, lines)}, best step of each run`}
      actions={
        <>
          {waiting > 0 && <Button onClick={showAll}>Show {plural(waiting, 'newer run')}</Button>}
          {wide && menu}
        </>
      }
      flush
    >
      <div className={stale ? 'opacity-60' : undefined} aria-busy={stale}>
        {wide ? (
          // The server knows no window, and sends the table: a narrow one waits for its cards.
          <div className="max-md:not-print:hidden">
            <RunsTable {...list} more={more} />
          </div>
        ) : (
          <RunCards {...list} menu={menu} />
        )}
      </div>
    </Panel>
  );
}

const countText = (total: number, lines: ShownLine[]): string =>
  lines.some(({ type }) => type === 'experiment')
    ? plural(total, 'run and experiment', 'runs and experiments')
    : plural(total, 'run');
