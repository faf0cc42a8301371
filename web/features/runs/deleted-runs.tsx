'use client';

import type { DeletedRun } from '@contract/run-list';
import { formatDate } from '@/lib/time';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/panel';
import { LoadMore, QueryState } from '@/ui/query-state';
import { When } from '@/ui/when';
import { useBringBack } from './run-changes';
import { useDeletedRuns } from './runs-query';
import { BestFigure } from './table/best-figure';

/** What was deleted and can still be brought back. */
export function DeletedRuns() {
  const { query, runs } = useDeletedRuns();
  if (!query.data) return <QueryState query={query} what="the deleted runs" rows={6} />;
  return (
    <>
      <Panel title="Recently deleted" aside="kept for seven days, then gone for good" flush>
        {runs.length === 0 ? (
          <p className="px-4 pb-4 pt-2 text-muted sm:px-5">Nothing was deleted in the last seven days.</p>
        ) : (
          <ul aria-label="Deleted runs" className="divide-y divide-line">
            {runs.map((run) => (
              <DeletedRow key={run.id} run={run} />
            ))}
          </ul>
        )}
      </Panel>
      <LoadMore query={query} />
    </>
  );
}

function DeletedRow({ run }: { run: DeletedRun }) {
  const bringBack = useBringBack();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words font-medium">{run.name}</p>
        <p className="text-xs text-muted">
          deleted <When atUs={run.deletedAtUs} />, gone for good on {formatDate(run.restorableUntilUs)}
        </p>
      </div>
      <span className="text-sm">{run.best && <BestFigure best={run.best} verdict={run.verdict} />}</span>
      <Button
        aria-label={`Bring back ${run.name}`}
        disabled={bringBack.isPending}
        onClick={() => bringBack.mutate([run])}
      >
        {bringBack.isPending ? 'Bringing back …' : 'Bring back'}
      </Button>
    </li>
  );
}
