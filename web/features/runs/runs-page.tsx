'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import { Button, buttonClass } from '@/components/button';
import { ErrorNotice } from '@/components/error-notice';
import { PageHead } from '@/components/page-head';
import { Panel } from '@/components/panel';
import { SkeletonRows } from '@/components/skeleton';
import { isTerminal } from '@/lib/run-state';
import { Allowed, NeedsRole } from '../shell/allowed';
import { NoRuns } from './no-runs';
import { RunningNow } from './running-now';
import { useRuns } from './runs-query';
import { RunsTable } from './runs-table';

export function RunsPage() {
  const { query, runs } = useRuns();
  const running = runs.filter((run) => !isTerminal(run.state));
  const ended = runs.filter((run) => isTerminal(run.state));
  return (
    <>
      <PageHead title="Runs" actions={runs.length > 0 && <NewRunLink />} />
      <div className="grid gap-4">
        {query.isError && (
          <ErrorNotice title="The runs could not be loaded" error={query.error} retry={() => query.refetch()} />
        )}
        {query.isPending && (
          <Panel flush>
            <SkeletonRows rows={6} label="Loading the runs" />
          </Panel>
        )}
        {query.isSuccess && runs.length === 0 && <NoRuns />}
        {running.length > 0 && <RunningNow runs={running} readAtMs={query.dataUpdatedAt} />}
        {ended.length > 0 && <RunsTable runs={ended} />}
        {query.hasNextPage && (
          <div>
            <Button disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {query.isFetchingNextPage ? 'Loading …' : 'Load older'}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function NewRunLink() {
  return (
    <Allowed needs="operator" otherwise={<NeedsRole needs="operator" to="run" />}>
      <Link href="/runs/new" className={buttonClass('primary')}>
        <Plus aria-hidden className="size-3.5" />
        New run
      </Link>
    </Allowed>
  );
}
