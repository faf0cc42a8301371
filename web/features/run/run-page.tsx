'use client';

import { isTerminal } from '@rules/run/run-machine';
import Link from 'next/link';
import { ApiError } from '@/api/problem';
import { usePageTitle } from '@/ui/browser/page-title';
import { buttonClass } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { PageHead } from '@/ui/page-head';
import { ExportMenu } from '../export/export-menu';
import { ShareButton } from '../share/share-button';
import { CancelRun } from './cancel-run';
import { DeletedRun } from './deleted-run';
import { Labels } from './labels';
import { SnapshotsRecord } from './records/snapshots-record';
import { RunSkeleton } from './run-skeleton';
import { RunView } from './run-view';
import { useRun } from './use-run';

const RUNS = { href: '/', label: 'Runs' };

export function RunPage({ id }: { id: string }) {
  const { run, series, feed, heardAtMs } = useRun(id);
  const deleted = run.error instanceof ApiError && run.error.code === 'run-deleted' ? run.error : null;
  usePageTitle(deleted ? 'Deleted run' : (run.data?.name ?? 'Run'));
  if (deleted) return <DeletedRun id={id} error={deleted} />;
  if (run.isPending) return <RunSkeleton />;
  if (!run.data) {
    if (run.error instanceof ApiError && (run.error.status === 404 || run.error.status === 422)) return <NoSuchRun />;
    return (
      <>
        <PageHead title="Run" parent={RUNS} />
        <ErrorNotice title="The run could not be loaded" error={run.error} retry={() => run.refetch()} />
      </>
    );
  }
  const over = isTerminal(run.data.state);
  return (
    <RunView
      run={run.data}
      series={series.data}
      parent={RUNS}
      actions={
        over ? (
          <>
            <ExportMenu subject={{ runId: id }} reproducible={!run.data.imported} />
            <ShareButton runIds={[id]} name={run.data.name} />
          </>
        ) : (
          <CancelRun run={run.data} />
        )
      }
      labels={<Labels run={run.data} />}
      files="download"
      snapshots={run.data.imported ? undefined : <SnapshotsRecord run={run.data} />}
      seriesError={series.isError && !series.data ? series.error : null}
      retrySeries={() => series.refetch()}
      live={{ readAtMs: run.dataUpdatedAt, heardAtMs, feed, failed: run.isError }}
    />
  );
}

function NoSuchRun() {
  return (
    <div className="grid max-w-[34rem] gap-3 py-10">
      <h1 className="text-2xl font-semibold tracking-tight">There is no such run</h1>
      <p className="text-muted">The address may be cut short, or it belongs to another instance of millionrps.</p>
      <p>
        <Link href="/" className={buttonClass('primary')}>
          All runs
        </Link>
      </p>
    </div>
  );
}
