'use client';

import { Plus } from 'lucide-react';
import { useCallback } from 'react';
import { runsOfLines, shownLines } from '@/features/runs/table/run-lines';
import { Button, buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { HoverLink } from '@/ui/hover-link';
import { onDemand } from '@/ui/on-demand';
import { PageHead } from '@/ui/page-head';
import { Panel } from '@/ui/panel';
import { LoadMore } from '@/ui/query-state';
import { useMay } from '../shell/use-session';
import { SelectionBar } from './bar-on-demand';
import { EndedRuns } from './ended-runs';
import { FilterBar } from './filter-bar';
import { useListKeys } from './list-keys';
import { PictureSwitch } from './picture-switch';
import { isFiltered, toQuery } from './run-filters';
import { RunningNow } from './running-now';
import { useActiveRuns, useEndedRuns, useFacets, useRunsOf } from './runs-query';
import { RowsSkeleton } from './runs-skeleton';
import { useFreshSelection, useSelection } from './selection';
import { useHeldLists } from './table/held-lists';
import { useFilters, useOpened, usePicture, useView } from './url-state';

const DeletedRuns = onDemand(async () => (await import('./deleted-runs')).DeletedRuns, <RowsSkeleton />);
const GroupedRuns = onDemand(async () => (await import('./groups/grouped-runs')).GroupedRuns, <RowsSkeleton />);
const ScatterPanel = onDemand(async () => (await import('./scatter/scatter-panel')).ScatterPanel, <RowsSkeleton />);
const NoRuns = onDemand(async () => (await import('./no-runs')).NoRuns, <RowsSkeleton />);

export function RunsPage() {
  const mayOperate = useMay('operator');
  useFreshSelection();
  useListKeys();
  const [view, setView] = useView();
  const deleted = view === 'deleted' && mayOperate;
  return (
    <>
      <PageHead
        title="Runs"
        chips={!deleted && <PictureSwitch />}
        actions={
          <>
            {mayOperate && (
              <Button look="ghost" onClick={() => setView(deleted ? 'runs' : 'deleted')}>
                {deleted ? 'Back to the runs' : 'Recently deleted'}
              </Button>
            )}
            {mayOperate && (
              <HoverLink href="/imports" className={buttonClass()}>
                Import
              </HoverLink>
            )}
            {mayOperate && (
              <HoverLink href="/runs/new" className={buttonClass('primary')}>
                <Plus aria-hidden className="size-3.5" />
                New run
              </HoverLink>
            )}
          </>
        }
      />
      <div className="grid gap-4">{deleted ? <DeletedRuns /> : <RunLists mayOperate={mayOperate} />}</div>
    </>
  );
}

function RunLists({ mayOperate }: { mayOperate: boolean }) {
  const { filters, change, clear } = useFilters();
  const facets = useFacets();
  const [as] = usePicture();
  const active = useActiveRuns();
  const { query, lines, total, runsTotal } = useEndedRuns(filters);
  const chosen = useSelection();
  const filtered = isFiltered(filters);
  const here = query.isSuccess && !query.isPlaceholderData && active.query.isSuccess;
  const held = useHeldLists({ active: active.runs, ended: lines }, here ? JSON.stringify(toQuery(filters)) : null);
  const error = query.error ?? active.query.error;
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const { opened, toggle } = useOpened();
  const open = held.ended.flatMap(({ type, id }) => (type === 'experiment' && opened.includes(id) ? [id] : []));
  const shown = shownLines(held.ended, useRunsOf(open, filters));
  if (here && !filtered && lines.length === 0 && held.active.length === 0) return <NoRuns />;
  const seen = new Set(runsOfLines(shown).map(({ id }) => id));
  const foldable =
    filters.experimentId === null &&
    (filters.rounds === 'single' || held.ended.some(({ type }) => type === 'experiment'));
  return (
    <>
      {error && (
        <ErrorNotice
          title={query.data ? 'The runs could not be read anew; these may be old' : 'The runs could not be loaded'}
          error={error}
          retry={() => Promise.all([query.refetch(), active.query.refetch()])}
        />
      )}
      {/* Rows keep their places while the pointer is on them. */}
      <div className="grid min-w-0 gap-4" {...held.holding}>
        {held.active.length > 0 && (
          <RunningNow runs={held.active} more={active.more} readAtMs={active.query.dataUpdatedAt} />
        )}
        <FilterBar filters={filters} facets={facets.data} change={change} clear={clear} />
        {query.isPending && <RowsSkeleton />}
        {query.isSuccess && held.ended.length === 0 && <NoMatch filtered={filtered} clear={clear} />}
        {as === 'scatter' && held.ended.length > 0 && (
          <ScatterPanel filters={filters} change={change} chosen={chosen} />
        )}
        {as === 'groups' && held.ended.length > 0 && (
          <GroupedRuns filters={filters} change={change} chosen={chosen} mayOperate={mayOperate} />
        )}
        {as === 'list' && held.ended.length > 0 && (
          <EndedRuns
            lines={shown}
            listed={held.ended.length}
            toggle={toggle}
            total={total}
            runsTotal={runsTotal}
            waiting={held.waiting}
            showAll={held.showAll}
            foldable={foldable}
            filters={filters}
            change={change}
            chosen={chosen}
            mayOperate={mayOperate}
            stale={query.isPlaceholderData}
            more={more}
          />
        )}
        {as === 'list' && <LoadMore query={query} />}
      </div>
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          unseen={as !== 'list' ? [] : chosen.filter(({ id }) => !seen.has(id))}
          mayOperate={mayOperate}
        />
      )}
    </>
  );
}

function NoMatch({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  return (
    <Panel>
      {filtered ? (
        <div className="flex flex-wrap items-center gap-3">
          <p>No ended run matches these filters.</p>
          <Button onClick={clear}>Clear filters</Button>
        </div>
      ) : (
        <p className="text-muted">No run has ended yet.</p>
      )}
    </Panel>
  );
}
