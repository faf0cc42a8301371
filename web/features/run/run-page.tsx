'use client';

import { isTerminal } from '@rules/run/run-machine';
import Link from 'next/link';
import { ApiError } from '@/api/problem';
import { usePageTitle } from '@/ui/browser/page-title';
import { buttonClass } from '@/ui/button';
import { DeadEnd } from '@/ui/nothing-here';
import { ExportMenu } from '../export/export-menu';
import { BringBackButton } from '../runs/bring-back-button';
import { ShareButton } from '../share/share-button';
import { UnreadPage } from '../shell/unread-page';
import { CancelRun } from './cancel-run';
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
  if (deleted) {
    const actions = (
      <>
        <BringBackButton runIds={[id]} />
        <Link href="/" className={buttonClass()}>
          All runs
        </Link>
      </>
    );
    return (
      <DeadEnd title="This run was deleted" actions={actions}>
        {deleted.detail}
      </DeadEnd>
    );
  }
  if (run.isPending) return <RunSkeleton />;
  if (!run.data) {
    return (
      <UnreadPage what="run" parent={RUNS} query={run}>
        The address may be cut short, or it belongs to another instance of millionrps.
      </UnreadPage>
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
